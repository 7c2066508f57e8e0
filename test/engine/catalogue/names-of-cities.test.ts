import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openedRelease } from '../../support/release/opened-release.ts';

const release = await openedRelease();

/** By script or by kind of name: names, and the city that each means. */
const NAMES: Readonly<Record<string, string>> = {
  Cyrillic: `
    Москва: moscow; Москва, Россия: moscow; Санкт-Петербург: saint-petersburg; Екатеринбург: yekaterinburg; Казань: kazan
    Новосибирск: novosibirsk; Київ: kyiv; Київ, Україна: kyiv; Киев: kyiv; Харків: kharkiv; Харьков: kharkiv; Одеса: odesa
    Одесса: odesa; Львів: lviv; Львов: lviv; Мінск: minsk; Минск, Беларусь: minsk; София: sofia; Пловдив: plovdiv; Варна: varna
    Београд: belgrade; Београд, Србија: belgrade; Нови Сад: novi-sad; Скопје: skopje; Алматы: almaty; Астана: astana
    Бишкек: bishkek; Улаанбаатар: ulaanbaatar; Берлин: berlin; Париж: paris; Париж, Франция: paris; Лондон: london; Рим: rome
    Нью-Йорк: new-york; Пекин: beijing; Токио: tokyo; Варшава: warsaw; Прага: prague; Вена: vienna; Мюнхен: munich`,
  Greek: `
    Αθήνα: athens; Αθήνα, Ελλάδα: athens; Θεσσαλονίκη: thessaloniki; Πάτρα: patras; Ηράκλειο: heraklion; Λάρισα: larissa
    Λονδίνο: london; Παρίσι: paris; Βερολίνο: berlin; Κωνσταντινούπολη: istanbul; Λευκωσία: nicosia; Ρώμη: rome`,
  Arabic: `
    القاهرة: cairo; القاهرة، مصر: cairo; الإسكندرية: alexandria; الرياض: riyadh; جدة: jeddah; مكة المكرمة: mecca; دبي: dubai
    أبو ظبي: abu-dhabi; الدوحة: doha; بغداد: baghdad; دمشق: damascus; حلب: aleppo; بيروت: beirut; عمان، الأردن: amman
    الدار البيضاء: casablanca; مراكش: marrakesh; الجزائر: algiers; تونس: tunis; طرابلس، ليبيا: tripoli; الخرطوم: khartoum
    تهران: tehran; تهران، ایران: tehran; مشهد: mashhad; اصفهان: isfahan; کابل: kabul; لاہور: lahore; کراچی: karachi; باريس: paris`,
  Hebrew: `
    ירושלים: jerusalem; תל אביב: tel-aviv; חיפה: haifa; באר שבע: beersheba; לונדון: london; ברלין: berlin`,
  Devanagari: `
    मुंबई: mumbai; दिल्ली: delhi; जयपुर: jaipur; लखनऊ: lucknow; पुणे: pune; नागपुर: nagpur; वाराणसी: varanasi; इंदौर: indore
    काठमाडौं: kathmandu; पटना: patna; मुंबई, भारत: mumbai; लंदन: london`,
  Bengali: 'ঢাকা: dhaka; ঢাকা, বাংলাদেশ: dhaka; কলকাতা: kolkata; সিলেট: sylhet; খুলনা: khulna; রাজশাহী: rajshahi',
  Tamil: 'சென்னை: chennai; மதுரை: madurai; கோயம்புத்தூர்: coimbatore; கொழும்பு: colombo',
  Thai: 'กรุงเทพมหานคร: bangkok; กรุงเทพมหานคร, ประเทศไทย: bangkok; เชียงใหม่: chiang-mai; พัทยา: pattaya; ขอนแก่น: khon-kaen',
  Georgian: 'თბილისი: tbilisi; თბილისი, საქართველო: tbilisi; ბათუმი: batumi; ქუთაისი: kutaisi',
  Armenian: 'Երևան: yerevan; Երևան, Հայաստան: yerevan; Գյումրի: gyumri',
  Chinese: `
    北京: beijing; 北京, 中国: beijing; 上海: shanghai; 上海，中国: shanghai; 广州: guangzhou; 廣州: guangzhou; 深圳: shenzhen
    成都: chengdu; 重庆: chongqing; 西安: xian; 杭州: hangzhou; 南京: nanjing; 武汉: wuhan; 天津: tianjin; 香港: hong-kong
    台北: taipei; 臺北: taipei; 高雄: kaohsiung; 澳門: macau; 新加坡: singapore; 巴黎: paris; 伦敦: london; 纽约: new-york`,
  Japanese: `
    東京: tokyo; 東京、日本: tokyo; 大阪: osaka; 京都: kyoto; 名古屋市: nagoya; 札幌: sapporo; 福岡市: fukuoka; 横浜: yokohama
    神戸: kobe; パリ: paris; ロンドン: london; ベルリン: berlin; ソウル: seoul; ニューヨーク: new-york; ミュンヘン: munich`,
  Korean: `
    서울: seoul; 서울, 대한민국: seoul; 부산: busan; 대구: daegu; 인천: incheon; 대전: daejeon; 광주: gwangju; 평양: pyongyang
    도쿄: tokyo; 파리: paris; 런던: london`,
  'Latin letters with and without accents': `
    São Paulo: sao-paulo; Sao Paulo: sao-paulo; SAO PAULO, BRASIL: sao-paulo; Bogotá: bogota; Bogota, Colombia: bogota
    Medellín: medellin; Cancún: cancun; México, D.F.: mexico-city; Ciudad de México: mexico-city; Mexico City: mexico-city
    Málaga: malaga; A Coruña: a-coruna; La Coruña: a-coruna; San Sebastián, Spain: san-sebastian; Donostia: san-sebastian
    Zürich: zurich; Zuerich: zurich; Genève: geneva; Genf: geneva; Köln: cologne; Koeln: cologne; Düsseldorf: dusseldorf
    Łódź: lodz; Lodz, Poland: lodz; Kraków: krakow; Cracow: krakow; Gdańsk: gdansk; Danzig: gdansk; Wrocław: wroclaw
    Breslau: wroclaw; Plzeň: pilsen; Brno: brno; İstanbul: istanbul; ISTANBUL: istanbul; İzmir: izmir; Malmö: malmo
    Göteborg: gothenburg; København: copenhagen; Århus: aarhus; Reykjavík: reykjavik; Tromsø: tromso; Hà Nội: hanoi
    Hanoi, Vietnam: hanoi; Đà Nẵng: da-nang; Thành phố Hồ Chí Minh: ho-chi-minh-city; Huế: hue; București: bucharest
    Iași: iasi; Timişoara: timisoara; Chișinău: chisinau; Québec: quebec-city; Montréal: montreal; Nîmes: nimes`,
  'English, local and former names': `
    Rome: rome; Roma: rome; Firenze: florence; Venezia: venice; Torino: turin; Napoli: naples; Milano, Italia: milan
    Lisboa: lisbon; Oporto: porto; Sevilla: seville; Saragossa: zaragoza; Wien: vienna; Praha: prague; Warszawa: warsaw
    Bruxelles: brussels; Brussel: brussels; Antwerpen: antwerp; Gent: ghent; Brugge: bruges; Den Haag: the-hague
    's-Gravenhage: the-hague; Luzern: lucerne; Basle: basel; Bâle: basel; Cologne: cologne; Munich: munich; Nürnberg: nuremberg
    Helsingfors: helsinki; Turku: turku; Åbo: turku; Moskva: moscow; Leningrad: saint-petersburg; Bombay: mumbai
    Madras: chennai; Calcutta: kolkata; Bangalore: bengaluru; Baroda: vadodara; Poona: pune; Benares: varanasi
    Trivandrum: thiruvananthapuram; Bijapur: vijayapura; Mysore: mysuru; Allahabad: prayagraj; Gurgaon: gurugram
    Saigon: ho-chi-minh-city; Dalat: da-lat; Peking: beijing; Nanking: nanjing; Canton, China: guangzhou; Rangoon: yangon
    Dacca: dhaka; Kiev: kyiv; Odessa: odesa; Odessa, Texas: odessa-texas-united-states; Odessa, Ukraine: odesa
    Constantinople: istanbul; Pusan: busan; Taegu: daegu; Macao: macau; Krung Thep: bangkok; Makkah: mecca; Teheran: tehran`,
  'places with what tells them apart': `
    Frankfurt am Main: frankfurt; Frankfurt (Main): frankfurt; Frankfurt/Main: frankfurt; Frankfurt a. M.: frankfurt
    Frankfurt (Oder): frankfurt-oder; Frankfurt/Oder: frankfurt-oder; Frankfurt an der Oder: frankfurt-oder
    Freiburg im Breisgau: freiburg; Freiburg (Breisgau): freiburg; Freiburg i. Br.: freiburg; Halle (Saale): halle
    Halle an der Saale: halle; Linz an der Donau: linz; Wels (Oberösterreich): wels; Villach (Kärnten): villach
    Mülheim an der Ruhr: mulheim; Mülheim (Ruhr): mulheim; Kempten (Allgäu): kempten-allgau; Kempten im Allgäu: kempten-allgau
    Neustadt an der Weinstraße: neustadt-an-der-weinstrasse; Biel/Bienne: biel; Fribourg (FR): fribourg; St. Gallen: st-gallen
    Sankt Gallen: st-gallen; Saint Gallen, Switzerland: st-gallen; Wil SG: wil; Châlons-en-Champagne: chalons-en-champagne
    Newcastle upon Tyne: newcastle-upon-tyne; Stratford-upon-Avon: stratford-upon-avon; Kingston upon Hull: hull
    Rostov-on-Don: rostov-on-don; Nizhny Novgorod: nizhny-novgorod; Stoke-on-Trent: stoke-on-trent`,
  'countries and regions in any form': `
    Seoul, Korea, South: seoul; Seoul, Republic of Korea: seoul; Seoul, Korea (Rep.): seoul; Pyongyang, Korea, North: pyongyang
    Vientiane, Lao PDR: vientiane; Hanoi, Viet Nam: hanoi; Tehran, Iran, Islamic Rep.: tehran; Dar es Salaam, Tanzania, United Republic of: dar-es-salaam
    La Paz, Bolivia (Plurinational State of): la-paz; Caracas, Venezuela, RB: caracas; Skopje, FYROM: skopje
    Moscow, Russian Federation: moscow; Damascus, Syrian Arab Republic: damascus; Prague, Czech Republic: prague
    Istanbul, Türkiye: istanbul; Istanbul, Turkiye: istanbul; Abidjan, Côte d'Ivoire: abidjan; Abidjan, Cote d Ivoire: abidjan
    Kinshasa, DR Congo: kinshasa; Brazzaville, Congo, Rep.: brazzaville; Nassau, The Bahamas: nassau; Nassau, Bahamas, The: nassau
    Banjul, Gambia, The: banjul; Amsterdam, The Netherlands: amsterdam; Amsterdam, Holland: amsterdam; Praia, Cabo Verde: praia
    Mbabane, Swaziland: mbabane; London, England: london; London, UK: london; Edinburgh, Scotland: edinburgh; Cardiff, Wales: cardiff
    Belfast, Northern Ireland: belfast; Dubai, UAE: dubai; Honolulu, HI: honolulu; San Juan, Puerto Rico: san-juan
    Milan, Lombardia, Italy: milan; Florence, Toscana: florence; Seville, Andalucía: seville; Kraków, Małopolskie: krakow
    Toronto, Ont., Canada: toronto; Sydney NSW: sydney; Melbourne VIC Australia: melbourne; Kolkata, West Bengal: kolkata`,
};

for (const [kind, list] of Object.entries(NAMES)) {
  test(`names lead home: ${kind}`, () => {
    const wrong = list
      .split(/[;\n]/)
      .filter((row) => row.trim() !== '')
      .flatMap((row) => {
        const colon = row.lastIndexOf(':');
        const [name, id] = [row.slice(0, colon).trim(), row.slice(colon + 1).trim()];
        const resolution = release.resolveCity(name);
        const found = resolution.kind === 'found' ? resolution.place.id : resolution.kind;
        return found === id ? [] : [`${name} is ${found} instead of ${id}`];
      });
    assert.deepEqual(wrong, []);
  });
}

/** Regions, islands and districts, and a city of theirs that must be among the first three candidates. */
const WITHIN: Readonly<Record<string, string>> = {
  Bali: 'denpasar',
  'Bali, Indonesia': 'denpasar',
  Madeira: 'funchal',
  'Madeira, Portugal': 'funchal',
  'South Jakarta': 'jakarta',
  'Jakarta Selatan': 'jakarta',
  'Kota Administrasi Jakarta Selatan': 'jakarta',
  Goa: 'mormugao',
  Toscana: 'florence',
  Sicily: 'palermo',
  Sardinia: 'cagliari',
  Corsica: 'ajaccio',
  Crete: 'heraklion',
  Catalonia: 'barcelona',
  Cataluña: 'barcelona',
  'Canary Islands': 'las-palmas',
  'Gran Canaria': 'las-palmas',
  Mallorca: 'palma',
  Majorca: 'palma',
  Ibiza: 'ibiza',
  Arizona: 'phoenix',
  Missouri: 'kansas-city',
  Tasmania: 'hobart',
  Hokkaido: 'sapporo',
  Java: 'jakarta',
  Lombok: 'mataram',
  Zanzibar: 'zanzibar',
  'Orange County, California': 'anaheim',
  'Isle of Wight': 'newport-england-united-kingdom',
  Kerala: 'thiruvananthapuram',
  Provence: 'aix-en-provence',
  Bavaria: 'munich',
  Bayern: 'munich',
  Normandy: 'le-havre',
};

for (const [text, id] of Object.entries(WITHIN)) {
  test(`${text} leads to ${id}, as the city that is meant or as a candidate`, () => {
    const resolution = release.resolveCity(text);
    const offered =
      resolution.kind === 'found'
        ? [resolution.place.id]
        : resolution.kind === 'unknown'
          ? resolution.candidates.map((city) => city.id)
          : [];
    assert.ok(offered.slice(0, 3).includes(id), `offered: ${offered.slice(0, 5)}`);
    assert.ok(
      release
        .findCities({ search: text })
        .cities.slice(0, 3)
        .some((city) => city.id === id),
      'found',
    );
  });
}
