import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { City } from '../../../src/engine/catalogue/place.ts';
import type { Release } from '../../../src/engine/catalogue/release.ts';
import type { Wanted } from '../../../src/engine/matching/matching.ts';
import { fold } from '../../../src/release/fold.ts';
import { spelt } from '../../../src/release/spelling.ts';
import { DATA_DIRECTORY } from '../directories.ts';

/** A row of a table as people keep it, and the city that it means. */
export interface MessyRow extends Wanted {
  /** What is messy about it. */
  kind: string;
  city: string;
}

/** How a name is written messily; undefined where it cannot be for this city. */
type Mess = (city: City, facts: Facts) => Wanted | string | undefined;

interface Facts {
  release: Release;
  country: string;
  code: string;
  airports: readonly string[];
  stateCode: string | null;
  alternatives: readonly string[];
  /** A number of its own for each row, so that typing errors are at different letters. */
  row: number;
}

/** The city is by far the largest with its name, so that the name alone means it. */
const OF_BARE_NAMES: Record<string, Mess> = {
  'in capitals': ({ name }) => name.toUpperCase(),
  'without accents, in small letters': ({ name }) => fold(name),
  'with spaces and a full stop': ({ name }) => `  ${name.replaceAll(' ', '\u00a0 ')} . `,
  'a city of': ({ name }) => `City of ${name}`,
  greater: ({ name }) => `Greater ${name}`,
  'a metropolitan area': ({ name }) => `${name} Metropolitan Area`,
  'a metro area': ({ name }) => `${name} metro area`,
  'an office': ({ name }) => `${name} HQ`,
  'a metro area in brackets': ({ name }) => `${name} (Metro)`,
  'greater at the end': ({ name }) => `${name}, Greater`,
  downtown: ({ name }) => `Downtown ${name}`,
  'with the centre': ({ name }) => `${name} City Centre`,
  'with its airport in brackets': ({ name }, { airports: [code] }) => code && `${name} (${code})`,
  'with its airport': ({ name }, { airports: [code] }) => code && `${name} ${code}`,
  'with a district': ({ name }, { row }) => (/\d/.test(name) ? undefined : `${name} ${1 + (row % 20)}`),
};

/** The city is by far the largest with its name in its country. */
const OF_COUNTRIES: Record<string, Mess> = {
  'with its country': ({ name }, { country }) => `${name}, ${country}`,
  'with the code of its country': ({ name }, { code }) => `${name} (${code})`,
  'country first': ({ name }, { country }) => `${country} - ${name}`,
  'a postal code first': ({ name }, { code, row }) => `${code}-${10000 + row * 7} ${name}, ${code}`,
  'a postal code last': ({ name }, { country, row }) => `${name} ${10000 + row * 7}, ${country}`,
  'the country in another language': ({ name, country: id }, { release, row }) => {
    const names = release
      .country(id)
      .names.split('|')
      .filter((each) => each.length > 4);
    const foreign = names[row % names.length];
    return foreign === undefined ? undefined : { text: name, countries: [foreign] };
  },
  'read in the wrong encoding': ({ name }, { code }) =>
    isPlain(name)
      ? undefined
      : { text: new TextDecoder('windows-1252').decode(Buffer.from(name)), countries: [code] },
  'with characters of HTML': ({ name }, { code }) =>
    isPlain(name)
      ? undefined
      : {
          text: name.replaceAll(/\P{ASCII}/gu, (letter) => `&#${letter.codePointAt(0)};`),
          countries: [code],
        },
  'as in a URL': ({ name }, { code }) =>
    isPlain(name) ? undefined : { text: encodeURIComponent(name), countries: [code] },
  'a lost letter': ({ name }, { code }) =>
    /^[a-z]+[áàâäãåéèêëíìîïóòôöõúùûüñç][a-z]+$/i.test(name)
      ? { text: name.replace(/\P{ASCII}/u, '\ufffd'), countries: [code] }
      : undefined,
  'two letters swapped twice': ({ name }, { code }) =>
    /^[a-z]{9,}$/i.test(name)
      ? { text: name.replace(/^(..)(.)(.)(.)(.)/, '$1$3$2$5$4'), countries: [code] }
      : undefined,
  'a letter missing': ({ name }, { code, row }) =>
    mistyped(name, code, row, (text, at) => text.slice(0, at) + text.slice(at + 1)),
  'two letters swapped': ({ name }, { code, row }) =>
    mistyped(
      name,
      code,
      row,
      (text, at) =>
        text.slice(0, at) +
        text
          .slice(at, at + 2)
          .split('')
          .reverse()
          .join('') +
        text.slice(at + 2),
    ),
  'a letter twice': ({ name }, { code, row }) =>
    mistyped(name, code, row, (text, at) => text.slice(0, at) + text.slice(at - 1)),
  'another script': (_, { alternatives, code, row }) => {
    const own = alternatives.filter((each) => /^[^\p{Script=Latin}\d]{3,}$/u.test(each));
    return own.length === 0 ? undefined : { text: own[row % own.length] ?? '', countries: [code] };
  },
  'another language': (_, { alternatives, country, row }) => {
    const latin = alternatives.filter((each) => /^[\p{Script=Latin} '-]{5,}$/u.test(each));
    return latin.length === 0 ? undefined : { text: latin[row % latin.length] ?? '', countries: [country] };
  },
};

/** The city is by far the largest with its name in its region. */
const OF_REGIONS: Record<string, Mess> = {
  'with region and country': ({ name, region }, { country }) => `${name}, ${region}, ${country}`,
  'region and country in columns': ({ name, region }, { code }) => ({
    text: name,
    regions: [region ?? ''],
    countries: [code],
  }),
  'city and state': ({ name }, { stateCode }) => (stateCode === null ? undefined : `${name}, ${stateCode}`),
  'city, state and ZIP code': ({ name }, { stateCode, row }) =>
    stateCode === null ? undefined : `${name} ${stateCode} ${10000 + row * 11}`,
};

function isPlain(name: string): boolean {
  return /^\p{ASCII}*$/u.test(name);
}

const PER_KIND = 42;
const SMALLEST = 50_000;
/** How many times as large as its namesakes a city is that the name means. */
const BY_FAR = 10;

/** Rows made by rules from the gazetteer. The same ones for the same release. */
export function messyRows(release: Release): MessyRow[] {
  const airports = airportCodes();
  const cities = release.cities.filter(
    ({ kind, population }) => kind !== 'PPLX' && (population ?? 0) >= SMALLEST,
  );
  const named = Map.groupBy(release.cities, ({ name }) => spelt(fold(name)));
  const isLargest = (city: City, isNear: (other: City) => boolean) =>
    (named.get(spelt(fold(city.name))) ?? []).every(
      (other) =>
        other === city || !isNear(other) || BY_FAR * (other.population ?? 0) <= (city.population ?? 0),
    );
  const ofCountries = (city: City) => isLargest(city, ({ country }) => country === city.country);
  const groups: [Record<string, Mess>, (city: City) => boolean][] = [
    [
      OF_BARE_NAMES,
      (city) => isLargest(city, () => true) && release.resolveCountry(city.name).kind !== 'found',
    ],
    [OF_COUNTRIES, ofCountries],
    [
      OF_REGIONS,
      (city) =>
        city.region !== null &&
        isLargest(city, ({ country, region }) => country === city.country && region === city.region),
    ],
  ];
  const rows: MessyRow[] = [];
  for (const [kinds, isClear] of groups)
    for (const [kind, mess] of Object.entries(kinds)) {
      let made = 0;
      // Steps of a prime spread the rows over sizes and countries.
      for (let at = rows.length % 31; made < PER_KIND && at < cities.length * 3; at += 61) {
        const city = cities[at % cities.length] as City;
        if (!isClear(city)) continue;
        const written = mess(city, factsOf(release, city, airports, named, rows.length));
        if (written === undefined) continue;
        rows.push({ kind, city: city.id, ...(typeof written === 'string' ? { text: written } : written) });
        made += 1;
      }
    }
  return rows;
}

/** Rows written by hand: kind, text, region, country and id; a question mark where several cities are meant equally. */
export function handwrittenRows(): MessyRow[] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'messy-rows.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [kind = '', text = '', region = '', country = '', city = ''] = line.split('\t');
    return {
      kind,
      text,
      city,
      ...(region === '' ? {} : { regions: [region] }),
      ...(country === '' ? {} : { countries: [country] }),
    };
  });
}

function factsOf(
  release: Release,
  city: City,
  airports: ReadonlyMap<number, string[]>,
  named: ReadonlyMap<string, City[]>,
  row: number,
): Facts {
  const country = release.country(city.country);
  const { alternative_names, region_code } = release.detailRecord(city);
  // A name that is another city's own is not this one's alone.
  const isOwn = (name: string) => !(named.get(spelt(fold(name))) ?? []).some((other) => other !== city);
  return {
    release,
    country: country.name,
    code: country.alpha2,
    airports: airports.get(city.geonamesId) ?? [],
    stateCode: city.country === 'united-states' ? region_code : null,
    alternatives: alternative_names.filter(isOwn),
    row,
  };
}

/** The first letter is right, because people rarely get it wrong. */
function mistyped(
  name: string,
  code: string,
  row: number,
  err: (text: string, at: number) => string,
): Wanted | undefined {
  if (!/^\p{L}{7,}$/u.test(name)) return undefined;
  const text = err(name, 2 + (row % (name.length - 4)));
  return text === name ? undefined : { text, countries: [code] };
}

function airportCodes(): Map<number, string[]> {
  const [, ...lines] = readFileSync(join(DATA_DIRECTORY, 'places/airports.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const codes = new Map<number, string[]>();
  for (const line of lines) {
    const [code = '', id] = line.split('\t');
    codes.set(Number(id), [...(codes.get(Number(id)) ?? []), code]);
  }
  return codes;
}
