import { difference, type Estimate, indexOf, isKnown } from '../../../release/cost-estimates.ts';
import { estimateCostIndex } from '../../building/estimates/cost-index.ts';
import type { CostInputs } from '../../building/estimates/cost-inputs.ts';
import { readRentEvidence, rentsOfCity } from '../../building/estimates/rent-evidence.ts';
import { markdownTable } from './markdown.ts';

/** Cities that many readers know, from every part of the world. */
const WELL_KNOWN_CITIES = [
  ...['new-york', 'san-francisco', 'los-angeles', 'chicago', 'houston', 'detroit', 'toronto', 'vancouver'],
  ...['montreal', 'mexico-city', 'bogota', 'lima', 'santiago', 'sao-paulo', 'rio-de-janeiro', 'buenos-aires'],
  ...['london', 'manchester', 'dublin', 'paris', 'marseille', 'brussels', 'amsterdam', 'berlin', 'munich'],
  ...['leipzig', 'zurich', 'geneva', 'vienna', 'rome', 'milan', 'naples', 'madrid', 'barcelona', 'lisbon'],
  ...['copenhagen', 'oslo', 'stockholm', 'helsinki', 'warsaw', 'prague', 'budapest', 'athens', 'istanbul'],
  ...['moscow', 'novosibirsk', 'tel-aviv', 'dubai', 'riyadh', 'cairo', 'lagos', 'nairobi', 'johannesburg'],
  ...['mumbai', 'delhi', 'jaipur', 'bangkok', 'singapore', 'hong-kong', 'jakarta', 'manila'],
  'ho-chi-minh-city',
  ...['shanghai', 'beijing', 'seoul', 'tokyo', 'osaka', 'sydney', 'melbourne', 'auckland'],
];

/** Well-known cities with our figures and the evidence for their housing, as a Markdown table: readers can check whether they are plausible. */
export function wellKnownCities(inputs: CostInputs): string {
  const estimates = estimateCostIndex(inputs);
  const evidence = readRentEvidence(inputs.facts, inputs.rentSeries);
  const cities = new Map(inputs.cities.map((city) => [city.key, city]));
  const base = estimates.cities.get('city/new-york');
  if (!isKnown(base)) throw new Error('New York has no estimate');
  const rows = WELL_KNOWN_CITIES.flatMap((id) => {
    const city = cities.get(`city/${id}`);
    const cost = estimates.cities.get(`city/${id}`);
    if (city === undefined) throw new Error(`there is no city ${id}`);
    if (!isKnown(cost)) return [[id, '', '', '', cost?.reason ?? '']];
    const sameCountry = cost.country === base.country;
    const index = (of: Estimate, ofBase: Estimate) =>
      indexOf(id === 'new-york' ? { log: 0, variance: 0 } : difference(of, ofBase, sameCountry));
    const overall = index(cost.overall, base.overall);
    const housing = index(cost.categories.housing, base.categories.housing);
    const rents = rentsOfCity(city, evidence).map(
      ({ source, series, grain }) => `${source} (${series.kind}, ${grain})`,
    );
    return [
      [
        id,
        overall.value.toFixed(0),
        `${overall.low.toFixed(0)}–${overall.high.toFixed(0)}`,
        housing.value.toFixed(0),
        rents.length > 0 ? rents.join(', ') : cost.categories.housing.evidence,
      ],
    ];
  });
  return markdownTable(['City', '>Overall', '>80 %', '>Housing', 'Rents of the city or its area'], rows);
}
