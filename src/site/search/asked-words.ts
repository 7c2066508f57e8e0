import { NUMBERS } from '../../engine/summaries/words.ts';
import { fold } from '../../release/fold.ts';

/** What people ask about, in the words in which they ask, and the page about it. Words of several languages, folded. */
interface Topic {
  words: ReadonlySet<string>;
  to: string;
  /** How cities are sorted by it: what it is good to have, or what the word says. */
  sort: string;
  /** How they are sorted if the question names a month, of whose weather it asks. */
  warmth?: string;
}

const topic = (words: string, to: string, sort: string, warmth?: string): Topic => ({
  words: wordsOf(words),
  to,
  sort,
  ...(warmth !== undefined && { warmth }),
});

/** Those that say more come first: `cheapest rent` is about rent. */
const TOPICS: readonly Topic[] = [
  topic(
    'rent rents rental rentals apartment apartments bedroom bedrooms flat flats housing miete mieten mietpreise wohnung zimmer loyer loyers pieces piso pisos habitaciones huur alquiler aluguel renda affitto affitti',
    '/rankings/housing',
    'housing',
  ),
  topic(
    'salary salaries wage wages income incomes earnings pay gehalt gehaelter lohn salaire salaires salario salarios sueldo stipendio stipendi',
    '/metrics/average_monthly_earnings',
    '-earnings',
  ),
  topic('groceries grocery food', '/rankings/food', 'food'),
  topic('restaurant restaurants', '/rankings/restaurants', 'restaurants'),
  topic(
    'safe safest safer safety crime crimes dangerous sicher sichere sicherer sicherste sichersten sicherheit sure sures securite segura seguras seguro seguridad seguranca sicurezza',
    '/rankings/safety',
    '-safety',
  ),
  topic('homicide homicides murder murders', '/metrics/intentional_homicides', '-safety'),
  topic('healthcare hospitals doctors', '/rankings/healthcare', '-healthcare'),
  topic('education schools school', '/rankings/education', '-education'),
  topic('pollution smog pm25 pm2 air', '/metrics/pm25_exposure', '-environment'),
  topic('internet broadband wifi speed', '/metrics/internet_users', '-infrastructure'),
  topic(
    'weather climate temperature temperatures sunshine sunny sunniest rain rainfall rainy warm warmest hot hottest wetter klima clima meteo temps tiempo tempo',
    '/rankings/resident_climate',
    '-resident_climate',
    '-high',
  ),
  topic('cool coolest cold coldest', '/rankings/resident_climate', '-resident_climate', 'high'),
  topic('unemployment jobs', '/metrics/unemployment_rate', '-economy'),
  topic('gdp', '/metrics/gdp_per_capita', '-economy'),
  topic('inflation', '/metrics/consumer_price_inflation', 'cost'),
  topic('ppp', '/metrics/purchasing_power_parity', 'cost'),
  topic(
    'population populations inhabitants people einwohner biggest largest',
    '/metrics/population',
    '-population',
  ),
  topic('sea beach beaches coast coastal', '/metrics/distance_to_coast', 'sea'),
  topic(
    'cheap cheaper cheapest least lowest affordable inexpensive guenstig guenstigste gunstig gunstige gunstiger gunstigste gunstigsten billig billige billiger billigste billigsten moins barata baratas barato baratos economiche',
    '/rankings/cost?order=lowest',
    'cost',
  ),
  topic(
    'cost costs expensive price prices lebenshaltungskosten kosten preise teuer teurer teuerste teuersten cher chers chere cheres caro cara caros caras cout couts coute vie costo coste costos vita vida custo',
    '/rankings/cost',
    '-cost',
  ),
  topic('best happiness happy happiest livable liveable nomad nomads', '/rankings/quality', '-quality'),
];

/** Words around a place that say nothing of it, at either end of a question. */
const AROUND = wordsOf(
  'is are was in of at for on from to into near by and with a an i im we my our me you it its what whats which where when why how who much many does do did can should would will want like need plan planning move moving moved live living life stay staying visit relocate relocating relocation travel go going be good bad high low fast fastest reliable most more least very average median mean typical monthly per month year capita day comparison compare comparing compared versus vs between code time zone timezone quality index rate level today now about around area metro metropolitan downtown central greater center centre district city cities town towns country countries place places world republic kingdom state people peoples digital remote work worker workers working family families couple couples kids expat expats student students retire retirees retirement village villages villes ciudades cidades citta stadte steden ciudad cidade stadt stad ville v en em im von nach zu der die das des du dans a au aux airport airports international aeroport flughafen aeropuerto aeroporto or than better worse against difference equals equivalent similar like afford enough money eur euro euros usd dollar dollars gbp pound pounds under below welt mundo monde mondo ist sind was wie wo kann ich mit als oder und vergleich vergleichen unterschied zwischen gegen umzug umziehen ziehen leben wohnen kostet besser monat es mas que con y o e comparar comparado comparada comparacion diferencia entre contra frente vivir mudarse mudanza donde cuanto cuesta puedo mes est elle il ce estelle estil estce et ou contre comparer comparaison demenager demenagement vivre one two three lower higher avec combien plus rapport par moyen x para viver naar',
);
const MONTHS = Array.from({ length: 12 }, (_, index) => NUMBERS.month(index).toLowerCase());
const CAPITALS = wordsOf('capitals capitales hauptstadte capitali capitais hoofdsteden');
const MANY = new Set([
  ...wordsOf('cities countries towns places islands villages villes ciudades cidades citta stadte steden'),
  ...CAPITALS,
]);
const CITY = wordsOf('city ciudad cidade citta stadt stad ville');
/** Of other languages. A text that has nothing else around a name is no question: `los angles`. */
const ARTICLES = wordsOf('la le les el los las lo il de da do di del san');
/** With the articles, those that may be a part of the place's name: La Paz, The Hague, Mexico City. */
const PERHAPS_NAME = wordsOf('the city town central greater');

/** What a question that compares has somewhere. */
const COMPARING = wordsOf(
  'v vs versus than as als que between zwischen entre from von against gegen contra contre frente compare comparing compared comparison vergleich vergleichen comparar comparado comparada comparacion comparer compare comparaison umzug umziehen mudarse mudanza demenager demenagement',
);

function wordsOf(text: string): Set<string> {
  return new Set(text.split(' '));
}

export interface AskedPlace {
  /** What may name the place, the longest first; none if the question names none. */
  names: readonly string[];
  topic: Topic | undefined;
  /** Whether it asks for cities or countries: those of the place. */
  asksForMany: boolean;
  asksForCapitals: boolean;
  /** 1 is January. */
  month: number | undefined;
  /** Whether it compares. */
  compares: boolean;
  /** What may name several places, with other words between them. */
  sides: readonly string[];
  /** What people have for a month, as parameters of finding. */
  budget: Readonly<Record<string, string>> | undefined;
}

/** Separates what a question is about from the name in it: `What is the rent in La Paz?`. Takes as long as the text. */
export function askedPlace(text: string): AskedPlace {
  const { words, said, isAround } = wordsIn(text);
  let [from, to] = [0, words.length];
  while (from < to && isAround(from)) from++;
  while (to > from && isAround(to - 1)) to--;
  const around = [...said.slice(0, from), ...said.slice(to)];
  const month = said.flatMap((word) => (MONTHS.includes(word) ? [MONTHS.indexOf(word) + 1] : []))[0];
  const topics = TOPICS.filter(({ words: ofTopic }) => around.some((word) => ofTopic.has(word)));
  return {
    names:
      from === to || (around.length > 0 && around.every((word) => ARTICLES.has(word)))
        ? []
        : namesIn(words, said, from, to),
    // A month is asked for its weather: `warm in January, safe and cheap`.
    topic: (month === undefined ? undefined : topics.find(({ warmth }) => warmth !== undefined)) ?? topics[0],
    asksForMany: said.some((word) => MANY.has(word)) || around.some((word) => CITY.has(word)),
    asksForCapitals: said.some((word) => CAPITALS.has(word)) || /\bcapital cities\b/.test(said.join(' ')),
    month,
    compares: said.some((word) => COMPARING.has(word)),
    sides: sidesIn(text),
    budget: budgetIn(text),
  };
}

function wordsIn(text: string) {
  const words = text.split(/\s+/u).map((word) => word.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, ''));
  const said = words.map((word) => fold(word).replaceAll(' ', ''));
  return { words, said, isAround: (at: number) => isAroundName(said[at] ?? '', words.length) };
}

/** `Lisbon` and `Madrid` of `is Lisbon cheaper than Madrid?`. An article is one if it stands alone: `LA vs NY`. */
function sidesIn(text: string): string[] {
  const { words, said, isAround } = wordsIn(text.replaceAll(/[&/|>→]+/gu, ' vs '));
  const sides: number[][] = [[]];
  for (const at of words.keys())
    if (isAround(at) && !isPerhapsName(said[at] ?? '')) sides.push([]);
    else sides.at(-1)?.push(at);
  return sides
    .filter(
      (side) =>
        side.some((at) => !isPerhapsName(said[at] ?? '')) ||
        (side.length === 1 &&
          side.some((at) => [at - 1, at + 1].some((next) => VERSUS.has(said[next] ?? '')))),
    )
    .map((side) => side.map((at) => words[at]).join(' '));
}

const VERSUS = wordsOf('vs versus or');
const AMOUNT =
  /(?:(€|\$|£) ?)?(?<![\d.,])(\d{1,3}(?:[., ]\d{3})|\d{2,5})(?![\d.,]*\d)(?: ?(€|\$|£|eur|usd|gbp|dollar|pound))?/iu;
const CURRENCIES = new Map(
  '€ EUR|$ USD|£ GBP|eur EUR|usd USD|gbp GBP|dollar USD|pound GBP'
    .split('|')
    .map((row) => [row.slice(0, -4), row.slice(-3)]),
);
/** A larger amount is of a year. */
const MOST_OF_MONTH = 20_000;

/** `1500 euros`, `$2,000` */
function budgetIn(text: string): Readonly<Record<string, string>> | undefined {
  const [, before, digits = '', after] = AMOUNT.exec(text) ?? [];
  const currency = CURRENCIES.get((before ?? after ?? '').toLowerCase());
  const amount = Number(digits.replaceAll(/\D/g, ''));
  return currency === undefined || amount > MOST_OF_MONTH
    ? undefined
    : { budget_max: String(amount), currency };
}

/** A postal code is around a name, unless it is all that there is. */
function isAroundName(word: string, words: number): boolean {
  return (
    AROUND.has(word) ||
    CAPITALS.has(word) ||
    MONTHS.includes(word) ||
    isPerhapsName(word) ||
    TOPICS.some((each) => each.words.has(word)) ||
    (words > 1 && /\d/.test(word)) ||
    word === ''
  );
}

function isPerhapsName(word: string): boolean {
  return PERHAPS_NAME.has(word) || ARTICLES.has(word);
}

function namesIn(words: readonly string[], said: readonly string[], from: number, to: number): string[] {
  const isName = (at: number) => isPerhapsName(said[at] ?? '');
  const first = isName(from - 1) ? (isName(from - 2) ? from - 2 : from - 1) : from;
  const last = isName(to) ? to + 1 : to;
  const names = [];
  for (let start = first; start <= from; start++)
    for (let end = last; end >= to; end--) names.push(words.slice(start, end).join(' '));
  // `capitales d’Afrique`, `Hauptstädte Europas`
  return [...new Set([...names, ...names.map((name) => name.replace(/^(?:d|dell|de l)['’]/iu, ''))])];
}
