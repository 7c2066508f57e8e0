import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import { readCities } from '../../../../src/dataset/building/places/cities.ts';
import { openGazetteer } from '../../../../src/dataset/building/places/gazetteer.ts';
import { readRegions } from '../../../../src/dataset/building/places/regions.ts';
import { writeRetrievalDays } from '../../../../src/dataset/reading/files/retrieval-days.ts';
import { alternativeNames } from '../../../../src/dataset/reading/places/geonames.ts';
import { readPlaces } from '../../../../src/dataset/reading/places/read-places.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

test('a few rows of each file become a gazetteer', async () => {
  await withExcerpt({}, async (directory, data) => {
    const { sources } = await readPlaces(directory, data);
    assert.equal(sources.find(({ id }) => id === 'geonames-cities')?.vintage, '2025-06-01');
    const gazetteer = openGazetteer(data);
    assert.deepEqual(gazetteer.countries(), [{ key: 'country/portugal', iso2: 'PT', name: 'Portugal' }]);
    assert.equal(gazetteer.citiesNamed('LISBOA', 'PT')[0]?.city.key, 'city/lisbon');
    assert.deepEqual(
      gazetteer.citiesOf('PT').map(({ key }) => key),
      ['city/lisbon', 'city/porto', 'city/angra-do-heroismo'],
    );
  });
});

test('beside cities, there are towns of 5,000 people and more, sections as large, and seats of first- and second-level divisions', async () => {
  const towns = [
    town('1', 'Large', 'PPL', '5000'),
    town('2', 'Small', 'PPL', '4999'),
    town('3', 'Seat', 'PPLA2', '0'),
    town('4', 'Seat of a parish', 'PPLA3', '300'),
    town('5', 'Section', 'PPLX', '9000'),
    town('6', 'Ruins', 'PPLH', '9000'),
  ];
  await withExcerpt({ towns: [PORTO, ...towns] }, async (directory, data) => {
    await readPlaces(directory, data);
    assert.deepEqual(
      openGazetteer(data)
        .citiesOf('PT')
        .map(({ name }) => name),
      ['Lisbon', 'Porto', 'Section', 'Large', 'Seat'],
    );
  });
});

test('downloaded files that do not state their age are dated by the day of download, and the names of regions are GeoNames’ own', async () => {
  await withExcerpt({}, async (directory, data) => {
    const regions = 'geonames/admin1CodesASCII.txt';
    writeFileSync(join(directory, regions), 'PT.14\tLisboa Region\tLisboa Region\t2267056\n');
    const files = [regions, 'geonames/countryInfo.txt', 'datahub-country-codes/country-codes.csv'];
    writeRetrievalDays(directory, new Map(files.map((file) => [file, '2026-11-01'])));
    const { sources } = await readPlaces(directory, data);
    assert.deepEqual(
      sources.filter(({ vintage }) => vintage === 'retrieved 2026-11-01').map(({ id }) => id),
      ['geonames-countries', 'geonames-regions', 'datahub-country-codes'],
    );
    assert.deepEqual(readRegions(data), [{ country: 'PT', admin1: '14', name: 'Lisboa Region' }]);
  });
});

test('an override replaces a population or makes it unknown; the table keeps the published one', async () => {
  for (const [population, expected] of [
    ['', 0],
    ['250000', 250_000],
  ] as const) {
    await withExcerpt({ populations: `2735943\t${population}\tmistaken` }, async (directory, data) => {
      await readPlaces(directory, data);
      const porto = readCities(data).find(({ geonamesId }) => geonamesId === 2735943);
      assert.equal(porto?.population, expected);
      assert.match(readFileSync(join(data, 'places', 'cities.tsv'), 'utf8'), /\tPPLA\t249633\t/);
    });
  }
});

test('damaged files are refused with file, line and column', async () => {
  const damages: [Partial<Excerpt>, { file: string; line: number; column: string; fault: RegExp }][] = [
    [
      { cities: [LISBON, PORTO.replace('41.1', 'north')] },
      at('cities15000.txt', 2, 'latitude', /not a number: "north"/),
    ],
    [
      { cities: [LISBON, PORTO.replace('41.1', '141.1')] },
      at('cities15000.txt', 2, 'latitude', /beyond ±90/),
    ],
    [
      { cities: [PORTO.split('\t').slice(0, 12).join('\t')] },
      at('cities15000.txt', 1, '12', /12 cells.*truncated/),
    ],
    [{ cities: [PORTO.replace('PPLA', 'MT')] }, at('cities15000.txt', 1, 'feature code', /"MT"/)],
    [{ cities: [PORTO.replace('2735943', '')] }, at('cities15000.txt', 1, 'geonameid', /empty/)],
    [{ cities: ['<!DOCTYPE html><html>'] }, at('cities15000.txt', 1, '', /web page/)],
    [{ zip: (bytes) => bytes.subarray(0, bytes.length - 30) }, at('cities15000.zip', 0, '', /truncated/)],
    [{ zip: () => Buffer.from('<html>404</html>') }, at('cities15000.zip', 0, '', /not a ZIP archive/)],
    [{ member: 'cities500.txt' }, at('cities15000.zip', 0, '', /no member cities15000\.txt/)],
    [
      { countries: PORTUGAL.replace('92391', 'large') },
      at('countryInfo.txt', 2, 'Area(in sq km)', /"large"/),
    ],
    [{ countries: PORTUGAL.replace('PRT', 'Prt') }, at('countryInfo.txt', 2, 'ISO3', /"Prt"/)],
    [
      { countries: PORTUGAL.replace('\tEU\t', '\tEurope\t') },
      at('countryInfo.txt', 2, 'Continent', /"Europe"/),
    ],
    [
      { codes: CODES.replace('Dial', 'Phone') },
      at('country-codes.csv', 1, 'Dial', /missing from the header/),
    ],
    [{ codes: CODES.replace('351', 'none') }, at('country-codes.csv', 2, 'Dial', /not a calling code/)],
    [
      { overrides: 'PT\tcolour\tred\twhy not' },
      at('country-overrides.tsv', 2, 'field', /colour is none of /),
    ],
    [{ overrides: 'PT\tid\tlusitania\t' }, at('country-overrides.tsv', 2, 'reason', /cell is empty/)],
    [{ populations: '2735943\t\t' }, at('population-overrides.tsv', 2, 'reason', /cell is empty/)],
    [{ populations: '2735943\tmany\twhy not' }, at('population-overrides.tsv', 2, 'population', /"many"/)],
    [{ slugs: '2267057\tLisboa\tnicer' }, at('slug-overrides.tsv', 2, 'id', /not a slug/)],
  ];
  for (const [damage, expected] of damages) {
    await withExcerpt(damage, async (directory, data) => {
      await assert.rejects(readPlaces(directory, data), (error) => {
        assert.ok(error instanceof SourceFileError, String(error));
        assert.ok(error.file.endsWith(expected.file), error.message);
        assert.equal(error.line, expected.line, error.message);
        assert.equal(error.column, expected.column, error.message);
        assert.match(error.fault, expected.fault);
        return true;
      });
      assert.ok(!existsSync(join(data, 'places', 'cities.tsv')), 'nothing is written');
    });
  }
});

test('alternative names are cleaned of links, codes, transliterations and repetitions', () => {
  const names = 'LIS,Lisboa,Lisboa,Lisbon,https://lisboa.pt/,1100,li si ben,Lisszabon, Лиссабон ,里斯本';
  assert.deepEqual(alternativeNames('Lisbon', names), ['Lisboa', 'Lisszabon', 'Лиссабон', '里斯本']);
});

test('Chinese names are there in simplified and in traditional characters, and Japanese ones with kana as they are', () => {
  assert.deepEqual(alternativeNames('Vienna', '維也納,Вена'), ['維也納', 'Вена', '维也纳']);
  assert.deepEqual(alternativeNames('Casablanca', '卡萨布兰卡'), ['卡萨布兰卡', '卡薩布蘭卡']);
  assert.deepEqual(alternativeNames('Sapporo', 'さっぽろ市'), ['さっぽろ市']);
});

interface Excerpt {
  cities: readonly string[];
  /** Rows of cities500.txt. */
  towns: readonly string[];
  countries: string;
  codes: string;
  overrides: string;
  slugs: string;
  populations: string;
  /** Name of the file inside the archive. */
  member: string;
  /** Damages the archive. */
  zip: (bytes: Buffer) => Buffer;
}

const LISBON = [
  ['2267057', 'Lisbon', 'Lisbon', 'LIS,Lisboa', '38.7', '-9.1', 'P', 'PPLC', 'PT', '', '14', '1106', '', ''],
  ['517802', '', '45', 'Europe/Lisbon', '2025-06-01'],
]
  .flat()
  .join('\t');
const PORTO = [
  ['2735943', 'Porto', 'Porto', 'Oporto', '41.1', '-8.6', 'P', 'PPLA', 'PT', '', '17', '1312', '', ''],
  ['249633', '', '104', 'Europe/Lisbon', '2024-01-01'],
]
  .flat()
  .join('\t');
const ANGRA = town('3373348', 'Angra do Heroísmo', 'PPL', '12045');
const PORTUGAL = [
  ['PT', 'PRT', '620', 'PO', 'Portugal', 'Lisbon', '92391', '10281762', 'EU', '.pt', 'EUR', 'Euro', '351'],
  ['', '', 'pt-PT', '2264397', 'ES', ''],
]
  .flat()
  .join('\t');
const CODES = [
  'ISO3166-1-Alpha-2,ISO3166-1-Alpha-3,ISO3166-1-numeric,official_name_en,is_independent,Capital,Dial,Region Code,Region Name,' +
    'Sub-region Code,Sub-region Name,Intermediate Region Code,Intermediate Region Name,' +
    'ISO4217-currency_alphabetic_code,wikidata_id,UNTERM Arabic Formal,UNTERM English Formal,' +
    'UNTERM Spanish Formal,UNTERM French Formal,UNTERM Russian Formal,UNTERM Chinese Formal',
  'PT,PRT,620,Portugal,Yes,Lisbon,351,150,Europe,39,Southern Europe,,,EUR,Q45,,the Portuguese Republic,,,,',
  '',
].join('\n');

const CITATIONS = 'readers/citations.tsv';

/** Writes the excerpt's files, published and our own, into temporary directories. */
async function withExcerpt(
  changes: Partial<Excerpt>,
  use: (directory: string, data: string) => Promise<void>,
): Promise<void> {
  const excerpt: Excerpt = {
    cities: [LISBON, PORTO],
    towns: [ANGRA],
    countries: PORTUGAL,
    codes: CODES,
    overrides: '',
    slugs: '',
    populations: '',
    member: 'cities15000.txt',
    zip: (bytes) => bytes,
    ...changes,
  };
  const root = mkdtempSync(join(tmpdir(), 'places-'));
  const [directory, data] = [join(root, 'published'), join(root, 'data')];
  const archive = excerpt.zip(storedZip(excerpt.member, `${excerpt.cities.join('\n')}\n`));
  const files: [string, string | Buffer][] = [
    [join(directory, 'geonames', 'cities15000.zip'), archive],
    [join(directory, 'geonames', 'cities500.txt'), `${excerpt.towns.join('\n')}\n`],
    [join(directory, 'geonames', 'countryInfo.txt'), `#ISO\tISO3\n${excerpt.countries}\n`],
    [join(directory, 'datahub-country-codes', 'country-codes.csv'), excerpt.codes],
    [join(data, CITATIONS), readFileSync(join(DATA_DIRECTORY, CITATIONS))],
    [join(data, 'places', 'islands.tsv'), 'country\tname\tother_names\tsouth\tnorth\twest\teast\n'],
    [join(data, 'places', 'time-zone-names.tsv'), 'cldr\tiana\n'],
    [join(data, 'places', 'country-overrides.tsv'), table('iso2\tfield\tvalue\treason', excerpt.overrides)],
    [
      join(data, 'places', 'population-overrides.tsv'),
      table('geonames_id\tpopulation\treason', excerpt.populations),
    ],
    [join(data, 'registry', 'slug-overrides.tsv'), table('geonames_id\tid\treason', excerpt.slugs)],
  ];
  try {
    for (const [path, content] of files) {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, content);
    }
    await use(directory, data);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function town(id: string, name: string, feature: string, population: string): string {
  const names = [id, name, name, ''];
  const place = ['38.6', '-27.2', 'P', feature, 'PT', '', '23', '4301', '', '', population, '', '21'];
  return [...names, ...place, 'Atlantic/Azores', '2018-02-27'].join('\t');
}

function table(header: string, row: string): string {
  return row === '' ? `${header}\n` : `${header}\n${row}\n`;
}

function at(file: string, line: number, column: string, fault: RegExp) {
  return { file, line, column, fault };
}

/** A ZIP archive of one uncompressed file (APPNOTE 6.3, sections 4.3.7, 4.3.12, 4.3.16). */
function storedZip(name: string, text: string): Buffer {
  const [file, content] = [Buffer.from(name), Buffer.from(text)];
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x800, 2);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, file, content]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, Buffer.alloc(14), file]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
