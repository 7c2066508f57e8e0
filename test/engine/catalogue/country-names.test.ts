import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openedRelease } from '../../support/release/opened-release.ts';

const release = await openedRelease();

function named(text: string): string | undefined {
  const resolution = release.resolveCountry(text);
  return resolution.kind === 'found' ? resolution.place.alpha2 : undefined;
}

/** Names by alpha-2 code, where a list does not write the common name. */
type Names = Readonly<Record<string, string>>;

const ISO: Names = {
  BO: 'Bolivia (Plurinational State of)',
  BS: 'Bahamas (the)',
  CC: 'Cocos (Keeling) Islands (the)',
  CD: 'Congo (the Democratic Republic of the)',
  CF: 'Central African Republic (the)',
  CI: "Côte d'Ivoire",
  CV: 'Cabo Verde',
  DO: 'Dominican Republic (the)',
  FK: 'Falkland Islands (the) [Malvinas]',
  FM: 'Micronesia (Federated States of)',
  FO: 'Faroe Islands (the)',
  GB: 'United Kingdom of Great Britain and Northern Ireland (the)',
  GM: 'Gambia (the)',
  GS: 'South Georgia and the South Sandwich Islands',
  IO: 'British Indian Ocean Territory (the)',
  IR: 'Iran (Islamic Republic of)',
  KM: 'Comoros (the)',
  KP: "Korea (the Democratic People's Republic of)",
  KR: 'Korea (the Republic of)',
  KY: 'Cayman Islands (the)',
  LA: "Lao People's Democratic Republic (the)",
  MD: 'Moldova (the Republic of)',
  MF: 'Saint Martin (French part)',
  MH: 'Marshall Islands (the)',
  MP: 'Northern Mariana Islands (the)',
  NE: 'Niger (the)',
  NL: 'Netherlands (Kingdom of the)',
  PH: 'Philippines (the)',
  PS: 'Palestine, State of',
  RU: 'Russian Federation (the)',
  SD: 'Sudan (the)',
  SH: 'Saint Helena, Ascension and Tristan da Cunha',
  SJ: 'Svalbard and Jan Mayen',
  SX: 'Sint Maarten (Dutch part)',
  SY: 'Syrian Arab Republic (the)',
  TC: 'Turks and Caicos Islands (the)',
  TF: 'French Southern Territories (the)',
  TR: 'Türkiye',
  TW: 'Taiwan (Province of China)',
  TZ: 'Tanzania, the United Republic of',
  US: 'United States of America (the)',
  VA: 'Holy See (the)',
  VE: 'Venezuela (Bolivarian Republic of)',
  VG: 'Virgin Islands (British)',
  VI: 'Virgin Islands (U.S.)',
  VN: 'Viet Nam',
};

const WORLD_BANK: Names = {
  BN: 'Brunei Darussalam',
  BS: 'Bahamas, The',
  CD: 'Congo, Dem. Rep.',
  CG: 'Congo, Rep.',
  CI: "Cote d'Ivoire",
  CW: 'Curacao',
  EG: 'Egypt, Arab Rep.',
  FM: 'Micronesia, Fed. Sts.',
  GM: 'Gambia, The',
  HK: 'Hong Kong SAR, China',
  IR: 'Iran, Islamic Rep.',
  KG: 'Kyrgyz Republic',
  KN: 'St. Kitts and Nevis',
  KP: "Korea, Dem. People's Rep.",
  KR: 'Korea, Rep.',
  LA: 'Lao PDR',
  LC: 'St. Lucia',
  MF: 'St. Martin (French part)',
  MO: 'Macao SAR, China',
  PR: 'Puerto Rico (US)',
  PS: 'West Bank and Gaza',
  RU: 'Russian Federation',
  SK: 'Slovak Republic',
  SO: 'Somalia, Fed. Rep.',
  ST: 'Sao Tome and Principe',
  SY: 'Syrian Arab Republic',
  TR: 'Turkiye',
  TW: 'Taiwan, China',
  VC: 'St. Vincent and the Grenadines',
  VE: 'Venezuela, RB',
  VI: 'Virgin Islands (U.S.)',
  VN: 'Viet Nam',
  YE: 'Yemen, Rep.',
};

/** Of the United Nations, of CLDR, and of older editions, statistics and maps. */
const OTHERS: Names = {
  AE: 'UAE',
  AG: 'Antigua & Barbuda',
  BA: 'Bosnia & Herzegovina',
  BL: 'St. Barthélemy',
  BQ: 'Bonaire, Sint Eustatius and Saba',
  CD: 'Congo - Kinshasa',
  CG: 'Congo - Brazzaville',
  CZ: 'Czech Republic',
  GB: 'Great Britain',
  HK: 'China, Hong Kong Special Administrative Region',
  HM: 'Heard & McDonald Islands',
  IM: 'Isle of Man',
  KP: 'Korea, North',
  KR: 'Korea, South',
  LA: 'Lao PDR',
  LY: 'Libyan Arab Jamahiriya',
  MK: 'Macedonia, the former Yugoslav Republic of',
  MM: 'Burma',
  MO: 'China, Macao Special Administrative Region',
  MP: 'N. Mariana Isl.',
  PM: 'St. Pierre & Miquelon',
  PN: 'Pitcairn',
  PS: 'Palestinian Territories',
  RE: 'Reunion',
  SB: 'Solomon Is.',
  SH: 'St. Helena',
  SS: 'Sudan, South',
  ST: 'São Tomé & Príncipe',
  SZ: 'Swaziland',
  TL: 'Timor-Leste',
  TW: 'Chinese Taipei',
  TZ: 'Tanzania, United Rep.',
  UM: 'United States Minor Outlying Islands',
  VA: 'Holy See (Vatican City State)',
  VC: 'Saint Vincent & the Grenadines',
  VG: 'Virgin Islands, British',
  VI: 'United States Virgin Islands',
  XK: 'Kosovo',
};

for (const [list, names] of Object.entries({
  'ISO 3166': ISO,
  'the World Bank': WORLD_BANK,
  'other lists': OTHERS,
})) {
  for (const [code, name] of Object.entries(names)) {
    test(`${name}, as ${list} has it, is ${code}`, () => {
      assert.equal(named(name), code);
    });
  }
}

/** A name as lists write it that sort by the word that tells: `Korea, Republic of`. */
function inverted(name: string): string[] {
  const [, before, after] = /^(?:the )?(.+) of (?:the )?(.+)$/i.exec(name) ?? [];
  if (before === undefined || after === undefined) return [];
  return [`${after}, ${before} of`, `${after} (${before} of)`, `${after} (the ${before} of the)`];
}

test('the official and the common name of each country lead to it, inverted, in brackets, abbreviated and with articles', () => {
  const wrong: string[] = [];
  for (const country of release.countries) {
    const official = country.detail.official_name ?? country.name;
    const short = [
      [/Republic/g, 'Rep.'],
      [/Democratic/g, 'Dem.'],
      [/Islands/g, 'Is.'],
      [/Saint/g, 'St.'],
      [/ and /g, ' & '],
    ] as const;
    for (const name of [country.name, official]) {
      const abbreviated = short.reduce((text, [word, other]) => text.replace(word, other), name);
      for (const form of [
        name,
        abbreviated,
        `The ${name}`,
        `${name} (the)`,
        ...inverted(name),
        name.toUpperCase(),
      ])
        if (named(form) !== country.alpha2)
          wrong.push(`${form}: ${named(form)} instead of ${country.alpha2}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('the name of a country in any of these forms says where a city is', () => {
  for (const [text, id] of [
    ['Seoul, Korea, South', 'seoul'],
    ['Seoul, Korea, Rep.', 'seoul'],
    ['Seoul (Korea, Republic of)', 'seoul'],
    ['Vientiane, Lao PDR', 'vientiane'],
    ['Kinshasa, Congo, Dem. Rep.', 'kinshasa'],
    ['Caracas, Venezuela, RB', 'caracas'],
    ['Cairo, Egypt, Arab Rep.', 'cairo'],
    ['Tehran, Iran (Islamic Republic of)', 'tehran'],
    ['Skopje, Macedonia, FYR', 'skopje'],
    ['Saipan, N. Mariana Islands', 'saipan'],
  ] as const) {
    const resolution = release.resolveCity(text);
    assert.equal(resolution.kind === 'found' ? resolution.place.id : undefined, id, text);
  }
});

test('a name of two countries leads to none of them', () => {
  for (const name of ['Congo', 'Virgin Islands', 'Republic', 'The'])
    assert.equal(named(name), undefined, name);
});
