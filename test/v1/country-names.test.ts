import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languagesOfCountries } from '../../src/engine/places/country-names.ts';
import { assertProblem } from '../support/api/problem.ts';
import { bearer, exchange } from '../support/http/exchange.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { address } = service.server;
const { token } = await service.key();

const get = (path: string) => exchange(address, `/v1${path}`, { headers: bearer(token) });
const json = async (path: string) => JSON.parse((await get(path)).text);

/** Those with `name_style` short in data/places/country-overrides.tsv: Hong Kong for CLDR’s Hong Kong SAR China. */
const SHORT = ['HK', 'MM', 'MO', 'PS'];

interface Named {
  id: string;
  name: string;
  iso_alpha2: string;
  name_language?: string;
}

test('names of all countries in a language are those of CLDR', async () => {
  const languages = languagesOfCountries(await openedRelease());
  assert.ok(languages.length >= 42, languages.join());
  for (const language of languages.filter((each) => each !== 'en')) {
    const countries: Named[] = await json(
      `/countries?lang=${language}&fields=id,name,iso_alpha2,name_language`,
    );
    assert.equal(countries.length, 250);
    for (const { name, iso_alpha2: code, name_language } of countries) {
      const style = SHORT.includes(code) ? 'short' : 'long';
      assert.equal(
        name,
        new Intl.DisplayNames(language, { type: 'region', style }).of(code),
        `${language} ${code}`,
      );
      assert.equal(name_language, undefined);
    }
  }
});

test('every answer that refers to a country names it in the language', async () => {
  for (const [path, name] of [
    ['/countries/germany', ({ name }) => name],
    ['/cities?q=Berlin&limit=1', (body) => body[0]?.country.name],
    ['/cities/berlin', ({ country }) => country.name],
    ['/data/cost-of-living/berlin', ({ city }) => city.country.name],
    ['/data/cost-of-living/countries/germany', ({ country }) => country.name],
    ['/data/cost-of-living?cities=berlin,paris', ({ cities }) => cities[0]?.city.country.name],
    ['/data/cost-of-living?countries=germany,france', ({ countries }) => countries[0]?.country.name],
    ['/data/quality-of-life/berlin', ({ city }) => city.country.name],
    ['/data/quality-of-life?countries=germany,france', ({ countries }) => countries[0]?.country.name],
    ['/data/history/cities/berlin', ({ city }) => city.country.name],
    ['/data/history/countries/germany', ({ country }) => country.name],
    ['/data/similar/berlin', ({ city }) => city.country.name],
  ] satisfies [string, (body: Answer) => string | undefined][]) {
    const separator = path.includes('?') ? '&' : '?';
    assert.equal(name(await json(path)), 'Germany', path);
    assert.equal(name(await json(`${path}${separator}lang=fr`)), 'Allemagne', path);
  }
});

/** Of every endpoint in the test, what it says of a country. */
interface Answer {
  0: { country: Named };
  name: string;
  country: Named;
  city: { country: Named };
  cities: Answer[];
  countries: Answer[];
}

test('only names of countries differ between languages, and a language changes no other answer', async () => {
  const english = (await get('/data/cost-of-living/berlin')).text;
  const german = (await get('/data/cost-of-living/berlin?lang=de')).text;
  assert.notEqual(german, english);
  assert.equal(
    german
      .replaceAll('"name":"Deutschland"', '"name":"Germany"')
      .replaceAll('"name":"Vereinigte Staaten"', '"name":"United States"'),
    english,
  );
  assert.equal((await get('/data/cost-of-living/berlin')).text, english);
  assert.equal((await get('/data/cost-of-living/berlin?lang=en')).text, english);
});

test('a region or script of a language leads to the language that has names', async () => {
  for (const [tag, name] of Object.entries({
    'de-AT': 'Deutschland',
    DE: 'Deutschland',
    'zh-TW': '德國',
    'zh-CN': '德国',
    'zh-Hant-HK': '德國',
    no: 'Tyskland',
    'pt-BR': 'Alemanha',
    pt_BR: 'Alemanha',
  }))
    assert.equal((await json(`/countries/germany?lang=${tag}`)).name, name, tag);
});

test('a country without a name in the language keeps its English one, and says so', async () => {
  const countries: Named[] = await json('/countries?lang=ca');
  const own = countries.filter(({ name_language }) => name_language === undefined);
  assert.deepEqual(
    own.map(({ id, name }) => [id, name]),
    [
      ['andorra', 'Andorra'],
      ['spain', 'Espanya'],
    ],
  );
  assert.ok(countries.every(({ name_language = 'en' }) => name_language === 'en'));
  assert.equal(countries.find(({ id }) => id === 'germany')?.name, 'Germany');
});

test('a malformed or unknown language is an invalid parameter', async () => {
  for (const tag of ['x', 'de__', '%25', 'tlh', 'zz', 'de--AT', 'a'.repeat(36), '../de', '']) {
    const { errors } = assertProblem(await get(`/countries/germany?lang=${tag}`), 'invalid_parameter');
    assert.deepEqual(
      errors?.map(({ parameter }) => parameter),
      ['lang'],
      tag,
    );
  }
  assertProblem(await get('/release?lang=de'), 'unknown_parameter');
});

test('CSV and the pages of a list have the language', async () => {
  const csv = await get('/cities?country=germany&limit=1&format=csv&lang=de');
  assert.match(csv.text, /,germany,Deutschland,/);
  const { headers } = await get('/countries?limit=2&lang=de');
  const [, next] = /<([^>]+)>; rel="next"/.exec(String(headers.link)) ?? [];
  assert.match(next ?? '', /[?&]lang=de(&|$)/);
});

test('an alias leads to the canonical path in the same language', async () => {
  const { headers } = await get('/countries/DE?lang=de');
  assert.match(String(headers['content-location']), /\/v1\/countries\/germany\?lang=de$/);
});
