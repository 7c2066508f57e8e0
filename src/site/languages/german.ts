import { estimateOf } from '../../engine/summaries/document.ts';
import { FAR_STATION, HIGH_STATION } from '../../release/climate-records.ts';
import { html } from '../html.ts';
import type { Translation } from './english.ts';
import { METRICS, PER, UNITS } from './german-metrics.ts';
import {
  basisOf,
  COVERS,
  ELEMENTS,
  EVIDENCE,
  HOUSEHOLDS,
  koppenTitle,
  MEASURES,
  PARTS,
  PAY_REASONS,
  SHARES,
  SHORT_ELEMENTS,
  TOGETHER,
} from './german-names.ts';
import {
  airCaveat,
  band,
  budgetSentence,
  costSentence,
  measuredFor,
  NUMBERS,
  PROBLEM,
  priceName,
  rankSentence,
  unknownIndex,
} from './german-sentences.ts';

const { whole, tenths, interval, money, list } = NUMBERS;

export const GERMAN: Translation = {
  language: 'de',

  frame: {
    skip: 'Zum Inhalt',
    menu: 'Menü',
    main: 'Hauptmenü',
    more: 'Weiteres',
    apiKeys: 'API-Schlüssel',
    searchFor: (hasPlaces) =>
      hasPlaces ? 'Orte und Dokumentation durchsuchen' : 'Dokumentation durchsuchen',
    searchHint: (hasPlaces) => (hasPlaces ? 'Stadt, Land oder Thema' : 'Kennzahl, Quelle oder Thema'),
    suggestions: 'Vorschläge',
    release: (version) =>
      version === undefined ? 'Die Daten werden gerade vorbereitet' : `Datenstand ${version}`,
    permanent: (version) => `Dauerhafter Link zu dieser Seite mit dem Datenstand ${version}`,
    earlier: (version, current) =>
      `Diese Seite zeigt den Datenstand ${version}. Der aktuelle ist ${current}.`,
    toCurrent: 'Aktuelle Zahlen zeigen',
    mapAlt: 'Weltkarte der Städte, nach Lebenshaltungskosten gefärbt',
    copy: 'Kopieren',
    copied: 'Kopiert',
    contents: 'Auf dieser Seite',
    languages: 'Sprache',
    countriesIn: (language) => `Ländernamen auf: ${language}.`,
    countriesInEnglish: 'Auf Englisch anzeigen',
    links: {
      map: 'Karte',
      compare: 'Vergleichen',
      find: 'Finden',
      rankings: 'Ranglisten',
      guides: 'Anleitungen',
      reference: 'API-Referenz',
      sources: 'Quellen und Lizenzen',
      match: 'Liste zuordnen',
      packages: 'Pakete',
      cityField: 'Ortsfeld',
      metrics: 'Kennzahlen',
      method: 'Methode',
      errors: 'Fehler',
      releases: 'Datenstände',
      status: 'Status',
      foundKey: 'Schlüssel gefunden?',
      privacy: 'Datenschutz',
      terms: 'Nutzungsbedingungen',
      contact: 'Kontakt',
      sourceCode: 'Quelltext',
      serviceStatus: 'Status des Dienstes',
    },
  },

  figures: {
    ...NUMBERS,
    amount: ({ amount, currency, per }) => `${money(amount, currency, true)} ${PER[per] ?? `pro ${per}`}`,
    unit: (unit) => UNITS[unit] ?? unit,
    metric: (id, english) => METRICS[id] ?? english,
    measures: MEASURES,
    groups: { ...MEASURES, overall: 'Insgesamt', opinions: 'Meinungen' },
    parts: PARTS,
    priceName,
    inSentence: (title) => title,
    shares: SHARES,
    measuredFor,
    evidence: EVIDENCE,
    chart: 'Diagramm',
    axis: (title) => `Achse: ${title}`,
    interval80: '80‑%‑Intervall',
    basedOn: 'Grundlage',
    measured: 'Gemessen für',
    place: 'Ort',
    time: 'Zeitraum',
    source: 'Quelle',
    value: 'Wert',
    inUnit: 'Einheit',
    sum: 'Betrag',
    wrong: 'Zahl falsch?',
    notKnown: 'nicht bekannt',
    byDefinition: 'per Definition',
  },

  place: {
    population: 'Einwohner',
    widerArea: 'wohl eines größeren Gebiets',
    agglomeration: 'Ballungsraum',
    ofHundred: (range) => `${range} von 100`,
    airports: (count) => (count === 1 ? 'Flughafen' : 'Flughäfen'),
    timeZone: 'Zeitzone',
    elevation: 'Höhe',
    nearby: 'In der Nähe',
    compare: 'vergleichen',
  },

  budget: {
    sentence: budgetSentence,
    title: (household) => `Was ${HOUSEHOLDS[household]} im Monat braucht`,
    households: HOUSEHOLDS,
    household: 'Haushalt',
    name: 'Monatsbudget',
    for: 'Wofür',
    perMonth: (currency) => `${currency} im Monat`,
    together: 'Zusammen',
    tooUncertain: 'zu ungewiss',
    titles: {
      housing: 'Miete',
      utilities: 'Nebenkosten',
      food: 'Lebensmittel und Haushaltswaren',
      restaurants: 'Restaurants und Hotels',
      transport: 'Verkehr',
      communication: 'Telefon',
      recreation: 'Freizeit und Körperpflege',
      clothing: 'Kleidung und Einrichtung',
      health: 'Gesundheit',
      education: 'Bildung',
    },
    homes: {
      one: 'eine Wohnung mit einem Schlafzimmer, heute gemietet',
      couple: 'eine Wohnung mit zwei Schlafzimmern, heute gemietet',
      family: 'eine Wohnung mit drei Schlafzimmern, heute gemietet',
    },
    covered: {
      housing: 'die Marktmiete einer heute gemieteten Wohnung ohne Nebenkosten',
      utilities: 'Gas, Strom, Heizöl, Wasser und Müllabfuhr',
      food: 'Essen zu Hause und Haushaltswaren',
      restaurants: 'Essen außer Haus und Übernachtungen im Hotel',
      transport: 'ein Auto mit Kauf, Kraftstoff, Versicherung und Reparatur; ohne Bus, Bahn und Flüge',
      communication: 'Mobiltelefone; ohne Internet zu Hause',
      recreation: 'Unterhaltung, Haustiere und Körperpflege',
      clothing: 'Kleidung, Möbel und Hausrat',
      health: 'selbst bezahlte Arztbesuche, Medikamente und Hilfsmittel; ohne Versicherung',
      education: 'Gebühren; ohne Kinderbetreuung',
    },
    basket: (name) =>
      `Überall derselbe Warenkorb: was ein durchschnittlicher Haushalt in den USA kauft, zu Preisen von ${name}, ohne Einkommensteuer, dazu eine heute am Markt gemietete Wohnung.`,
    notTheIndex:
      'Die Miete wiegt darin schwerer als im Preisniveau unten. Welche Stadt mehr kostet, kann daher verschieden ausfallen.',
    notHabits:
      'Er zeigt nicht, was die Menschen dort kaufen: Am stärksten weichen Verkehr (ein Auto ist enthalten), Gesundheit und Bildung ab. Alkohol, Tabak, Versicherungen und Kinderbetreuung sind nicht enthalten.',
    method: 'So berechnen wir es',
    official: {
      official_family_budget: 'eigenes Budget für eine bescheidene vierköpfige Familie',
      poverty_line: 'Armutsgrenze einer Person',
    },
    officially: (publisher, what, amount) => `${what}, laut ${publisher}: etwa ${amount}`,
    currency: 'Währung',
    show: 'In dieser Währung zeigen',
    rate: (period) => `Kurs: ${NUMBERS.period(period)}`,
  },

  cost: {
    sentence: costSentence,
    title: 'Lebenshaltungskosten',
    unknown: unknownIndex,
    newYork: 'New York ist 100.',
    axis: 'New York ist 100',
    extremes: (most, highest, least, lowest) =>
      ` Am teuersten: ${most} (${tenths(highest)}); am günstigsten: ${least} (${tenths(lowest)}).`,
    name: 'Preisniveaus',
    category: 'Bereich',
    level: 'Niveau',
    caption: (country) =>
      `Der Punkt ist die Schätzung: gefüllt, wenn sie auf einer Zahl der Stadt oder Region beruht, hohl, wenn auf einer des Landes. Die Linie ist das 80‑%‑Intervall, der graue Strich das Niveau des ganzen Landes (${country}). Logarithmische Skala.`,
    remark: ({ code, title, categories }) => {
      if (code === 'one_index')
        return `${list(categories.map(priceName))} sind eine einzige Zahl: Das Amt veröffentlicht einen gemeinsamen Index (${TOGETHER[title] ?? title}).`;
      if (code === 'other_homes')
        return 'Eine veröffentlichte Miete (unter Preise) weicht vom Budget ab, denn sie gilt anderen Wohnungen: Das Budget hat überall eine Wohnung desselben Standards, die jetzt vermietet wird.';
      return code === 'no_rent_published'
        ? 'Für diese Stadt als solche wurde keine Miete gemessen: Der Bereich Wohnen beruht auf einer, die aus amtlichen Zahlen berechnet wurde.'
        : 'Hier wurde keine Miete gemessen: Der Bereich Wohnen ist aus dem Preisniveau des Landes und, soweit bekannt, den Mieten anderer Städte geschätzt.';
    },
    together: (title) => TOGETHER[title] ?? title,
    nationalFigure: (country) => `das ganze Land (${country})`,
    withheld: (names, factor) =>
      `Nicht gezeigt: ${list(names)}. ${names.length === 1 ? 'Das 80‑%‑Intervall umfasst' : 'Die 80‑%‑Intervalle umfassen'} mehr als den Faktor ${NUMBERS.decimals(factor, 1)} und ${names.length === 1 ? 'sagt' : 'sagen'} damit zu wenig; im Gesamtniveau zählen die Werte mit.`,
    compareTitle: 'Mit einem anderen Ort vergleichen',
    otherPlace: 'Ort',
    example: 'Wien, Österreich',
    amount: 'Betrag',
    pay: (currency) => `Ihr Nettogehalt in ${currency}`,
    compare: 'Vergleichen',
    chartTitle: (name) => `Preisniveaus in ${name}`,
  },

  known: {
    itself: (city) => `${city} selbst`,
    country: (country, city) => (country === city ? `ganz ${country}` : country),
    part: (count, grain, city, country) =>
      `${count === 0 ? 'keine' : whole(count)} ${{ city: `von ${city} selbst`, metro: 'vom Großraum', region: 'von der Region', country: `vom ganzen Land (${country})` }[grain]}`,
    sentence: (total, parts) => `Veröffentlichte Zahlen: ${whole(total)}, davon ${list(parts)}.`,
    which: 'Welche das sind',
    title: (city) => `Was über ${city} selbst bekannt ist`,
    name: 'Zahlen nach dem Ort, für den sie gemessen wurden',
    figures: 'Zahlen',
    those: 'Welche',
    named: (titles, more) =>
      titles.length === 0 ? 'keine' : titles.join(', ') + (more > 0 ? ` und ${whole(more)} weitere` : ''),
    asOf: (parts) => `Stand: ${parts.join('; ')}.`,
    rents: (periods) => `Mieten von ${periods}`,
    levels: (periods) => `Preisniveaus des Landes von ${periods}, mit der Teuerung fortgeschrieben`,
    rates: (period) => `Wechselkurse bis ${period}`,
    lodging: (level, amount, title, country) =>
      `Wohnen liegt bei ${tenths(level)} (New York ist 100), eine Nacht bei ${amount} (${title}): Das ist kein Widerspruch. Das Niveau gilt für Wohnungen, die Einwohner mieten. Die Pauschale ist das Höchste, was eine Regierung ihren Reisenden für ein Hotel von internationalem Standard zahlt${country === undefined ? '' : `, ein Betrag für alle Orte des Landes (${country}) ohne eigenen`}; der Index der Lebenshaltungskosten nutzt sie nicht.`,
  },

  pay: {
    title: 'Was Menschen dort verdienen',
    earnings: (place, amount, period, range) =>
      `Beschäftigte verdienen dort (gemessen für ${place}) im Durchschnitt ${amount} vor Steuern (${period}; 80‑%‑Intervall: ${range}).`,
    noneLocal: (city) => ` Für ${city} selbst ist keine vergleichbare Zahl veröffentlicht.`,
    belowMinimum:
      ' Das ist weniger als der Mindestlohn, weil auch Arbeit mitzählt, für die ihn niemand durchsetzt.',
    power: 'Kaufkraft des Verdienstes',
    rent: 'Miete (ein Schlafzimmer)',
    ofEarnings: (percent) => `${tenths(percent)} % des Verdienstes`,
    rentAndPay: (rent, pay, isMoved) =>
      `${rent} im Monat ohne Nebenkosten, von ${pay}${isMoved ? ', dem Verdienst im Land bei den Preisen der Stadt' : ''}`,
    withheld: ({ code }, place) => PAY_REASONS[code]?.(place) ?? '',
    name: 'Veröffentlichte Verdienste',
    caption:
      'Wie veröffentlicht, die örtlichsten Zahlen zuerst. Die Arten unterscheiden sich: Vergleichen Sie nur Zahlen derselben Art.',
    pay: 'Verdienst',
    what: 'Was es ist',
    kind: (statistic, tax, covers) =>
      `${statistic === null ? 'Gesetzlich festgelegt' : statistic === 'mean' ? 'Mittelwert' : 'Median'}, ${tax === 'gross' ? 'vor Steuern' : 'nach Steuern'}: ${COVERS[covers] ?? covers}`,
  },

  prices: {
    title: 'Beobachtete Preise',
    lead: 'Wie veröffentlicht. Die Definitionen unterscheiden sich: Vergleichen Sie nur Zahlen derselben Stelle.',
    price: 'Preis',
  },

  quality: {
    sentence: (score) => {
      const estimate = estimateOf(score);
      if (estimate === null) return 'Für eine Gesamtwertung der Lebensqualität wissen wir zu wenig.';
      return `Die Lebensqualität liegt bei ${tenths(estimate.value)} von 100 Punkten (80‑%‑Intervall: ${interval(estimate)}).${rankSentence(score.ranking, false)}`;
    },
    title: 'Lebensqualität',
    chartTitle: (name) => `Lebensqualität in ${name}`,
    chartNote:
      'Die Linie ist das 80‑%‑Intervall. Ein hohler Punkt beruht nur auf Zahlen des Landes oder ist geschätzt.',
    axis: 'Punkte von 100',
    national: (city) =>
      `Ein Punktwert, der nur auf Zahlen des Landes beruht, sagt nicht, wie sich ${city} von anderen Städten des Landes unterscheidet.`,
    name: 'Punktwerte',
    caption:
      'Punktwerte von 0 bis 100 mit 80‑%‑Intervallen. Ein hohler Punkt beruht nur auf Zahlen des Landes oder ist geschätzt.',
    legend:
      'Im Balken eines Punktwerts wurde der volle Teil in der Stadt oder ihrem Großraum gemessen, der blasse in ihrer Region; der Rest in ihrem Land, oder er ist geschätzt.',
    group: 'Gruppe',
    score: 'Punkte',
    weight: 'Gewicht',
    caveatInShort: (caveat) => airCaveat(caveat).split(':', 1)[0] ?? '',
    caveatOf: (group, caveat) => `${group}: ${airCaveat(caveat)}`,
    figures: (group, count) => `${group}: ${whole(count)} ${count === 1 ? 'Zahl' : 'Zahlen'}`,
    figuresOf: (group) => `Zahlen zu ${group}`,
    figure: 'Zahl',
  },

  ranks: {
    partOf: (city, path) =>
      html`${city} ist Teil eines Ballungsraums; Rang hat nur dessen Hauptstadt: <a href="${path}">Ränge ansehen</a>.`,
    title: 'Ränge weltweit',
    caption:
      'Unter Ballungsräumen mit mindestens 100.000 Menschen; eine kleinere Stadt so, als wäre sie einer davon. Städte, deren 80‑%‑Intervalle sich überschneiden, lassen sich nicht unterscheiden.',
    measure: 'Kennzahl',
    rank: 'Rang',
    of: 'Von',
    inTheWorld: 'Weltweit',
    possible: 'Mögliche Ränge',
    percentile: 'Perzentil',
    band,
    sentence: rankSentence,
    range: (first, last) => `${whole(first)} bis ${whole(last)}`,
  },

  climate: {
    title: 'Klima',
    chartTitle: (name) => `Klima nach Monaten: ${name}`,
    koppen: ({ class: symbol }) => `Köppen-Klasse ${symbol}: ${koppenTitle(symbol)}. `,
    stations: (city, stations) =>
      `Von den Wetterstationen, die ${city} am nächsten sind: ${stations.join(', ')}.`,
    noStation: (city) => `Keine Wetterstation ist nah genug, um zu sagen, wie die Monate von ${city} sind.`,
    far: (city) => `Keine Wetterstation nahe ${city} und auf etwa gleicher Höhe hat alle diese Werte:`,
    note: ({ station, correction }) => {
      const { name, distance_km: distance, height_difference_m: height } = station;
      const differences = [
        ...(distance > FAR_STATION ? [`${whole(distance)} km entfernt`] : []),
        ...(Math.abs(height) >= HIGH_STATION
          ? [`${whole(Math.abs(height))} m ${height > 0 ? 'tiefer' : 'höher'}`]
          : []),
      ];
      const corrected =
        correction === null
          ? 'Ihre Monatswerte sind nicht korrigiert.'
          : correction.by === 'height'
            ? 'Ihre Monatswerte sind um den Höhenunterschied korrigiert.'
            : `Ihre Monatswerte sind ${correction.stretch === null ? '' : 'gestreckt und '}an die Gitterklimatologie CHELSA angepasst, ${whole(correction.distance_km ?? 0)} km von der Stadt.`;
      return `Die Station ${name} liegt ${list(differences)}. ${corrected}`;
    },
    name: 'Klima nach Monaten',
    normals: 'Mittelwerte',
    year: 'Jahr',
    element: (id, english) => ELEMENTS[id] ?? english,
    inShort: (element) => SHORT_ELEMENTS[element] ?? 'Temperaturen',
    zeroToHundred: '0 bis 100',
    highAndLow: 'Mittlere Höchst- und Tiefstwerte',
    rain: 'Regen und geschmolzener Schnee',
    sun: 'Sonnenschein',
    range: (least, when, most, then) => `von ${whole(least)} im ${when} bis ${whole(most)} im ${then}`,
    highsAndLows: (highs, lows) => `Höchstwerte ${highs}, Tiefstwerte ${lows}`,
  },

  similar: {
    title: 'Ähnliche Städte',
    lead: (among, people) =>
      `Die Städte mit den ähnlichsten Preisen und der ähnlichsten Lebensqualität unter ${whole(among)} mit mindestens ${whole(people)} Einwohnern und Preisniveaus aus amtlichen Zahlen.`,
    caption:
      'Abstand 0 heißt: in allem gleich. Unterschiede sind in Streuungen (Standardabweichungen zwischen Städten) angegeben. Ungewissheit vergrößert den Abstand.',
    city: 'Stadt',
    distance: 'Abstand',
    uncertain: 'Ungewisser Anteil',
    alike: 'Am ähnlichsten',
    different: 'Am verschiedensten',
    difference: (measure, isCost, by) =>
      `${MEASURES[measure]}: ${by > 0 ? (isCost ? 'teurer' : 'besser') : isCost ? 'günstiger' : 'schlechter'} (${tenths(Math.abs(by))})`,
  },

  history: {
    title: 'Im Lauf der Zeit',
    chartTitle: (name) => `${name} im Lauf der Zeit`,
    chartNote: (shown, all) =>
      `${all > shown ? `Die ersten ${shown} von ${all} Reihen. ` : ''}Zahlen mit mindestens drei Zeiträumen, wie veröffentlicht; das Band ist das 80‑%‑Intervall unserer Schätzung, senkrechte Linien das von Zahlen, deren Fehler die veröffentlichende Stelle nennt.`,
    lead: (city) =>
      `Zahlen zu ${city} mit mindestens drei Zeiträumen: unsere Schätzung des Preisniveaus in jedem Jahr (New York = 100) und Zahlen wie veröffentlicht. Jedes Diagramm reicht von der niedrigsten bis zur höchsten Zahl.`,
    ofCountry: (country) => `Zahlen im Lauf der Zeit: ${country}`,
    band: 'das Band ist das 80‑%‑Intervall',
    basis: (note) => (note ?? '').split('; ').map(basisOf).join('; '),
    conclusion: (change, from, first, to, last) =>
      change === 0
        ? `${from} (${first}) und ebenso ${last}.`
        : `Von ${from} (${first}) auf ${to} (${last}) ${change > 0 ? 'gestiegen' : 'gefallen'}.`,
    figures: 'Zahlen',
    of: (title) => `zu: ${title}`,
    byPeriod: (title) => `${title} nach Zeitraum`,
    per: (unit, per) => `${unit} ${PER[per] ?? `pro ${per}`}`,
  },

  use: {
    title: 'Zitieren und nutzen',
    release: (version, day) => `Location Data Service, Datenstand ${version} vom ${day}`,
    citation: (version, city, address) =>
      `Location Data Service, Datenstand ${version}: ${city}, ${address}.`,
    sources: (count) =>
      html`Die Lebenshaltungskosten beruhen auf ${whole(count)} ${count === 1 ? 'Quelle' : 'Quellen'}; siehe deren <a href="/sources">Lizenzen und Namensnennung</a>.`,
    download: (formats, charts) =>
      html`Diese Seite als ${formats} laden, ihre Preisniveaus als Diagramm (${charts}), oder dieselben Zahlen über die API mit <a href="/keys">Ihrem Schlüssel</a>:`,
  },

  report: {
    about: 'Melden Sie dem Betreiber dieses Dienstes eine falsche Zahl.',
    lead: 'Schreiben Sie, was falsch ist und woher Sie es wissen: Am meisten hilft eine Seite der Stelle, die die Zahl veröffentlicht. Ihre Meldung geht an den Betreiber dieses Dienstes.',
    value: 'Gezeigter Wert',
    release: 'Datenstand',
    what: 'Was ist falsch?',
    send: 'Senden',
    privacy:
      'Wir speichern, was Sie senden, und den Zeitpunkt, aber nichts über Sie. Wenn Sie eine Antwort möchten, schreiben Sie, wie wir Sie erreichen.',
    thanks: 'Vielen Dank',
    received: 'Ihre Meldung ist angekommen.',
    next: 'Der Betreiber dieses Dienstes liest sie; Zahlen ändern sich mit dem nächsten Datenstand.',
    continue: html`Zur <a href="/">Startseite</a>, oder sehen Sie, <a href="/releases">was sich mit jedem Datenstand geändert hat</a>.`,
  },

  problem: PROBLEM,

  card: {
    lines: 'Linien sind 80‑%‑Intervalle',
    basedOn: (evidence) => `Grundlage: ${evidence}.`,
    measured: (all, local, regional) =>
      `Von ${whole(all)} Indikatoren wurden ${whole(local)} in der Stadt gemessen, ${whole(regional)} in ihrer Region und ${whole(all - local - regional)} für das ganze Land.`,
    noIndicators: 'Keine Quelle hat Indikatoren.',
  },

  embed: {
    title: 'Einbetten',
    city: (name) => `${name}: Lebenshaltungskosten und Lebensqualität`,
    copy: (version) =>
      `Kopieren Sie diese Zeile in eine Ihrer Seiten. Sie nennt den Datenstand ${version}, braucht kein Skript und setzt kein Cookie.`,
    pictures: 'Bilder',
    picture: (title, formats) => html`${title} (${formats})`,
    card: 'Vorschaubild',
    how: 'Mehr zum Einbetten',
    caption:
      'Preisniveaus mit ihren 80‑%‑Intervallen. Ein hohler Punkt ist aus Zahlen des Landes modelliert.',
    quality: (value, range) => `Lebensqualität: ${tenths(value)} von 100 Punkten (80‑%‑Intervall: ${range}).`,
    source: (page, version, day) =>
      html`Quelle: <a href="${page}">Location Data Service</a>, Datenstand <a href="/releases/${version}">${version}</a> vom ${day}, mit den <a href="/sources">Stellen, die die Zahlen veröffentlichen</a>`,
    otherRelease: (made, current) =>
      `Diese Seite entstand mit ${made === undefined ? 'einem anderen Datenstand' : `dem Datenstand ${made}`}. Die Zahlen hier sind die des aktuellen Datenstands ${current}.`,
  },
};
