import type { Problem } from '../../engine/problems.ts';
import {
  lowerFirst,
  REFRESH_WORDS,
  refreshInWords,
  termsInWords,
  whole,
} from '../../engine/summaries/words.ts';
import { BUILD_STEPS, type BuildStep } from '../../release/build-progress.ts';
import { describeChange } from '../../release/moved.ts';
import { type Html, html } from '../html.ts';

interface ReleaseCounts {
  cities: number;
  countries: number;
  observations: number;
  metrics: number;
  sources: number;
}

interface FigureCounts {
  appeared: number;
  vanished: number;
  moved: number;
  revised: number;
}

/** Sentences of the pages about sources, releases and the service itself, and around documentation, which is in English. */
export const ENGLISH_SERVICE = {
  /** Around pages of the documentation. */
  guides: {
    about: 'How to use the API, where the figures come from, and how to run the service yourself.',
    all: 'All guides',
    onPage: 'On this page',
    neighbours: 'Previous and next',
  },

  reference: {
    about: 'Every endpoint of the API, with its parameters, its responses and a request to try.',
    document: html`The same as an <a href="/v1/openapi.json">OpenAPI 3.1 document</a>, which needs no key.`,
    parameters: 'Parameters',
    request: 'Request',
    response: 'Response',
    fields: 'Fields',
    name: 'Name',
    in: 'In',
    /** Where a parameter is. */
    places: { path: 'path', query: 'query' },
    field: 'Field',
    type: 'Type',
    meaning: 'Meaning',
    required: 'required',
    optional: 'optional',
    oneOf: (count: number) => `string, one of ${count}`,
    either: (types: readonly Html[]): Html =>
      html`${types.map((type, index) => [index > 0 && ' or ', type])}`,
    arrayOf: (items: Html | undefined): Html => html`array of ${items ?? 'anything'}`,
    mapOf: (members: Html): Html => html`map of ${members}`,
    optionalName: (name: string) => `${name} (optional)`,
    /** @param english what the operation does, as in the OpenAPI document */
    aboutOperation: (path: string, english: string) => `GET /v1${path}: ${english}`,
    tryIt: 'Try it',
    key: 'API key',
    run: 'Run',
    script: {
      sending: 'Sending …',
      unreachable: 'We can’t reach the API. Check your connection and try again.',
      shortened: 'shortened',
    },
    fieldsOf: (schema: string) => `${schema}: fields`,
    aboutFields: (schema: string) => `The fields of ${schema} in responses of the API.`,
    returnedBy: (operations: Html): Html => html`Returned by ${operations}.`,
    allSchemas: (schemas: Html): Html => html`All schemas: ${schemas}.`,
  },

  dictionary: {
    responses: 'Responses',
    lead: html`Fields of an object inside another are written with a dot, those of objects in an array with <code>[]</code>. A field is always there unless it is marked optional. Fields may be added: ignore those that you don’t know.`,
    metrics: html`Each metric has a page with its definition, unit, coverage and sources: see the <a href="/metrics">list of metrics</a>.`,
  },

  errors: {
    about: 'Every error of the API, what causes it and what to do.',
    code: 'Code',
    status: 'Status',
    meaning: 'What it means',
    named: (code: string, title: string) => `${code}: ${title}`,
    description: (code: string, title: string) => `${title}. What causes the error ${code}, and what to do.`,
    all: 'All errors',
  },

  sources: {
    name: 'Sources',
    about: (count: number) =>
      `The ${count} sources of the figures: publisher, licence, edition and doubts of each.`,
    aboutSource: (publisher: string, title: string) =>
      `${publisher}: ${title}. Licence, edition, what is taken from it and what to be careful about.`,
    publisher: 'Publisher',
    licence: 'Licence',
    edition: 'Edition',
    refreshed: 'Refreshed',
    refresh: REFRESH_WORDS,
    /** Undefined if the operator who added the source did not say. */
    howRefreshed: refreshInWords,
    operator: 'Added by the operator',
    page: 'Publisher’s page',
    howRead: 'How we read it',
    ownFile: 'The publisher’s own file.',
    terms: 'Terms of reuse',
    statedBy: 'Who states it',
    stated: termsInWords,
    unclear: 'Unclear',
    attribution: 'Attribution',
    notSaid: 'The operator who added it did not say.',
    all: 'All sources',
  },

  releases: {
    description: (version: string, day: string) =>
      `Data release ${version}, published on ${day}: its hash, its counts, and what changed.`,
    lead: (version: string) =>
      `Every figure on this site comes from data release ${version}. Cite it by version and hash: the same hash always means the same figures.`,
    subscribe: html`Subscribe to the <a href="/releases.xml">Atom feed</a>, or get this page as <a href="/releases.json">JSON</a>.`,
    news: 'What’s new',
    changes: (from: string) => `What changed since ${from}`,
    inDetail: (versions: Html): Html => html`By metric, source and place: ${versions}.`,
    downloads: 'Downloads',
    download: html`Download the whole release as one file with <a href="/keys">your API key</a>. Check the file against its hash.`,
    format: 'Format',
    size: 'Size',
    megabytes: (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`,
    /** Of the feed. */
    feed: 'Location Data Service: data releases',
    changedInShort: (from: string, { appeared, vanished, moved, revised }: FigureCounts) =>
      `Since ${from}: ${whole(appeared)} new figures, ${whole(vanished)} removed, ${whole(moved)} moved, ${whole(revised)} revised.`,
    about: (version: string, day: string) =>
      `What data release ${version} of ${day} changed, by metric, source and place.`,
    first: 'It was built without an earlier release to compare it with.',
    version: 'Version',
    published: 'Published',
    hash: 'Content hash',
    placesIn: ({ cities, countries }: ReleaseCounts) =>
      `${whole(cities)} cities in ${whole(countries)} countries and territories`,
    figuresFrom: ({ observations, metrics, sources }: ReleaseCounts): Html =>
      html`${whole(observations)} of <a href="/metrics">${whole(metrics)} metrics</a> from <a href="/sources">${whole(sources)} sources</a>`,
    countries: 'Countries',
    changedPlaces: (what: string, appeared: number, vanished: number) =>
      appeared === 0 && vanished === 0
        ? `${what}: unchanged.`
        : `${what}: ${whole(appeared)} new, ${whole(vanished)} removed.`,
    changedFigures: ({ appeared, vanished, moved, revised }: FigureCounts, threshold: number) =>
      `Latest figures: ${whole(appeared)} new, ${whole(vanished)} removed, ${whole(moved)} moved by more than ${whole(100 * threshold)} %, and ${whole(revised)} revised in value, period, unit or source.`,
    previous: (hash: Html): Html => html`The previous release has the content hash ${hash}.`,
    by: (what: string) => `By ${lowerFirst(what)}`,
    changesBy: (what: string) => `Changes by ${lowerFirst(what)}, most changes first`,
    counts: { appeared: 'New', vanished: 'Removed', moved: 'Moved', revised: 'Revised' },
    byPlace: 'By place: the largest moves',
    moves: 'The largest moves',
    before: 'Before',
    now: 'Now',
    change: 'Change',
    changed: describeChange,
    /** Of our own figures that releases compare, by id. */
    estimated: (measure: string) => `${measure}, overall (estimated)`,
  },

  status: {
    about: 'Whether the service works, which data release it serves, and how recent each source is.',
    states: {
      ready: 'All systems are working.',
      degraded: 'The service is working, with a problem:',
      starting: 'The data is being prepared.',
      stopping: 'This server is being restarted.',
      unusable: 'The service can’t answer requests right now.',
    },
    /** By the names that /readyz has for them. */
    faults: {
      release: 'The data release can’t be read.',
      store:
        'The database of keys and accounts can’t be reached. Existing keys work, but keys and accounts can’t be changed.',
      limits: 'The servers can’t share their request counts, so each one counts on its own.',
      load: 'There are more requests than the server can answer. It refuses some of them for a moment.',
    } as Readonly<Record<string, string>>,
    recent: 'How recent the sources are',
    lead: html`Some sources are published monthly, others yearly, or every ten years with a census. The edition is the file that we read. The latest period is that of the newest figure it published; sources without one describe places, or are only used in estimates. A newer edition comes by a command (automatic), by a person (by hand) or not at all (frozen). Download the table as <a href="/status.csv">CSV</a> or this page as <a href="/status.json">JSON</a>.`,
    refreshed: (kind: string, sources: number) => `${kind}: ${sources} of the sources, newest first`,
    latest: 'Latest period',
  },

  match: {
    title: 'Match a list of cities',
    about: 'Paste a table with names of cities and get it back with ids, cost of living and quality of life.',
    lead: 'Paste a table or choose a CSV file. You get it back with ids, cost of living, monthly budget, quality of life, population and coordinates. Names that could mean several cities stay open, with the cities to choose from.',
    table: 'Table, with column names in the first line',
    file: 'CSV file',
    drop: 'or drop one on the table',
    example: html`city,country&#10;Lisbon,Portugal&#10;Springfield,US`,
    cityColumn: 'City column',
    countryColumn: 'Country column',
    regionColumn: 'State or region column',
    byName: 'found by its name',
    button: 'Match',
    whatYouGet: 'What you get',
    matched: html`A row is <b>matched</b> only if its name, country and region mean one city, and no other city with at least a tenth of its people has the name. Add a country column for more matches. Budgets are for one adult, in US dollars a month.`,
    most: (rows: number): Html =>
      html`The table has up to ${rows} rows. We keep nothing of it. For longer lists, add <code>/reconcile</code> at this address to OpenRefine as a standard service, or use <code>lds match</code>: see <a href="/guides/finding-places">Finding places</a>.`,
    script: {
      noAnswer: 'The server does not respond. Try again.',
      tooLarge:
        'The file has {size} MB, and this page takes {rows} rows. Use OpenRefine or the command line.',
      result: 'Result',
      summary: '{matched} matched, {check} to check, {unknown} unknown.',
      download: 'Download CSV',
      rows: 'Matched rows',
      row: 'Row',
      budget: 'Budget, USD',
      unknown: 'unknown',
      cityOf: 'City of {row}',
      choose: 'Choose a city',
      gone: 'The city has no figures any more. Match the list again.',
    },
    /** In the frame that OpenRefine shows, by property. */
    figures: {
      population: (value: string) => `Population ${value}`,
      cost_index: (value: string) => `cost of living (New York = 100) ${value}`,
      quality_of_life: (value: string) => `quality of life (0 to 100) ${value}`,
    },
  },

  picker: {
    title: 'A city field for your form',
    about: 'A search over cities for forms of any web page, without a key: one script, one element.',
    lead: 'One script, one element, no key. The field finds cities by any name, like the search of this site, and sends the id of the chosen one with the form.',
    sent: (id: string): Html => html`The form sent <code>id=${id}</code>.`,
    use: 'Use it',
    works: html`It works with the keyboard and with screen readers, with <code>&lt;label&gt;</code>, <code>reset()</code> and <code>FormData</code>. It sends <code>change</code> when a city is chosen; then <code>value</code> is its id, and <code>place</code> has name, country, region, latitude and longitude:`,
    server: html`With the id, your server gets figures from the <a href="/reference">API</a>: <a href="/guides/recipes#a-web-page">a whole page with its server</a>.`,
    attribute: 'Attribute',
    attributes: {
      name: 'The name of the field in the form. Its value is the id of the city: lisbon',
      value: 'The id of the city that is chosen at first',
      required: 'The form cannot be sent without a city',
      disabled: 'The field cannot be used',
      label: 'The name of the field for screen readers, if it has no label element',
      placeholder: 'An example inside the empty field',
      hint: 'What the browser says if no city is chosen, in your language',
      empty: 'What the list says if it finds no city, in your language',
    },
    style: 'Style it',
    styles: (properties: Html): Html =>
      html`Custom properties: ${properties}. Parts: <code>input</code>, <code>list</code>, <code>option</code>, <code>where</code>, <code>status</code>. By default it has the colours of form fields, in light and dark.`,
    policy: html`Allow this origin in <code>script-src</code> and <code>connect-src</code>. Nothing is inline, and nothing else is loaded. The address of the script keeps its number until a change would break pages.`,
    without: 'Without the element',
    json: html`<a href="/places.json?q=lisb"><code>/places.json?q=</code></a> returns up to ten cities and countries: kind, id, name, country, region, latitude and longitude, no figures. Scripts of any origin may read it. Requests are limited per address, as pages are. <code class="whole">?id=lisbon</code> returns one city. Names and coordinates are from GeoNames (CC BY 4.0), which you should name.`,
  },

  packages: {
    about: 'The clients of this service, of its own version, with their hashes.',
    lead: 'This service offers its clients, of its own version. No public registry is needed.',
    how: 'How to use it',
    needs: {
      python: 'Python 3.9 or newer; no other packages. With pandas installed, tables are data frames.',
      javascript: 'Node.js 20 or newer; no other packages.',
      r: 'R 4 or newer with jsonlite, and the program curl.',
    },
    languages: { python: 'Python', javascript: 'JavaScript and TypeScript', r: 'R' },
    verified: 'pip verifies the hash.',
    file: (name: Html, bytes: number, hash: Html): Html =>
      html`${name}, ${whole(bytes)} bytes, SHA-256 ${hash}`,
  },

  privacy: {
    about: 'What this service stores about you, for how long, and how to delete it.',
    lead: 'You can read this site without an account. It sets no cookies until you sign in, loads nothing from other servers, and doesn’t record who looked at which page or place.',
    counted:
      'To limit how many requests one client may send, the service counts them by IP address, in memory, for a minute. The server’s log contains no IP address, no URL and no key.',
    stored: 'What is stored when you have an account',
    usage:
      'Usage is counted by key, day, endpoint and outcome. The list of your newest requests has the endpoint too, and neither says which places you asked for, nor from which address.',
    cookies: 'Cookies',
    whichCookies:
      'Signing in sets cookies for the session, for the second factor, and for the accounts that this browser has signed in to before. We set no other cookies.',
    choices: 'Your choices',
    account: html`On the <a href="/account">Account</a> page you can download everything that is stored about you, and delete your account with all of it.`,
    notCovered: 'What this page does not cover',
    operator:
      'This page describes the software. The operator of this installation may run a proxy in front of it that keeps its own logs, and may send email through another company.',
  },

  /** Instead of a page. */
  problem: {
    /** @param english what the error means, as in problem documents */
    title: (_code: string, english: string) => english,
    /** What a translation says instead of the detail of problem documents; undefined where it quotes it. */
    detail: (_problem: Problem): string | undefined => undefined,
    candidates: 'Places you may mean',
    notFound: 'Page not found',
    nothingThere: 'We couldn’t find that page. It may have moved, or the address may be mistyped.',
    continue: html`Go to the <a href="/">front page</a> or browse the <a href="/guides">guides</a>.`,
    releases: 'Releases of this page',
    current: '(current)',
  },

  preparing: {
    title: 'Starting',
    lead: 'This service has just been started for the first time, and builds its data release. That takes a minute or two, and longer on a busy machine. This page then shows what you asked for.',
    meanwhile: html`You can sign up and create an API key meanwhile, and read the <a href="/guides">guides</a>. Requests to the API are answered with 503 and <code>Retry-After</code> until the data is there.`,
    signUp: 'Sign up',
    signIn: 'Sign in',
    waiting: 'Waiting for the data release',
    step: (step: BuildStep) => BUILD_STEPS[step].title,
    steps: (at: number, of: number, title: string) => `Step ${at} of ${of}: ${title}`,
  },
};
