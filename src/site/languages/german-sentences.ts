import type { Rank } from '../../engine/catalogue/rank-pool.ts';
import type { Budget } from '../../engine/cost/budget.ts';
import type { CostOfLiving, CountryCostOfLiving } from '../../engine/cost/cost-of-living.ts';
import type { Ranking } from '../../engine/figures/ranking.ts';
import { numbersIn } from '../../engine/summaries/numbers.ts';
import { measuredWordsIn } from '../../engine/summaries/words.ts';
import type { Evidence } from '../../release/cost-estimates.ts';
import { html } from '../html.ts';
import type { Translation } from './english.ts';
import { COST_BANDS, HOUSEHOLDS, PARTS, REASONS, SCORE_BANDS, SHARES } from './german-names.ts';

/* Sentences of more than one part. */

export const NUMBERS = numbersIn('de', { to: 'bis', undated: 'ohne Datum' });
const { whole, tenths, interval, money } = NUMBERS;

export function budgetSentence(name: string, { household, currency, total, categories }: Budget): string {
  const who = HOUSEHOLDS[household];
  const rent = categories.housing;
  const ofIt = rent === null ? '' : `, davon ${money(rent.value, currency)} für die Miete`;
  return `Für den Lebensstandard eines durchschnittlichen Haushalts der USA braucht ${who} in ${name} etwa ${money(total.value, currency)} im Monat (80‑%‑Intervall: ${NUMBERS.roughInterval(total)})${ofIt}.`;
}

export function unknownIndex(reason: { code: string } | null): string {
  return reason === null ? 'Keine Quelle hat ein Preisniveau.' : (REASONS[reason.code] ?? '');
}

export function costSentence(
  name: string,
  country: string,
  cost: CostOfLiving | CountryCostOfLiving,
): string {
  const { index, index_reason: reason, evidence, reference } = cost;
  if (index === null || evidence === null) return `${name} hat kein Preisniveau. ${unknownIndex(reason)}`;
  const { overall } = index;
  if (overall.low === overall.high)
    return `Alle anderen Städte werden mit ${name} verglichen: Das Preisniveau dort ist ${NUMBERS.decimals(overall.value, 1)}.`;
  const ranking = 'ranking' in cost ? cost.ranking : null;
  return `Das Preisniveau von ${name} liegt bei ${tenths(overall.value)} (${reference.name} = 100; 80‑%‑Intervall: ${interval(overall)}).${rankSentence(ranking, true)} ${evidenceSentence(evidence, name, country)}`;
}

function evidenceSentence(evidence: Evidence | 'national', name: string, country: string): string {
  switch (evidence) {
    case 'official_local':
      return `Es beruht auf amtlichen Mieten oder Preisen von ${name} oder seinem Großraum.`;
    case 'official_regional':
      return `Es beruht auf amtlichen Mieten oder Preisen der Region um ${name}.`;
    case 'derived_from_official':
      return `Es beruht auf einer Miete, die aus amtlichen Zahlen von ${name} oder seiner Region berechnet wurde.`;
    case 'modelled_from_national_rents':
      return `${name} ist nicht gemessen: Das ist ein Modell aus dem Preisniveau des Landes (${country}) und amtlichen Mieten anderer Städte.`;
    case 'national':
      return `Es ist das Preisniveau des ganzen Landes (${country}).`;
    case 'modelled':
      return `${name} ist nicht gemessen: Das ist ein Modell aus dem Preisniveau des Landes (${country}) und der Größe seiner Städte.`;
  }
}

/** The only caveat of a group is about air. */
export function airCaveat(caveat: string): string {
  const particles =
    'Bei der Luft zählt nur Feinstaub: Ozon, Stickstoffdioxid und Schwefeldioxid zählen nicht, weil sie nicht überall bekannt sind.';
  return caveat.includes('US Air Quality Index')
    ? `${particles} Der Luftqualitätsindex der USA, eine Zahl neben dem Punktwert, berücksichtigt auch Gase.`
    : particles;
}

export function rankSentence(ranking: Ranking, isCost: boolean): string {
  if (ranking === null) return '';
  const of = `${whole(ranking.of)} ${ranking.among === 'countries' ? 'Ländern' : 'Städten'}`;
  return ` Rang weltweit unter ${of}: ${band(ranking, isCost)}.`;
}

export function band({ band: named, first, last }: Rank, isCost: boolean): string {
  if (named !== null) return (isCost ? COST_BANDS : SCORE_BANDS)[named];
  return `von ${whole(last - first)} anderen nicht zu unterscheiden`;
}

export const measuredFor = measuredWordsIn({
  shares: SHARES,
  only: (share) => `nur ${share}`,
  estimated: 'geschätzt',
  nothing: 'nicht gemessen: aus den anderen Gruppen geschätzt',
});

export function priceName(category: string): string {
  return PARTS[category]?.replace(/ \(.*\)$/, '') ?? category;
}

/** What a German page can say instead of itself. Any other problem is a request that no link of ours sends. */
const TITLES: Readonly<Record<string, string>> = {
  city_not_found: 'Diese Stadt kennen wir nicht',
  place_withdrawn: 'Diesen Ort gibt es nicht mehr',
  invalid_parameter: 'Ein Wert in der Adresse ist ungültig',
  release_not_found: 'Dieser Datenstand ist nicht vorhanden',
  too_many_from_address: 'Zu viele Anfragen von Ihrer Adresse',
  internal_error: 'Bei uns ist etwas schiefgegangen',
  unavailable: 'Der Dienst ist gerade nicht verfügbar',
};

export const PROBLEM: NonNullable<Translation['problem']> = {
  title: (code) => TITLES[code] ?? 'Diese Anfrage können wir nicht beantworten',
  detail: ({ code, extras: { candidates = [], errors = [], retry_after: seconds } }) => {
    if (code === 'city_not_found')
      return candidates.length > 0
        ? 'Meinen Sie einen dieser Orte?'
        : 'Es gibt auch keine mit einem ähnlichen Namen.';
    if (code === 'invalid_parameter' && errors.length > 0)
      return `Der Wert von ${NUMBERS.list(errors.map(({ parameter }) => `„${parameter}“`))} ist hier nicht möglich.`;
    if (code === 'release_not_found') return 'Wählen Sie einen von diesen:';
    if (seconds === undefined) return undefined;
    return `Versuchen Sie es in ${seconds === 1 ? 'einer Sekunde' : `${seconds} Sekunden`} noch einmal.`;
  },
  candidates: 'Orte, die Sie meinen könnten',
  notFound: 'Seite nicht gefunden',
  nothingThere:
    'Wir haben diese Seite nicht gefunden. Vielleicht wurde sie verschoben, oder die Adresse ist falsch geschrieben.',
  continue: html`Zur <a href="/">Startseite</a>, oder lesen Sie die <a href="/guides">Anleitungen</a>.`,
  releases: 'Datenstände dieser Seite',
  current: '(aktuell)',
};
