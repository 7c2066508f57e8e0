import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import { CONVERSIONS } from '../../../../src/dataset/reading/refresh/conversion.ts';
import { allowancePage } from '../../../support/refresh/allowance-page.ts';
import { zip } from '../../../support/refresh/publishers.ts';
import { workbook } from '../../../support/refresh/workbook-file.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const directory = temporaryDirectory();

type Described = readonly [word: keyof typeof CONVERSIONS, detail: string];

async function converted(
  [word, detail]: Described,
  ...files: [name: string, content: string | Uint8Array][]
) {
  const paths = files.map(([name, content]) => {
    writeFileSync(join(directory, name), content);
    return join(directory, name);
  });
  return Buffer.from(await CONVERSIONS[word](paths as [string, ...string[]], detail)).toString('utf8');
}

async function assertRefused(result: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(result, (error: unknown) => {
    assert.ok(error instanceof SourceFileError, String(error));
    assert.match(error.message, message);
    return true;
  });
}

const MEMBER: Described = ['archive member', '^API_.*\\.csv$'];

test('the member that the reader needs is taken from an archive', async () => {
  const archive = zip({ 'Metadata_Country.csv': 'x', 'API_SP.POP.TOTL.csv': 'a,b\n1,2\n' });
  assert.equal(await converted(MEMBER, ['a.zip', archive]), 'a,b\n1,2\n');
});

test('an archive with no or two such members, or that is not an archive, is refused', async () => {
  await assertRefused(
    converted(MEMBER, ['a.zip', zip({ 'x.csv': '' })]),
    /a\.zip: the archive has no member/,
  );
  await assertRefused(
    converted(MEMBER, ['a.zip', zip({ 'API_1.csv': '1', 'API_2.csv': '2' })]),
    /several members .*API_1\.csv, API_2\.csv/,
  );
  await assertRefused(converted(MEMBER, ['a.zip', 'garbage']), /not a ZIP archive, or damaged/);
});

test('a member whose bytes are damaged is refused', async () => {
  const archive = Buffer.from(zip({ 'API_1.csv': 'a,b\n'.repeat(1000) }));
  const start = archive.indexOf('API_1.csv') + 'API_1.csv'.length;
  archive.fill(0xff, start, start + 8);
  await assertRefused(converted(MEMBER, ['a.zip', archive]), /damaged/);
  const stored = Buffer.from(zip({ 'API_1.csv': 'as it stands' }, 0));
  stored.write('AS', stored.indexOf('as it'));
  await assertRefused(converted(MEMBER, ['a.zip', stored]), /checksum differs/);
});

test('a file in an older encoding becomes UTF-8, and one in UTF-8 stays as it is', async () => {
  const conversion: Described = ['to UTF-8', 'windows-1252'];
  const latin = Buffer.from('C\u00f4te d\u0092Ivoire', 'latin1');
  assert.equal(await converted(conversion, ['a.csv', latin]), 'Côte d’Ivoire');
  assert.equal(await converted(conversion, ['a.csv', 'Türkiye']), 'Türkiye');
});

test('a sheet becomes a table cell for cell: codes keep their zeros, numbers their digits', async () => {
  const sheet = workbook([
    ['stusps', 'hud_area_name', 'fips', 'county_town_name', 'fmr_0'],
    ['AL', 'Montgomery, AL MSA', '0100199999', null, 860],
    ['ME', 'Bath & "Brunswick"', '2300502060', 'Baldwin', 1094.25],
  ]);
  assert.equal(
    await converted(['first sheet', ''], ['a.xlsx', sheet]),
    'stusps,hud_area_name,fips,county_town_name,fmr_0\nAL,"Montgomery, AL MSA",0100199999,,860\nME,"Bath & ""Brunswick""",2300502060,Baldwin,1094.25\n',
  );
});

test('an archive that is not a workbook is refused', async () => {
  await assertRefused(converted(['first sheet', ''], ['a.xlsx', zip({ a: 'b' })]), /a\.xlsx: not a workbook/);
});

const CENSUS: Described = [
  'census answer',
  'name=NAME; state_fips=state; place_fips=place; rent=B25064_001E',
];

test('a Census Bureau response becomes a table, without withheld figures', async () => {
  const answer = JSON.stringify([
    ['NAME', 'B25064_001E', 'state', 'place'],
    ['Abbeville city, Alabama', '493', '01', '00124'],
    ['Suppressed town, Alabama', '-666666666', '01', '00001'],
    ['Absent town, Alabama', null, '01', '00002'],
    ['Adamsville city, Alabama', 1347, '01', '00460'],
  ]);
  assert.equal(
    await converted(CENSUS, ['a.json', answer]),
    'name,state_fips,place_fips,rent\n"Abbeville city, Alabama",01,00124,493\n"Adamsville city, Alabama",01,00460,1347\n',
  );
});

test('a Census Bureau response with other columns, a ragged row or a cell that is not a number is refused', async () => {
  const answer = (...rows: unknown[]) => converted(CENSUS, ['a.json', JSON.stringify(rows)]);
  const header = ['NAME', 'B25064_001E', 'state', 'place'];
  await assertRefused(
    answer(['NAME', 'RENT', 'state', 'place'], ['a', '1', '01', '1']),
    /column B25064_001E/,
  );
  await assertRefused(
    answer(header, ['a', '1', '01']),
    /line 2, column 3: the row has 3 cells, the header 4/,
  );
  await assertRefused(
    answer(header, ['a', 'many', '01', '1']),
    /line 2, column B25064_001E: not a number: "many"/,
  );
  await assertRefused(answer(header), /not a table/);
  await assertRefused(converted(CENSUS, ['a.json', '{"error": "no key"}']), /not a table/);
  await assertRefused(converted(CENSUS, ['a.json', '[["NAME"']), /not JSON, or truncated/);
});

const PAGES: Described = ['allowance pages', ''];

test('the three pages of allowances become one table with one line per post', async () => {
  const table = await converted(
    PAGES,
    [
      'cola.html',
      allowancePage('Post Allowance', [
        ['ITALY', 'Rome', '30%'],
        ['MALI', 'Bamako', '0%'],
      ]),
    ],
    [
      'hardship.html',
      allowancePage('Rate', [
        ['ITALY', 'Rome', '0%'],
        ['MALI', 'Bamako', '25%'],
      ]),
    ],
    ['danger_pay_all.html', allowancePage('Rate', [['MALI', 'Bamako', '15%']])],
  );
  assert.equal(
    table,
    'country_name,post_name,effective_date,cola_pct_spendable_income,post_differential_pct,danger_pay_pct\n' +
      'ITALY,Rome,2026-07-12,30,0,\nMALI,Bamako,2026-07-12,0,25,15\n',
  );
});

test('pages of allowances in a changed form are refused, not partly read', async () => {
  const good = allowancePage('Rate', [['MALI', 'Bamako', '25%']]);
  const cola = allowancePage('Post Allowance', [['MALI', 'Bamako', '0%']]);
  const pages = (...html: [string, string, string]) =>
    converted(PAGES, ['cola.html', html[0]], ['hardship.html', html[1]], ['danger_pay_all.html', html[2]]);
  await assertRefused(
    pages(cola, good.replaceAll("title='Rate'", "title='Percent'"), good),
    /hardship\.html, column Rate: a row of posts has no cell/,
  );
  await assertRefused(
    pages(cola, good.replace('25%', 'N/A'), good),
    /hardship\.html, column Rate: not a percentage/,
  );
  await assertRefused(pages(cola, '<html><body>Sorry</body></html>', good), /Rates Effective/);
  await assertRefused(
    pages(cola, allowancePage('Rate', [['MALI', 'Bamako', '25%']], '06/14/2026'), good),
    /hardship\.html, column Rates Effective: not the day of the other pages: 2026-07-12,2026-06-14/,
  );
  await assertRefused(
    pages(
      cola,
      allowancePage('Rate', [
        ['MALI', 'Bamako', '25%'],
        ['MALI', 'Bamako', '20%'],
      ]),
      good,
    ),
    /MALI, Bamako is there twice/,
  );
  await assertRefused(
    pages(cola, allowancePage('Rate', []), good),
    /hardship\.html, column Post Name: no row/,
  );
});
