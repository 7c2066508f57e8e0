import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGazetteer } from '../../../../src/dataset/building/places/gazetteer.ts';
import { homicideRate } from '../../../../src/dataset/reading/sources/homicide-rules.ts';
import type { SourceReader } from '../../../../src/dataset/reading/sources/reader.ts';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
} from '../../../support/dataset/excerpts.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const argentinaSnicHomicides = tableReaderNamed('argentina-snic-homicides');
const brazilSinespHomicides = tableReaderNamed('brazil-sinesp-homicides');
const ecuadorHomicides = tableReaderNamed('ecuador-homicides');
const eurostatCrime = tableReaderNamed('eurostat-crime');
const indiaNcrbMurders = tableReaderNamed('india-ncrb-murders');
const mexicoInegiHomicides = tableReaderNamed('mexico-inegi-homicides');

const mexicoEnighRents = tableReaderNamed('mexico-enigh-rents');
const usFbiCityMurders = tableReaderNamed('us-fbi-city-murders');

const CITIES = openGazetteer(DATA_DIRECTORY).citiesOf('EC');

const table = (...lines: string[]) => `${lines.join('\n')}\n`;

/** Value and standard error by place. */
function ratesOf(reader: SourceReader, excerpt: Excerpt): Record<string, [number, number | undefined]> {
  const { facts } = readExcerpt(reader, excerpt);
  return Object.fromEntries(
    facts.map(({ place, value, standard_error }) => [place, [value, standard_error]]),
  );
}

test('a rate is over all years together, with the error of a Poisson count, or of one death if there was none', () => {
  assert.deepEqual(homicideRate(30 + 70, 100_000 + 300_000), { value: 25, standard_error: 2.5 });
  assert.deepEqual(homicideRate(0, 50_000), { value: 0, standard_error: 2 });
});

const FBI = 'offenses_by_city_2022.csv';
const FBI_ROWS = table(
  'state,city,population,murder',
  'ILLINOIS,Chicago,2652124,604',
  'MINNESOTA,St. Paul,300000,0',
  'NEW YORK,New York,8236567,438',
  'NEW JERSEY,Lakewood Township,141190,1',
  'MASSACHUSETTS,Plymouth,65779,0',
  'NEVADA,Las Vegas Metropolitan Police Department,1667961,147',
  'ALABAMA,No Such Place,2390,0',
  'MARYLAND,Baltimore City Sheriff,0,0',
);

test('an American city has the murders of its police, under the spelling of its state’s city', () => {
  const rates = ratesOf(usFbiCityMurders, { [FBI]: FBI_ROWS });
  assert.deepEqual(rates['city/chicago'], [22.7742, 0.926669]);
  assert.deepEqual(rates['city/saint-paul-minnesota-united-states'], [0, 0.333333]);
  assert.deepEqual(rates['city/new-york'], rates['area/us-new-york-city'], 'the boroughs');
  assert.deepEqual(Object.keys(rates).sort(), [
    'area/us-county-32003',
    'area/us-new-york-city',
    'city/chicago',
    'city/new-york',
    'city/saint-paul-minnesota-united-states',
  ]);
});

test('a name whose people the FBI counts far differently is another place, and says so', () => {
  const { matches } = readExcerpt(usFbiCityMurders, { [FBI]: FBI_ROWS });
  const how = (published: string) => matches.find((match) => match.published === published)?.how ?? '';
  assert.match(how('NEW JERSEY | Lakewood Township'), /has \d+ people, not 141190/);
  assert.match(how('MASSACHUSETTS | Plymouth'), /has \d+ people, not 65779/);
  assert.match(how('ALABAMA | No Such Place'), /no city of this name/);
});

test('American files with another state, without people or with text for murders are refused', () => {
  const refused = (line: string, column: string, fault: RegExp) =>
    assertRefused(
      usFbiCityMurders,
      { [FBI]: table('state,city,population,murder', line) },
      { file: FBI, line: 2, column, fault },
    );
  refused('ONTARIO,Ottawa,1000000,1', 'state', /no state/);
  refused('ILLINOIS,Chicago,,1', 'population', /empty/);
  refused('ILLINOIS,Chicago,2652124,some', 'murder', /not a number/);
});

const SINESP = 'lethal_crimes_by_municipality_2022_2025.csv';
const YEARS = ['2022', '2023', '2024'];
const KINDS = ['homicidio_doloso', 'feminicidio', 'latrocinio', 'lesao_seguida_de_morte'];
const SINESP_HEADER = [
  'uf,municipio,codigo_ibge',
  ...KINDS.flatMap((kind) => YEARS.map((year) => `${kind}_${year}`)),
  ...YEARS.map((year) => `population_${year}`),
].join(',');
const SINESP_ROWS = table(
  SINESP_HEADER,
  'SP,SÃO PAULO,3550308,400,400,400,50,50,50,40,40,40,10,10,10,10000000,10000000,10000000',
  'SP,CAMPINAS,3509502,0,0,0,0,0,0,0,0,0,0,0,0,1000000,1000000,1000000',
  'SP,NÃO INFORMADO,,9,9,9,0,0,0,0,0,0,0,0,0,,,',
  'RJ,RIO DE JANEIRO,3304557,999,999,1002,0,0,0,0,0,0,0,0,0,5000000,5000000,5000000',
);

test('a Brazilian municipality has four kinds of victims of three years, and its districts have them through an area', () => {
  const rates = ratesOf(brazilSinespHomicides, { [SINESP]: SINESP_ROWS });
  assert.equal(rates['city/sao-paulo']?.[0], 5);
  assert.equal(rates['area/br-municipality-3550308']?.[0], 5);
  assert.deepEqual(rates['city/campinas'], [0, 0.0333333]);
  assert.equal(rates['city/rio-de-janeiro']?.[0], 20);
});

test('a Brazilian state and the country are the sums of their municipalities, without deaths nobody placed', () => {
  const rates = ratesOf(brazilSinespHomicides, { [SINESP]: SINESP_ROWS });
  assert.equal(rates['area/br-admin1-27']?.[0], 4.54545);
  assert.equal(rates['country/brazil']?.[0], 9.375);
});

test('Brazilian files with a code of another length or without people are refused', () => {
  const refused = (text: string, column: string, fault: RegExp) =>
    assertRefused(brazilSinespHomicides, { [SINESP]: text }, { file: SINESP, line: 2, column, fault });
  refused(SINESP_ROWS.replace('3550308', '355030'), 'codigo_ibge', /instead of #######/);
  refused(SINESP_ROWS.replace('10000000', ''), 'population_2022', /empty/);
});

const CANTONS = 'homicides_by_canton_2025_jan_nov.csv';
const CANTON_ROWS = table(
  'codigo_provincia,provincia,codigo_canton,canton,asesinato,femicidio,homicidio,sicariato,total',
  '01,AZUAY,0101,CUENCA,15,2,1,2,20',
  '01,AZUAY,0103,GUALACEO,1,0,0,0,1',
  '09,GUAYAS,0907,DURÁN,500,1,2,3,506',
);

test('cantons of Ecuador have the homicides of eleven months per year, if their seat has the people of the canton', () => {
  const rates = ratesOf(ecuadorHomicides, { [CANTONS]: CANTON_ROWS });
  const people = (id: string) => CITIES.find(({ key }) => key === id)?.population ?? 0;
  for (const [id, deaths] of [
    ['city/cuenca', 20],
    ['city/eloy-alfaro', 506],
  ] as const)
    assert.equal(rates[id]?.[0], Number(((100_000 * deaths * 12) / 11 / people(id)).toPrecision(6)));
  assert.deepEqual(Object.keys(rates).sort(), ['city/cuenca', 'city/eloy-alfaro', 'country/ecuador']);
});

test('a file of Ecuador with another code or without a count is refused', () => {
  const refused = (text: string, column: string, fault: RegExp) =>
    assertRefused(ecuadorHomicides, { [CANTONS]: text }, { file: CANTONS, line: 2, column, fault });
  refused(CANTON_ROWS.replace('0101', '101'), 'codigo_canton', /instead of ####/);
  refused(CANTON_ROWS.replace('15,2,1,2,20', '15,2,1,2,'), 'total', /empty/);
});

const INEGI_YEARS = ['2019', '2020', '2021'].flatMap((year) => [`homicides_${year}`, `population_${year}`]);
const INEGI: Excerpt = {
  'homicides_by_municipality_2017_2021.csv': table(
    `cve_mun,municipio,${INEGI_YEARS.join(',')}`,
    '08037,Juárez,1500,1500000,1500,1500000,1500,1500000',
    '31050,Mérida,30,1000000,30,1000000,30,1000000',
    '07030,Solosuchiapa,,8000,,8000,,8000',
  ),
  'homicides_by_state_2017_2022.csv': table(
    `cve_ent,${INEGI_YEARS.join(',')}`,
    '08,2000,4000000,2000,4000000,2000,4000000',
    '31,60,2000000,60,2000000,60,2000000',
  ),
};

test('INEGI’s codes of four states are not those of GeoNames', () => {
  const rates = ratesOf(mexicoInegiHomicides, INEGI);
  assert.equal(rates['city/ciudad-juarez']?.[0], 100);
  assert.equal(rates['area/mx-admin1-06']?.[0], 50, 'Chihuahua');
  assert.equal(rates['city/merida']?.[0], 3);
  assert.equal(rates['country/mexico']?.[0], 34.3333);
});

test('the rents of a size of place belong to INEGI’s state, not to the state with its number in GeoNames', () => {
  const { facts } = readExcerpt(mexicoEnighRents, {
    'rents_by_state_and_size.csv': table(
      'inegi_state,locality_size,n_rent,median_rent',
      '08,1,100,2250',
      '09,1,100,4000',
    ),
  });
  assert.deepEqual(
    facts.map(({ place, value }) => [place, value]),
    [
      ['area/mx-size-06-1', 2250],
      ['area/mx-size-09-1', 4000],
    ],
  );
});

test('a Mexican municipality without deaths data has no figure, and a state without is refused', () => {
  const { matches } = readExcerpt(mexicoInegiHomicides, INEGI);
  assert.ok(!matches.some(({ published }) => published.startsWith('07030')));
  const file = 'homicides_by_state_2017_2022.csv';
  assertRefused(
    mexicoInegiHomicides,
    { ...INEGI, [file]: String(INEGI[file]).replace('31,60', '31,') },
    { file, line: 3, column: 'cve_ent', fault: /without deaths or people/ },
  );
});

const SNIC = 'snic_provinces_2018_2024.csv';
const SNIC_HEADER = 'provincia_nombre,anio,codigo_delito_snic_id,cantidad_victimas,tasa_victimas';
const SNIC_ROWS = table(
  SNIC_HEADER,
  'Santa Fe,2021,1,999,30',
  ...YEARS.map((year) => `Santa Fe,${year},1,200,5`),
  ...YEARS.map((year) => `Santa Fe,${year},2,900,25`),
  ...YEARS.map((year) => `San Juan,${year},1,10,1`),
);

test('an Argentine province has its intentional homicides of three years, and the country their sum', () => {
  const rates = ratesOf(argentinaSnicHomicides, { [SNIC]: SNIC_ROWS });
  assert.deepEqual(rates['area/ar-admin1-21'], [5, 0.204124]);
  assert.equal(rates['area/ar-admin1-18']?.[0], 1);
  assert.equal(rates['country/argentina']?.[0], 4.2);
});

test('an Argentine province with a year missing, or a count without a rate, is refused', () => {
  const refused = (text: string, line: number, column: string, fault: RegExp) =>
    assertRefused(argentinaSnicHomicides, { [SNIC]: text }, { file: SNIC, line, column, fault });
  refused(SNIC_ROWS.replace('Santa Fe,2023,1,200,5\n', ''), 3, 'anio', /2 of 3 years/);
  refused(SNIC_ROWS.replace('2022,1,200,5', '2022,1,200,0'), 3, 'tasa_victimas', /no rate/);
});

const NCRB = 'murder_by_state_2022_2024.csv';
const NCRB_ROWS = table(
  'state_ut,murders_2022,murders_2023,murders_2024,mid_year_projected_population_lakhs_2024',
  'Kerala,300,350,340,360',
  'Jharkhand,1500,1500,1500,400',
);

test('an Indian state has its murders of three years per person of 2024, and the country their sum', () => {
  const rates = ratesOf(indiaNcrbMurders, { [NCRB]: NCRB_ROWS });
  assert.equal(rates['area/in-admin1-13']?.[0], 0.916667);
  assert.equal(rates['area/in-admin1-38']?.[0], 3.75);
  assert.equal(rates['country/india']?.[0], 2.40789);
});

test('an Indian state that nobody reviewed, or without people, is refused', () => {
  assert.throws(
    () => readExcerpt(indiaNcrbMurders, { [NCRB]: NCRB_ROWS.replace('Kerala', 'Travancore') }),
    /match-regions\.tsv has no row of "Travancore"/,
  );
  assertRefused(
    indiaNcrbMurders,
    { [NCRB]: NCRB_ROWS.replace('340,360', '340,') },
    { file: NCRB, line: 2, column: 'mid_year_projected_population_lakhs_2024', fault: /empty/ },
  );
});

const EUROSTAT = 'crim_gen_reg_2016_2021.csv';
const EUROSTAT_ROWS = table(
  'unit,iccs,geo,2016,2017,2018,2019,2020,2021',
  'NR,ICCS0101,DE,900,810,788,623,:,:',
  'P_HTHAB,ICCS0101,DE,1.10,0.98,0.95,0.75,:,:',
  'NR,ICCS0502,DE,:,830000,830000,830000,:,:',
  'P_HTHAB,ICCS0502,DE,:,1000,1000,1000,:,:',
  'NR,ICCS0101,DE300,47,36,36,36b,:,:',
  'P_HTHAB,ICCS0101,DE300,1.34,1.00,1.00,1.00,:,:',
  'NR,ICCS0502,DE300,:,36000,36000,36000,:,:',
  'P_HTHAB,ICCS0502,DE300,:,1000,1000,1000,:,:',
  'NR,ICCS0101,DE600,5,:,5,5,:,:',
  'P_HTHAB,ICCS0101,DE600,0.30,:,0.30,0.30,:,:',
  'NR,ICCS0101,DE1,5,5,5,5,:,:',
);

test('a European region has the last three years of its country, and its people follow from the commonest offence', () => {
  const { facts } = readExcerpt(eurostatCrime, { [EUROSTAT]: EUROSTAT_ROWS });
  const berlin = facts.find(({ place }) => place === 'area/nuts-de300');
  assert.deepEqual([berlin?.value, berlin?.period, berlin?.grain], [1, '2017-01-01/2019-12-31', 'region']);
  assert.equal(facts.find(({ place }) => place === 'country/germany')?.value, 0.891968);
});

test('a year with more than twice the deaths of the other two is left out of a European region, as of old crimes that were solved', () => {
  const solved = EUROSTAT_ROWS.replace('DE300,47,36,36', 'DE300,47,150,36');
  const { facts } = readExcerpt(eurostatCrime, { [EUROSTAT]: solved });
  const berlin = facts.find(({ place }) => place === 'area/nuts-de300');
  assert.deepEqual(
    [berlin?.value, berlin?.period, berlin?.note],
    [1, '2018-01-01/2019-12-31', 'mean of two years'],
  );
  const doubled = EUROSTAT_ROWS.replace('DE300,47,36,36', 'DE300,47,144,36');
  const [kept] = readExcerpt(eurostatCrime, { [EUROSTAT]: doubled }).facts.filter(
    ({ place }) => place === 'area/nuts-de300',
  );
  assert.equal(kept?.period, '2017-01-01/2019-12-31');
});

test('a European region with a year missing, or of level 1, has no figure', () => {
  const { facts } = readExcerpt(eurostatCrime, { [EUROSTAT]: EUROSTAT_ROWS });
  assert.deepEqual(facts.map(({ place }) => place).sort(), ['area/nuts-de300', 'country/germany']);
});

test('European files with an unknown region code or with text for a number are refused', () => {
  const refused = (text: string, line: number, column: string, fault: RegExp) =>
    assertRefused(eurostatCrime, { [EUROSTAT]: text }, { file: EUROSTAT, line, column, fault });
  refused(EUROSTAT_ROWS.replace('DE300', 'Berlin'), 6, 'geo', /not a NUTS code/);
  refused(EUROSTAT_ROWS.replace('36b', 'many'), 6, '2019', /neither a number nor missing/);
});
