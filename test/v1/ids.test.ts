import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { allCities, type ListedCity, sampleOf } from '../support/api/list.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const release = await openedRelease();
const base = `${service.server.publicUrl}/v1`;

interface CountryIds {
  id: string;
  name: string;
  iso_alpha2: string;
  iso_alpha3: string;
  iso_numeric: string | null;
  wikidata: string | null;
  capital: { id: string } | null;
}

let countries: CountryIds[] = [];
let cities: ListedCity[] = [];
before(async () => {
  countries = (await (await service.get('/countries', token)).json()) as CountryIds[];
  cities = await allCities(service, token);
});

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

test('ids are lower-case ASCII slugs, and each identifies one place', () => {
  for (const places of [countries, cities]) {
    const ids = places.map(({ id }) => id);
    assert.deepEqual(
      ids.filter((id) => !SLUG.test(id)),
      [],
    );
    assert.equal(new Set(ids).size, ids.length);
  }
});

test('every country id and ISO 3166-1 code, in any case, means its country, and only the id is canonical', () => {
  for (const { id, iso_alpha2, iso_alpha3, iso_numeric } of countries)
    for (const code of [id, iso_alpha2, iso_alpha3, iso_numeric ?? id])
      for (const text of [code, code.toLowerCase(), code.toUpperCase()]) {
        const found = release.resolveCountry(text);
        assert.ok(found.kind === 'found', text);
        assert.deepEqual([found.place.id, found.canonical], [id, text === id], text);
      }
});

test('a country id and its ISO 3166-1 codes, in any case, give the same body; an alias names the id', async () => {
  for (const { id, iso_alpha2, iso_alpha3, iso_numeric } of sampleOf(countries, 80)) {
    const canonical = await service.get(`/countries/${id}`, token);
    assert.equal(canonical.status, 200);
    assert.equal(canonical.headers.get('content-location'), null);
    const body = await canonical.text();
    assert.equal((JSON.parse(body) as CountryIds).id, id);
    const aliases = [
      iso_alpha2,
      iso_alpha2.toLowerCase(),
      iso_alpha3,
      mixedCase(iso_alpha3),
      id.toUpperCase(),
    ];
    for (const alias of iso_numeric === null ? aliases : [...aliases, iso_numeric]) {
      const answer = await service.get(`/countries/${alias}`, token);
      assert.equal(answer.status, 200, alias);
      assert.equal(answer.headers.get('content-location'), `${base}/countries/${id}`, alias);
      assert.equal(await answer.text(), body);
    }
  }
});

test('a city id and its geonames: number, in any case, give the same body on all three resources', async () => {
  for (const { id } of sampleOf(cities, 30)) {
    const detail = (await (await service.get(`/cities/${id}`, token)).json()) as { geonames_id: number };
    for (const resource of ['/cities', '/data/cost-of-living', '/data/quality-of-life']) {
      const canonical = await service.get(`${resource}/${id}`, token);
      assert.equal(canonical.status, 200);
      assert.equal(canonical.headers.get('content-location'), null);
      const body = await canonical.text();
      const { id: own, city } = JSON.parse(body) as { id?: string; city?: { id: string } };
      assert.equal(own ?? city?.id, id);
      const aliases = [`geonames:${detail.geonames_id}`, `GeoNames:${detail.geonames_id}`, id.toUpperCase()];
      for (const alias of aliases.filter((text) => text !== id)) {
        const answer = await service.get(`${resource}/${alias}`, token);
        assert.equal(answer.status, 200, alias);
        assert.equal(answer.headers.get('content-location'), `${base}${resource}/${id}`);
        assert.equal(await answer.text(), body);
      }
    }
  }
});

/** Codes that people write for the city, whatever the municipality of the airport is. */
const WELL_KNOWN: Record<string, string> = {
  LIS: 'lisbon',
  JFK: 'new-york',
  // In Newark, but OurAirports says that it serves New York, thirty times as large; its field `serves` names both.
  EWR: 'new-york',
  LHR: 'london',
  HND: 'tokyo',
  NRT: 'tokyo',
  GRU: 'sao-paulo',
  CDG: 'paris',
  ORY: 'paris',
  BSL: 'basel',
  DFW: 'dallas',
  OAK: 'oakland',
  AMS: 'amsterdam',
  SIN: 'singapore',
  LON: 'london',
  NYC: 'new-york',
  TYO: 'tokyo',
};

test('iata: and the code of an airport, or of a city’s airports, mean the city, in any case', async () => {
  for (const [code, id] of Object.entries(WELL_KNOWN))
    for (const text of [`iata:${code}`, `IATA:${code.toLowerCase()}`]) {
      const answer = await service.get(`/cities/${text}`, token);
      assert.equal(answer.status, 200, text);
      assert.equal(answer.headers.get('content-location'), `${base}/cities/${id}`, text);
      const { id: found } = (await answer.json()) as { id: string };
      assert.equal(found, id, text);
    }
});

test('the code of airports of several cities is not guessed, and an unknown code finds nothing', async () => {
  const shared = await service.get('/cities/iata:QBA', token);
  const { candidates } = (await shared.json()) as { candidates: { id: string }[] };
  assert.deepEqual([shared.status, candidates.map(({ id }) => id)], [404, ['san-francisco', 'oakland']]);
  for (const code of ['QQQ', 'LI', 'LISB', '%3FIS']) {
    const answer = await service.get(`/cities/iata:${code}`, token);
    assert.equal(answer.status, 404, code);
  }
});

test('from a city to its codes and back: each code means the city, or a city that its airport serves too', async () => {
  const withCodes = cities.filter(({ iata }) => iata !== null);
  assert.ok(withCodes.length > 2000);
  for (const { id, iata } of withCodes)
    for (const code of iata ?? []) {
      const meant = release.resolveCity(`iata:${code}`);
      assert.equal(meant.kind, 'found', code);
      if (meant.kind === 'found') assert.ok(meant.place.iata?.includes(code), `${code} of ${id}`);
    }
  for (const { id, iata } of sampleOf(withCodes, 30)) {
    const { airports } = (await (await service.get(`/cities/${id}`, token)).json()) as {
      airports: { code: string; serves: string[]; distance_km: number }[];
    };
    assert.deepEqual(
      airports.map(({ code }) => code),
      iata,
    );
    for (const { code, serves } of airports) {
      const meant = release.resolveCity(`iata:${code}`);
      assert.equal(meant.kind === 'found' && meant.place.id, serves[0], code);
      assert.ok(serves.includes(id), code);
    }
  }
});

test('the Wikidata item of a country, in any case, is another id of it', async () => {
  const items = countries.filter(({ wikidata }) => wikidata !== null);
  assert.ok(items.length >= 248);
  for (const { id, wikidata } of items) {
    const found = release.resolveCountry(`WikiData:${wikidata?.toLowerCase()}`);
    assert.equal(found.kind === 'found' && found.place.id, id);
  }
  const portugal = await service.get('/countries/wikidata:Q45', token);
  assert.equal(portugal.headers.get('content-location'), `${base}/countries/portugal`);
});

test('everything that a response refers to exists: capitals, borders both ways, and links', async () => {
  const known = new Map(cities.map((city) => [city.id, city]));
  const borders = new Map<string, string[]>();
  for (const { id, capital } of countries) {
    if (capital !== null) assert.equal(known.get(capital.id)?.is_capital, true, id);
    const detail = (await (await service.get(`/countries/${id}`, token)).json()) as { borders: string[] };
    borders.set(id, detail.borders);
  }
  for (const [id, neighbours] of borders)
    for (const neighbour of neighbours)
      assert.ok(
        borders.get(neighbour)?.includes(id),
        `${id} borders ${neighbour}, but not the other way round`,
      );

  for (const { id } of sampleOf(cities, 20)) {
    const { links } = (await (await service.get(`/cities/${id}`, token)).json()) as {
      links: Record<string, string>;
    };
    assert.equal(links.self, `${base}/cities/${id}`);
    for (const link of Object.values(links)) {
      assert.ok(link.startsWith(base));
      assert.equal((await service.get(link.slice(base.length), token)).status, 200, link);
    }
  }
});

const AMBIGUOUS: Record<string, readonly string[]> = {
  springfield: [
    'springfield-missouri-united-states',
    'springfield-massachusetts-united-states',
    'springfield-illinois-united-states',
  ],
  valencia: ['valencia-carabobo-venezuela', 'valencia-valencia-spain'],
  cambridge: ['cambridge-england-united-kingdom', 'cambridge-massachusetts-united-states'],
  'san-jose': ['san-jose-california-united-states', 'san-jose-san-jose-costa-rica'],
};

for (const [name, expected] of Object.entries(AMBIGUOUS)) {
  test(`${name} is shared by several cities: 404 with all of them as candidates`, async () => {
    const candidates = await candidatesFor(`/cities/${name}`);
    assert.deepEqual(
      expected.filter((id) => !candidates.includes(id)),
      [],
    );
  });
}

const PLAIN: Record<string, string> = {
  london: 'united-kingdom',
  paris: 'france',
  'new-york': 'united-states',
  washington: 'united-states',
  zurich: 'switzerland',
  tokyo: 'japan',
  lisbon: 'portugal',
  munich: 'germany',
  xian: 'china',
  'sao-paulo': 'brazil',
  'ho-chi-minh-city': 'vietnam',
};

test('a name that clearly belongs to one city is its id', async () => {
  for (const [id, country] of Object.entries(PLAIN)) {
    const city = (await (await service.get(`/cities/${id}`, token)).json()) as ListedCity;
    assert.equal(city.country.id, country, id);
  }
});

/** Misspellings, and the ids that they mean. */
const MEANT: Record<string, string> = {
  '/cities/lisbno': 'lisbon',
  '/cities/lodnon': 'london',
  '/cities/toyko': 'tokyo',
  '/cities/sydeny': 'sydney',
  '/cities/losangeles': 'los-angeles',
  '/cities/newyork': 'new-york',
  '/countries/portugl': 'portugal',
  '/countries/germny': 'germany',
};

test('the code of a country means a city elsewhere only if the city is called so', async () => {
  const isCalled = (code: string, city: string) => release.search.called(code).some(({ id }) => id === city);
  for (const { id, iso_alpha2, iso_alpha3 } of countries)
    for (const code of [iso_alpha2, iso_alpha3]) {
      const found = release.resolveCity(code);
      if (found.kind !== 'found' || found.place.country === id) continue;
      assert.ok(isCalled(code, found.place.id), `${code} means ${found.place.id}`);
    }
  for (const [code, city] of Object.entries({ la: 'los-angeles', hk: 'hong-kong', sf: 'san-francisco' })) {
    const found = release.resolveCity(code);
    assert.equal(found.kind === 'found' && found.place.id, city);
  }
  assert.equal((await service.get('/data/cost-of-living/FR', token)).status, 404);
});

test('few Latin letters mean no city that has them only as a transliteration', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const text of letters.flatMap((first) => letters.map((second) => first + second))) {
    const found = release.resolveCity(text);
    if (found.kind !== 'found') continue;
    const { alternative_names } = release.detailRecord(found.place);
    const written = [found.place.name, ...alternative_names].map((name) =>
      name
        .normalize('NFD')
        .replaceAll(/[^\p{L}]/gu, '')
        .toLowerCase(),
    );
    assert.ok(
      written.some((name) => /^[\p{Script=Latin}]{1,3}$/u.test(name)),
      `${text} means ${found.place.id}`,
    );
  }
});

test('a misspelling is a 404 with the place that may be meant', async () => {
  for (const [path, meant] of Object.entries(MEANT)) {
    const candidates = await candidatesFor(path);
    assert.ok(candidates.includes(meant), `${path}: ${candidates}`);
    assert.ok(candidates.length <= 10);
    assert.equal(new Set(candidates).size, candidates.length);
  }
});

/** Ambiguous names, and the place that must be the first candidate. */
const FIRST: Record<string, string> = {
  '/countries/england': 'united-kingdom',
  '/countries/scotland': 'united-kingdom',
  '/countries/korea': 'south-korea',
  '/cities/victoria': 'victoria-la-riviere-anglaise-seychelles',
  '/cities/san-jose': 'san-jose-san-jose-costa-rica',
  '/cities/hamilton': 'hamilton-hamilton-city-bermuda',
};

test('the first candidate is the most likely one: by its own name, as a capital, or by its everyday name', async () => {
  const firsts: Record<string, string | undefined> = {};
  for (const path of Object.keys(FIRST)) firsts[path] = (await candidatesFor(path))[0];
  assert.deepEqual(firsts, FIRST);
});

/** Everyday names that are unambiguous, and their ids. */
const NAMED: Record<string, string> = {
  '/countries/uk': 'united-kingdom',
  '/countries/britain': 'united-kingdom',
  '/countries/great-britain': 'united-kingdom',
  '/countries/america': 'united-states',
  '/countries/uae': 'united-arab-emirates',
  '/countries/holland': 'netherlands',
  '/countries/burma': 'myanmar',
  '/countries/swaziland': 'eswatini',
  '/countries/czech-republic': 'czechia',
  '/countries/cabo-verde': 'cape-verde',
  '/countries/cote-divoire': 'ivory-coast',
  '/countries/Deutschland': 'germany',
  '/countries/wikidata:q45': 'portugal',
  '/countries/Viet%20Nam': 'vietnam',
  '/countries/korea,%20republic%20of': 'south-korea',
  '/cities/nyc': 'new-york',
  '/cities/new-york-city': 'new-york',
  '/cities/new%20york': 'new-york',
  '/cities/San%20Fransisco': 'san-francisco',
  '/cities/m%C3%BCnchen': 'munich',
  '/cities/Lisboa': 'lisbon',
  '/cities/Lisbon,%20Portugal': 'lisbon',
  '/cities/%E6%9D%B1%E4%BA%AC': 'tokyo',
  '/cities/bombay': 'mumbai',
  '/cities/kiev': 'kyiv',
  '/cities/peking': 'beijing',
  '/data/cost-of-living/paris-france': 'paris',
  '/data/quality-of-life/Austin,%20TX': 'austin',
};

test('an unambiguous name has the body of the id, which Content-Location names', async () => {
  for (const [path, id] of Object.entries(NAMED)) {
    const named = await service.get(path, token);
    assert.equal(named.status, 200, path);
    const canonical = path.slice(0, path.lastIndexOf('/') + 1) + id;
    assert.equal(named.headers.get('content-location'), `${base}${canonical}`, path);
    assert.equal(await named.text(), await (await service.get(canonical, token)).text(), path);
  }
});

test('comparisons and references take names, too', async () => {
  const path = '/data/cost-of-living?cities=';
  const compared = await (await service.get(`${path}paris-france,Austin%20TX,M%C3%BCnchen`, token)).text();
  assert.equal(compared, await (await service.get(`${path}paris,austin,munich`, token)).text());
  const by = async (reference: string) =>
    (await service.get(`/data/cost-of-living/porto?reference=${reference}`, token)).text();
  assert.equal(await by('Lisbon,%20Portugal'), await by('lisbon'));
});

/** Values of `cities`, and the ids that they mean; undefined if the value must be refused. */
const LISTS: Readonly<Record<string, string | undefined>> = {
  'lisbon,porto': 'lisbon,porto',
  'Lisbon, Porto': 'lisbon,porto',
  'Lisbon, Portugal; Austin, TX': 'lisbon,austin',
  'lisbon;porto;': undefined,
  'Lisbon, Portugal, Austin, TX, USA, Munich': 'lisbon,austin,munich',
  'Paris, Texas; Paris, France': 'paris-texas-united-states,paris',
  'Lima, Luxembourg, Mexico': undefined,
};

for (const [cities, ids] of Object.entries(LISTS)) {
  test(`cities=${cities} is ${ids ?? 'refused'}`, async () => {
    const list = await service.get(`/data/quality-of-life?${new URLSearchParams({ cities })}`, token);
    assert.equal(list.status, ids === undefined ? 400 : 200);
    if (ids === undefined) return;
    const expected = await service.get(`/data/quality-of-life?cities=${ids}`, token);
    assert.equal(await list.text(), await expected.text());
  });
}

test('a name without qualifier does not mean a county town whose population figure is a mistake', async () => {
  const { country, region } = (await (await service.get('/cities/puyang', token)).json()) as ListedCity & {
    region: string;
  };
  assert.deepEqual([country.id, region], ['china', 'Henan']);
});

test('Kosovo, Taiwan, Palestine, Western Sahara and Hong Kong are countries of the list, as in ISO 3166', async () => {
  const codes = {
    kosovo: 'XK',
    taiwan: 'TW',
    palestine: 'PS',
    'western-sahara': 'EH',
    'hong-kong': 'HK',
    macao: 'MO',
  };
  for (const [id, code] of Object.entries(codes))
    assert.equal(countries.find((country) => country.id === id)?.iso_alpha2, code);
});

test('the cities of Crimea are in the country that GeoNames gives', async () => {
  for (const id of ['simferopol', 'sevastopol'])
    assert.equal(cities.find((city) => city.id === id)?.country.id, 'ukraine');
});

/** Ids of the candidates in a 404, after requesting each of their paths. */
async function candidatesFor(path: string): Promise<string[]> {
  const answer = await service.get(path, token);
  assert.equal(answer.status, 404, path);
  const { candidates } = (await answer.json()) as { candidates: { id: string; path: string }[] };
  for (const { id, path: candidate } of candidates) {
    const found = await service.get(candidate, token);
    assert.equal(found.status, 200);
    assert.equal(((await found.json()) as { id: string }).id, id);
  }
  return candidates.map(({ id }) => id);
}

function mixedCase(code: string): string {
  return code.charAt(0) + code.slice(1).toLowerCase();
}
