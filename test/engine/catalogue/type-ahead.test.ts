import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { City } from '../../../src/engine/catalogue/place.ts';
import { fold, inOwnScript, searched } from '../../../src/release/fold.ts';
import { sampleOf } from '../../support/api/list.ts';
import { openedRelease } from '../../support/release/opened-release.ts';

const LARGE = 500_000;
const FIRST = 3;
/** Letters that somebody has typed. In Chinese, Japanese and Korean, a name is hardly longer than two signs. */
const TYPED = [3, 4, 5];
const SCRIPTS = [
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Thai',
  'Han',
  'Hangul',
  'Georgian',
  'Armenian',
  'Devanagari',
  'Bengali',
];

const release = await openedRelease();

/** Name in English, what people call it where it is, and a name in the script of the country. */
function namesOf(city: City): string[] {
  const { agglomeration, alternative_names } = release.detailRecord(city);
  const country = Object.values(release.country(city.country).detail.native_names).join();
  const script = SCRIPTS.find((each) => new RegExp(`\\p{Script=${each}}`, 'u').test(country));
  const local = alternative_names.find(
    (name) => script !== undefined && new RegExp(`^[\\p{Script=${script}} ]+$`, 'u').test(name),
  );
  return [
    city.name,
    ...(agglomeration?.name.split(/[()]/) ?? []).filter((name) => !name.includes('M.M.A.')),
    ...(local === undefined ? [] : [local]),
  ]
    .map((name) => name.trim())
    .filter((name) => name.length >= 3);
}

/** All names by which a city begins like a text. */
function beginsAlike(city: City, typed: string): boolean {
  const { alternative_names } = release.detailRecord(city);
  const wanted = searched(typed);
  return [city.name, city.id.replaceAll('-', ' '), ...namesOf(city), ...alternative_names].some((name) =>
    [fold(name), inOwnScript(name) ?? ''].some((form) => form.startsWith(wanted)),
  );
}

/** These letters are the name of a region, whose largest cities are offered, or of a city that is meant before them. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'Bali → balikpapan': 'denpasar, bali-west-bengal-india, singaraja',
  'Mon → monterrey': 'monrovia, mawlamyine, montevideo',
  'Mon → montreal': 'monrovia, mawlamyine, montevideo',
  'Самар → samarkand': 'samara, samarinda, samar',
  'Тан → tanggu': 'antananarivo, tangshan, tan-an',
};

/** A capital counts three times, and a city with the whole name ten times. */
function weightOf(city: City, typed: string): number {
  const isWhole = [city.name, ...namesOf(city)].some((name) => searched(name) === searched(typed));
  return (city.population ?? 0) * (city.isCapital ? 3 : 1) * (isWhole ? 10 : 1);
}

test('the first letters of a city of half a million find it among the first three, unless larger ones begin alike', () => {
  const exceptions = new Map<string, string>();
  let tried = 0;
  const large = release.cities.filter(
    ({ population, kind }) => (population ?? 0) >= LARGE && kind !== 'PPLX',
  );
  const known = Object.keys(EXCEPTIONS).map((exception) => exception.split(' → ')[1]);
  for (const city of new Set([
    ...large.filter(({ id }) => known.includes(id)),
    ...sampleOf(large, large.length / 4),
  ])) {
    for (const name of namesOf(city))
      for (const letters of TYPED) {
        const typed = [...name].slice(0, letters).join('');
        if (typed.length < letters || typed !== typed.trimEnd()) continue;
        tried += 1;
        const found = release.findCities({ search: typed }).cities;
        const before = found.slice(0, FIRST);
        if (before.includes(city)) continue;
        const larger = before.filter(
          (each) => weightOf(each, typed) >= (city.population ?? 0) && beginsAlike(each, typed),
        );
        if (larger.length < FIRST)
          exceptions.set(`${typed} → ${city.id}`, before.map(({ id }) => id).join(', '));
      }
  }
  assert.ok(tried > 750, String(tried));
  assert.deepEqual(Object.fromEntries(exceptions), EXCEPTIONS);
});
