import type { City, Release } from '../../catalogue/release.ts';
import type { Evidence } from '../../release/cost-estimates.ts';
import type { Grain } from '../../release/grain.ts';
import type { MeasureId } from '../../release/measures.ts';

/** Words of the explorer, which several of its pages share. */

export const MEASURE_TITLES: Readonly<Record<MeasureId, string>> = {
  cost: 'Cost of living',
  housing: 'Housing',
  utilities: 'Utilities',
  food: 'Food',
  restaurants: 'Restaurants and hotels',
  transport: 'Transport',
  communication: 'Communication',
  recreation: 'Recreation',
  clothing: 'Clothing',
  health: 'Health care (prices)',
  education_cost: 'Education (prices)',
  quality: 'Quality of life',
  healthcare: 'Health',
  safety: 'Safety',
  environment: 'Environment',
  education: 'Education',
  infrastructure: 'Infrastructure',
  economy: 'Economy',
  mobility: 'Mobility',
  climate: 'Climate',
  hardship: 'Hardship',
};

/** What the price level of a city is based on, as a sentence. */
export function evidenceSentence(evidence: Evidence | 'national', name: string, country: string): string {
  switch (evidence) {
    case 'official_local':
      return `This is based on official rents or prices of ${name} or its metropolitan area.`;
    case 'official_regional':
      return `This is based on official rents or prices of the region around ${name}.`;
    case 'derived_from_official':
      return `This is based on a rent computed from official figures of ${name} or its region.`;
    case 'modelled_from_national_rents':
      return `No source has measured ${name}: this is a model, based on the price level of ${country} and official rents of other cities.`;
    case 'national':
      return `This is the price level of ${country} as a whole.`;
    case 'modelled':
      return `No source has measured ${name}: this is a model, based on the price level of ${country} and the size of its cities.`;
  }
}

/** Whose figure something is, said of a city. */
export const SHARE_WORDS: Readonly<Record<Grain, string>> = {
  city: 'the city',
  metro: 'its metropolitan area',
  region: 'its region',
  country: 'its country',
};

/** For which kinds of place the figures of a score were measured: `half its region, half its country`. */
export function measuredWords(measured: Readonly<Record<Grain, number>>): string {
  const parts = (Object.keys(SHARE_WORDS) as Grain[]).filter((grain) => measured[grain] > 0);
  if (parts.length === 0) return 'nothing: estimated from the other groups';
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return `${SHARE_WORDS[only]} only`;
  return parts.map((grain) => `${SHARE_WORDS[grain]} ${Math.round(100 * measured[grain])} %`).join(', ');
}

/** `64.5`, with one decimal. */
export function tenths(value: number): string {
  return value.toFixed(1);
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** `+3.2`, with a real minus. */
export function signed(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${tenths(Math.abs(value))}`;
}

/** `54.5 to 73.4`. */
export function interval({ low, high }: { low: number; high: number }): string {
  return `${tenths(low)} to ${tenths(high)}`;
}

/** `Lisbon, Portugal`. */
export function fullName(release: Release, city: City): string {
  return `${city.name}, ${release.country(city.country).name}`;
}
