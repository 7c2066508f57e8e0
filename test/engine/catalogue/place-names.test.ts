import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { City } from '../../../src/engine/catalogue/place.ts';
import { isCityOfToday, isTown } from '../../../src/release/dominance.ts';
import { fold } from '../../../src/release/fold.ts';
import { openedRelease } from '../../support/release/opened-release.ts';

const release = await openedRelease();
const cities = release.cities.filter(({ kind }) => isCityOfToday({ feature: kind }));

function named(text: string): string | undefined {
  const resolution = release.resolveCity(text);
  return resolution.kind === 'found' ? resolution.place.id : undefined;
}

/** How people and programs write the names of cities. */
const WRITTEN: Readonly<Record<string, string>> = {
  'Lisbon, Portugal': 'lisbon',
  'lisbon portugal': 'lisbon',
  'Portugal, Lisboa': 'lisbon',
  'Austin, TX': 'austin',
  'Austin TX USA': 'austin',
  'Portland Oregon': 'portland',
  'Portland, Maine, United States': 'portland-maine-united-states',
  'paris-france': 'paris',
  'Paris, TX': 'paris-texas-united-states',
  'St. Louis, MO': 'st-louis',
  'Saint Louis, Missouri': 'st-louis',
  'Ft. Worth': 'fort-worth',
  'Washington, D.C.': 'washington',
  'London, Ontario': 'london-ontario-canada',
  'London ON Canada': 'london-ontario-canada',
  'Victoria, BC': 'victoria-british-columbia-canada',
  'Perth WA': 'perth',
  'Cambridge, UK': 'cambridge-england-united-kingdom',
  'Cambridge, MA': 'cambridge-massachusetts-united-states',
  'San José, Costa Rica': 'san-jose-san-jose-costa-rica',
  'Guadalajara, Jalisco, Mexico': 'guadalajara',
  'Den Haag, NL': 'the-hague',
  München: 'munich',
  'Мюнхен, Германия': 'munich',
  'Германия, Мюнхен': 'munich',
  東京: 'tokyo',
  'Tokyo、日本': 'tokyo',
  Bangalore: 'bengaluru',
  'Saigon, Vietnam': 'ho-chi-minh-city',
  'Busan, Korea': 'busan',
  NYC: 'new-york',
  'San Juan, USA': 'san-juan',
  'Hong Kong, China': 'hong-kong',
  'New Delhi, India': 'new-delhi',
  'Kyiv (Kiev), Ukraine': 'kyiv',
  'Biel/Bienne, Switzerland': 'biel',
  'Frankfurt (Hessen)': 'frankfurt',
  'Columbus (Ohio)': 'columbus',
  'Albany, New York State': 'albany-new-york-united-states',
  'USA, Austin, Texas': 'austin',
  'Cologne, North Rhine-Westphalia': 'cologne',
  'Sault Ste. Marie, Ontario': 'sault-ste-marie',
  'Brooklyn, NY': 'brooklyn',
};

for (const [text, id] of Object.entries(WRITTEN)) {
  test(`${text} is ${id}`, () => {
    assert.equal(named(text), id);
  });
}

/** Namesakes, and codes that stand for two places: CA for Canada and California. */
const IN_DOUBT: Readonly<Record<string, readonly string[]>> = {
  Springfield: ['springfield-missouri-united-states', 'springfield-illinois-united-states'],
  'Springfield, USA': ['springfield-missouri-united-states', 'springfield-illinois-united-states'],
  'Windsor, CA': ['windsor', 'windsor-california-united-states'],
  'Richmond, CA': ['richmond-british-columbia-canada', 'richmond-california-united-states'],
};

for (const [text, ids] of Object.entries(IN_DOUBT)) {
  test(`${text} could be several cities, and all are candidates`, () => {
    const resolution = release.resolveCity(text);
    assert.equal(resolution.kind, 'unknown');
    if (resolution.kind !== 'unknown') return;
    const candidates = resolution.candidates.map(({ id }) => id);
    for (const id of ids)
      assert.ok(candidates.includes(id), `${id} is no candidate: ${candidates.slice(0, 5)}`);
  });
}

test('name and postal code find at least 99 % of the cities of the United States, and never another city', () => {
  const american = cities.filter(({ country }) => country === 'united-states');
  const found = american.map((city) => ({
    city,
    id: named(`${city.name}, ${release.detailRecord(city).region_code}`),
  }));
  // A town gives way to a city that has its name, or is in the country that has it: Lindsay, CA is in Canada, and Jordan, MN is Amman.
  const givesWay = (town: City, id: string) => {
    const other = release.city(id);
    return (
      isTown(town) &&
      other !== undefined &&
      [other.name, release.country(other.country).name].includes(town.name)
    );
  };
  const mistaken = found.filter(({ city, id }) => id !== undefined && id !== city.id && !givesWay(city, id));
  assert.deepEqual(mistaken, []);
  const shareOf = (some: typeof found) => some.filter(({ id }) => id !== undefined).length / some.length;
  assert.ok(shareOf(found.filter(({ city }) => !isTown(city))) >= 0.99);
  // Some towns have the name of another one in their state.
  assert.ok(shareOf(found) >= 0.98);
});

test('name and country, in any language, find each of the 500 largest cities that has no namesake of similar size', () => {
  const largest = cities.slice(0, 500);
  const rivals = Map.groupBy(cities, ({ country, name }) => `${fold(name)}, ${country}`);
  for (const city of largest) {
    const country = release.country(city.country);
    const [next] = (rivals.get(`${fold(city.name)}, ${city.country}`) ?? []).filter(
      (rival) => rival !== city,
    );
    if (next !== undefined && 4 * (next.population ?? 0) > (city.population ?? 0)) continue;
    for (const language of ['en', 'de', 'fr', 'es', 'pt', 'it', 'ru', 'ja', 'zh', 'ar', 'hi']) {
      const { translations, native_names } = country.detail;
      const name = language === 'en' ? country.name : (translations[language] ?? native_names[language]);
      if (name !== undefined) assert.equal(named(`${city.name}, ${name}`), city.id, name);
    }
  }
});

test('a city that is found has the name and is in the place that the text names', () => {
  const place = fc.constantFrom(...cities);
  const comma = fc.constantFrom(', ', ' ', '-', ',');
  fc.assert(
    fc.property(place, place, comma, fc.boolean(), (city, other, between, reversed) => {
      const parts = [city.name, other.region ?? '', release.country(other.country).name].filter(Boolean);
      const found = release.resolveCity((reversed ? parts.reverse() : parts).join(between));
      if (found.kind !== 'found') return;
      assert.ok(hasName(found.place, parts), `${parts} is ${found.place.id}`);
      // England is also a name of the United Kingdom.
      assert.ok(isIn(found.place, other.country), `${parts} is ${found.place.id}`);
    }),
    {
      numRuns: 1000,
      examples: [
        [
          cityOf('george-town-george-town-cayman-islands'),
          cityOf('eltham-england-united-kingdom'),
          ', ',
          false,
        ],
        // 14-Shanghai-China is no postal code.
        [cityOf('marseille-14'), cityOf('shanghai'), '-', false],
      ],
    },
  );
});

test('any name of a city with its country leads to the city, to a much larger namesake, or to candidates that include the city', () => {
  const place = fc.constantFrom(...release.cities);
  fc.assert(
    fc.property(place, fc.nat(), fc.constantFrom(', ', ' ', '-'), (city, index, between) => {
      const { ascii_name, alternative_names } = release.detailRecord(city);
      const names = [city.name, ascii_name, ...alternative_names].filter((name) => fold(name) !== '');
      const name = names[index % names.length] ?? '';
      const country = release.country(city.country);
      // A name with a separator in it, or longer than any that is read, is one of several words.
      if (/[,،、，;/()]/u.test(name) || fold(`${name} ${country.name}`).split(' ').length > 12) return;
      const text = `${name}${between}${country.name}`;
      const resolution = release.resolveCity(text);
      if (resolution.kind === 'found' && resolution.place !== city) {
        const { place: other } = resolution;
        assert.ok(isIn(other, city.country), text);
        assert.ok(hasName(other, [name, country.name]), `${text} is ${other.id}`);
        const [people, ofOther] = [city.population ?? 0, other.population ?? 0];
        // The gazetteer has Iligan once more, as Iligan City.
        const namesOfOther = [other.name, other.id, release.detailRecord(other).ascii_name];
        const isNamedSo = namesOfOther.some((each) => spelt(each) === spelt(name));
        // Qidong in Jiangsu is a name that people know, Qidong in Hunan one that only the gazetteer has.
        const isKnownSo = ofOther > people && named(name) === other.id;
        // A town gives way to a city that has its name only as an alternative one.
        const isMore = ofOther >= 4 * people || isKnownSo || (isTown(city) && !isTown(other));
        assert.ok(isMore || isNamedSo || !cities.includes(city), `${text} is ${other.id}, not ${city.id}`);
      }
      if (resolution.kind === 'unknown')
        assert.ok(resolution.candidates.includes(city), `${text} has no candidate ${city.id}`);
    }),
    {
      numRuns: 1500,
      examples: [
        [cityOf('san-juan-texas-united-states'), 0, ', '],
        // Its names have a sign that no transliteration has.
        ...[...Array(5).keys()].map((index): [City, number, string] => [cityOf('nonoichi'), index, ' ']),
        // Each of their names is one of a larger city, too.
        ...[...Array(14).keys()].map((index): [City, number, string] => [
          cityOf('hongqiao-hunan-china'),
          index,
          ', ',
        ]),
        [cityOf('saint-leonards-on-sea'), 1, ', '],
        [cityOf('iligan-northern-mindanao-philippines'), 3, ', '],
      ],
    },
  );
});

/** The name of a state covers its territories: `San Juan, USA` is in Puerto Rico. */
function isIn({ country }: City, named: string): boolean {
  return [country, release.country(country).part_of].includes(named);
}

function hasName(city: City, parts: readonly string[]): boolean {
  const { ascii_name, alternative_names } = release.detailRecord(city);
  const words = ` ${spelt(parts.join(' '))} `;
  return [city.name, ascii_name, ...alternative_names].some((name) => words.includes(` ${spelt(name)} `));
}

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  fort: 'ft',
  mount: 'mt',
  port: 'pt',
  saint: 'st',
  sainte: 'ste',
  santa: 'sta',
  santo: 'sto',
};

/** `Mount Pleasant` and `Mt Pleasant`, both in Vancouver, are one name. */
function spelt(name: string): string {
  return fold(name)
    .split(' ')
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join(' ');
}

/** What people write for countries. */
const COUNTRIES: Readonly<Record<string, string | undefined>> = {
  usa: 'united-states',
  uk: 'united-kingdom',
  holland: 'netherlands',
  'south-korea': 'south-korea',
  'czech-republic': 'czechia',
  'cote-divoire': 'ivory-coast',
  'cote-d-ivoire': 'ivory-coast',
  Deutschland: 'germany',
  congo: undefined,
  korea: undefined,
  england: undefined,
  'virgin-islands': undefined,
};

for (const [text, id] of Object.entries(COUNTRIES)) {
  test(`the country ${text} is ${id ?? 'in doubt'}`, () => {
    const resolution = release.resolveCountry(text);
    assert.equal(resolution.kind === 'found' ? resolution.place.id : undefined, id);
  });
}

function cityOf(id: string): City {
  const city = release.city(id);
  assert.ok(city, id);
  return city;
}
