import { html } from '../html.ts';
import type { Translation } from './english.ts';
import { NUMBERS } from './german-sentences.ts';

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
