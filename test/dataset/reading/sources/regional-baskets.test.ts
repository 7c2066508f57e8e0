import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMetrics } from '../../../../src/dataset/building/facts/metric.ts';
import type { SourceReader } from '../../../../src/dataset/reading/sources/reader.ts';
import { assertRefused, readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const koreaHouseRents = tableReaderNamed('korea-house-rents');

const argentinaRegionalParities = tableReaderNamed('argentina-regional-parities');
const brazilPofRents = tableReaderNamed('brazil-pof-rents');
const francePriceGaps = tableReaderNamed('france-price-gaps');
const indiaHouseholdSpending = tableReaderNamed('india-household-spending');
const indiaPovertyLines = tableReaderNamed('india-poverty-lines');
const indonesiaMinimumWages = tableReaderNamed('indonesia-minimum-wages');
const indonesiaPovertyLines = tableReaderNamed('indonesia-poverty-lines');
const malaysiaHouseholdIncome = tableReaderNamed('malaysia-household-income');
const mexicoEnighRents = tableReaderNamed('mexico-enigh-rents');
const peruPovertyLines = tableReaderNamed('peru-poverty-lines');
const philippinesPovertyThresholds = tableReaderNamed('philippines-poverty-thresholds');
const rosstatFixedBasket = tableReaderNamed('rosstat-fixed-basket');
const ukRegionalPrices = tableReaderNamed('uk-regional-prices');
const vietnamSpatialIndex = tableReaderNamed('vietnam-spatial-index');

/** The reader, its file, lines of the file, and the places and values that the reader must find in them. */
const EXCERPTS: [SourceReader, file: string, lines: string[], facts: [place: string, value: number][]][] = [
  [
    rosstatFixedBasket,
    'fixed_basket_december_long.csv',
    [
      'name_as_published,level,year,rubles_december',
      'Центральный федеральный округ,1,2025,29474.36',
      'Город Москва столица Российской Федерации город федерального значения,2,2025,38465.27',
      'Республика Татарстан (Татарстан),2,2025,22643.65',
      'Республика Татарстан (Татарстан),2,2024,20000',
      'Республика Крым,2,2025,24304.71',
      'Тюменская область,2,2025,27038.41',
      'Ямало-Ненецкий автономный округ (Тюменская область),3,2025,36000',
    ],
    [
      ['area/ru-admin1-48', 38465.27],
      ['area/ru-admin1-73', 22643.65],
      ['area/ru-admin1-87', 36000],
    ],
  ],
  [
    ukRegionalPrices,
    'uk_region_rrcpl_2016.csv',
    [
      'region,year,c01_food,c03_clothing_footwear,c05_furnishings_household,c07_transport,c09_recreation_culture,all_items_12region',
      'London,2016,102.2,103.5,112.2,103.3,114.8,107.2',
      'South East,2016,,,,,,101.5',
      'England (excluding London),2016,97.6,101.3,97.4,100.4,97.4,',
    ],
    [
      ['area/nuts-uki', 107.2],
      ['area/nuts-uki', 102.2],
      ['area/nuts-uki', 103.5],
      ['area/nuts-uki', 112.2],
      ['area/nuts-uki', 103.3],
      ['area/nuts-uki', 114.8],
      ['area/nuts-ukj', 101.5],
    ],
  ],
  [
    mexicoEnighRents,
    'rents_by_state_and_size.csv',
    [
      'inegi_state,locality_size,n_rent,median_rent,n_estimated,median_estimated_rent',
      '09,1,1100,4000,300,5000',
      '01,2,19,1500,196,2000',
      '01,4,113,1400,852,1500',
    ],
    [['area/mx-size-09-1', 4000]],
  ],
  [
    brazilPofRents,
    'imputed_rent_by_state_urban_rural.csv',
    [
      'uf,situation,n,median_imputed_rent_brl,mean_imputed_rent_brl,weight',
      '35,1,3000,804.1,1000,1',
      '35,2,300,500,600,1',
      '53,1,900,1008,1500,1',
    ],
    [
      ['area/br-admin1-27', 804.1],
      ['area/br-admin1-07', 1008],
    ],
  ],
  [
    indonesiaPovertyLines,
    'garis_kemiskinan_2025.csv',
    [
      'bps_code,nama_wilayah,garis_kemiskinan_rupiah_per_kapita_per_bulan_2025',
      '3100,DKI JAKARTA,852798',
      '3500,JAWA TIMUR,560000',
      '3578,Kota Surabaya,775597',
      '9708,Pegunungan Bintang,1132178',
    ],
    [
      ['area/id-admin1-04', 852798],
      ['area/id-admin2-08-3578', 775597],
    ],
  ],
  [
    philippinesPovertyThresholds,
    '1E3DF020.csv',
    [
      '"Table 2. Thresholds"',
      '',
      '"Geolocation";"Annual Per Capita Poverty Threshold (in PhP) 2021p"',
      '"PHILIPPINES 1/, 2/";28871',
      '"..National Capital Region (NCR) 1/, 2/";32978',
      '"....1st District b/, c/, d/";32978',
      '"....Cebu 1/, 2/";33657',
      '"....Batanes 1/, 2/, a/, d/";35550',
      '"....Davao Occidental e/";..',
      '"....Maguindanao 2/";27000',
      '"Special Computation:";..',
      '"Region 9 excluding Isabela City";1',
    ],
    [
      ['area/ph-admin1-ncr', 32978],
      ['area/ph-admin2-07-21', 33657],
      ['area/ph-admin2-14-mgn', 27000],
      ['area/ph-admin2-14-mgs', 27000],
    ],
  ],
  [
    indiaPovertyLines,
    'tendulkar_poverty_lines_2011-12.csv',
    [
      'nss_state_code,state_as_in_copy,rural_inr_per_capita_month,urban_inr_per_capita_month',
      '7,Delhi,1145,1134',
      '28,Andhra Pradesh,860,1009',
      '25,Daman & Diu,1090,1134',
      ',All India,816,1000',
    ],
    [
      ['area/in-admin1-07', 1134],
      ['area/in-admin1-02', 1009],
      ['area/in-admin1-40', 1009],
    ],
  ],
  [
    indiaHouseholdSpending,
    'mpce_by_state_2023_24.csv',
    [
      'state,urban_mpce_inr_month,rural_mpce_inr_month,urban_gini,rural_gini',
      'Bihar,5080,3670,0.232,0.191',
      'Sikkim,13927,9377,0.262,0.249',
      'All-India,6996,4122,0.284,0.237',
    ],
    [
      ['area/in-admin1-34', 5080],
      ['area/in-admin1-29', 13927],
    ],
  ],
  [
    indonesiaMinimumWages,
    'umk_regencies_2024_2026.csv',
    [
      'bps_code,regency,province_code,province,umk_2024,umk_2025,umk_2026',
      '1103,Kabupaten Aceh Timur,11,Aceh,3413666,3685616,3932552',
      '3171,Kota Jakarta Pusat,31,DKI Jakarta,5067381,5396761,5729876',
      '3173,Kota Jakarta Barat,31,DKI Jakarta,5067381,5396761,5729876',
      '3371,Kota Magelang,33,Jawa Tengah,2316890,2467488,2429285',
    ],
    [
      ['area/id-admin2-01-1105', 3932552],
      ['area/id-admin1-04', 5729876],
    ],
  ],
  [
    francePriceGaps,
    'price_gaps.csv',
    [
      'territory,compared_with,group,gap_percent,year,rents_included,read_in',
      'Paris region,province without Corsica,all items,7.2,2022,yes,a page',
      'Paris region,province without Corsica,all items without rents,5,2022,no,a page',
      'Corsica,province,all items without rents,7,2022,no,a page',
    ],
    [
      ['area/fr-admin1-11', 5],
      ['area/fr-admin1-94', 7],
      ...['24', '27', '28', '32', '44', '52', '53', '75', '76', '84', '93'].map((code): [string, number] => [
        `area/fr-admin1-${code}`,
        0,
      ]),
    ],
  ],
  [
    malaysiaHouseholdIncome,
    'hh_income_district.csv',
    [
      'state,district,date,income_mean,income_median',
      'Johor,Johor Bahru,2019-01-01,9315,7342',
      'Johor,Johor Bahru,2022-01-01,9869,8232',
      'Perak,Kinta,2022-01-01,7000,5037',
      'Kelantan,Kecil Lojing,2022-01-01,3000,2500',
    ],
    [
      ['area/my-admin2-01-0102', 8232],
      ['area/my-admin2-07-0906', 5037],
    ],
  ],
  [
    peruPovertyLines,
    'lines_by_domain.csv',
    [
      'domain,year,extreme_line_pen_person_month,poverty_line_pen_person_month',
      'Metropolitan Lima,2022,266,510',
      'Metropolitan Lima,2023,294,546',
      '"highlands, rural",2023,217,334',
      '"highlands, urban",2023,228,392',
    ],
    [
      ['area/pe-inei-lima', 546],
      ['area/pe-inei-highlands', 392],
    ],
  ],
  [
    argentinaRegionalParities,
    'ppcc_2001.csv',
    ['region,ppcc_gba_1', 'GBA,1', 'Patagonia,0.949'],
    [
      ['area/ar-indec-gba', 1],
      ['area/ar-indec-patagonia', 0.949],
    ],
  ],
  [
    vietnamSpatialIndex,
    'scoli_province_2010_2016.csv',
    [
      '"year","province","spatial_cost_of_living_index"',
      '2015,"Ha Noi",100',
      '2016,"Ha Noi",100',
      '2016,"Ho Chi Minh",99.67',
    ],
    [
      ['area/vn-admin1-01', 100],
      ['area/vn-province-ho-chi-minh', 99.67],
    ],
  ],
  [
    koreaHouseRents,
    'sigungu_house_rents_2016.csv',
    [
      'sigungu,jeonse_10kKRW_m2,n_jeonse,wolse_rent_10kKRW,wolse_deposit_10kKRW,wolse_area_m2,n_wolse',
      '강원도 강릉시,108.48,322,33,1000,60,299',
      '강원도 고성군,51.02,17,27.5,500,59.25,16',
      '경기도 성남시 분당구,250,100,50,1000,50,100',
      '경기도 성남시 수정구,150,300,50,1000,50,100',
      '서울특별시 강남구,357,1000,50,1000,50,100',
    ],
    [
      ['area/kr-admin2-06-32030', 1_084_800],
      ['area/kr-admin2-13-31020', 1_750_000],
      ['area/kr-admin1-11', 3_570_000],
    ],
  ],
];

for (const [reader, file, lines, expected] of EXCERPTS) {
  const text = `${lines.join('\n')}\n`;

  test(`${reader.id}: a region’s figure belongs to its area, and unknown regions are left out`, () => {
    const { facts, matches } = readExcerpt(reader, { [file]: text });
    assert.deepEqual(
      facts.map(({ place, value }) => [place, value]),
      expected,
    );
    assert.ok(facts.every(({ grain }) => grain === 'region'));
    assert.ok(matches.every(({ how }) => how !== ''));
  });

  test(`${reader.id}: a truncated row is refused`, () => {
    const cut = text.slice(0, text.trimEnd().length - 1);
    assertRefused(
      reader,
      { [file]: cut },
      { file, line: lines.length, column: '', fault: /truncated|Quote/ },
    );
  });
}

test('a region that has not been reviewed is an error', () => {
  const [, file, lines] = EXCERPTS.find(([reader]) => reader === indiaPovertyLines) ?? assert.fail();
  const text = `${lines.join('\n').replace('Delhi', 'Atlantis')}\n`;
  assert.throws(
    () => readExcerpt(indiaPovertyLines, { [file]: text }),
    /match-regions\.tsv has no row of "Atlantis"/,
  );
});

test('old poverty lines, spending and monthly incomes of regions are only inputs of the estimates', () => {
  const metrics = readMetrics(DATA_DIRECTORY);
  for (const id of [
    'past_poverty_line',
    'poverty_threshold_yearly',
    'household_spending_per_person',
    'household_median_income_monthly',
  ])
    assert.equal(metrics.get(id)?.resource, 'model_input', id);
});
