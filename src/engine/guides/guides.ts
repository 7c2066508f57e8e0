import { readFileSync } from 'node:fs';

/** A page of the `docs` directory. */
export interface Guide {
  /** The file name without `.md`. */
  name: string;
  /** In the sidebar. */
  label: string;
  /** For search results. */
  description: string;
  /** The path of its page: `/guides/method`, unless it has one of its own. */
  to: string;
}

export interface GuideGroup {
  reader: string;
  guides: readonly Guide[];
}

/** Every page of the `docs` directory, by reader, in the order of the sidebar. */
export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    reader: 'Use the API',
    guides: [
      guide('quickstart', 'From nothing to a city’s cost index, in five languages.'),
      guide('using-the-api', 'All endpoints, and where each task is explained.', { label: 'Using the API' }),
      guide('authentication', 'Get an API key, send it, and choose what it may do.'),
      guide(
        'finding-places',
        'Look up, search, list and filter cities; find them by figures or by similarity.',
      ),
      guide(
        'figures',
        'Intervals, evidence and sources; comparisons, equivalent amounts, history, citations.',
        { label: 'Figures and their quality' },
      ),
      guide('limits', 'How many requests you can send, and how to use fewer.', {
        label: 'Limits and caching',
      }),
      guide('formats', 'CSV, NDJSON, GeoJSON, single fields, and the whole data set as a file.', {
        label: 'Formats and downloads',
      }),
      guide(
        'clients',
        'Clients for JavaScript, TypeScript, Python and R, over HTTP or offline from one file.',
      ),
      guide(
        'recipes',
        'Complete programs for curl, a web page, Python, DuckDB, a spreadsheet and the shell.',
      ),
      guide('mcp', 'Assistants that use the figures as tools: how to connect, tools, limits.', {
        label: 'Agents',
      }),
      guide('errors', 'Every error, what causes it and what to do.', { to: '/errors' }),
      guide('parameters', 'Every parameter of every endpoint, and every header of a response.', {
        label: 'Parameters and headers',
      }),
      guide('data-dictionary', 'Every field of every response, every metric and every unit.'),
    ],
  },
  {
    reader: 'Understand the data',
    guides: [
      guide('method', 'How the cost of living of a city is estimated, and how well.', {
        label: 'Cost index',
      }),
      guide('budgets', 'What a household needs in a month, in money, and how we compute it.'),
      guide('quality-of-life', 'How the quality of life of a place is scored, and how well.'),
      guide('places', 'Which countries and cities we have, and how names are matched.'),
      guide('sources', 'Who publishes the figures, under which licence, and what to be careful about.', {
        to: '/sources',
      }),
    ],
  },
  {
    reader: 'Run it yourself',
    guides: [
      guide('operating', 'Install, start, back up, update and scale the service.'),
      guide('scaling', 'What many nodes ask of PostgreSQL and Valkey, and what reaches its limit first.'),
      guide('settings', 'Every setting, what it takes and its default.'),
      guide('security', 'What the service protects, and how it is tested.'),
      guide('performance', 'What is promised, how to measure it, and what was measured.'),
    ],
  },
  {
    reader: 'Contribute',
    guides: [
      guide('architecture', 'The parts of the service, and the path of a request through them.'),
      guide('adding-a-source', 'How to turn a published file into figures.'),
      guide('adding-a-field', 'How to add a field to a response.'),
      guide('adding-a-page', 'How to add a page to the site, with its data and styles.'),
      guide('adding-a-tool', 'How to add a tool for agents.'),
      guide('decisions', 'What we decided and why, and what we rejected.'),
    ],
  },
];

/** Unless it says otherwise, a guide has the name of its file, and its page is below `/guides`. */
function guide(name: string, description: string, other: Partial<Guide> = {}): Guide {
  const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  return { name, label, description, to: `/guides/${name}`, ...other };
}

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides);

export const GUIDES_DIRECTORY = new URL('../../../docs/', import.meta.url);

/** The public address of the service in the guides; its port behind a proxy is `localhost:3000`. */
const EXAMPLE_ADDRESS = 'http://127.0.0.1:3000';

/** The Markdown of a guide, as in the repository. */
export function guideText({ name }: Pick<Guide, 'name'>): string {
  return readFileSync(new URL(`${name}.md`, GUIDES_DIRECTORY), 'utf8');
}

/** The Markdown of a guide, with the public address of this service. */
export function guideTextAt(publicUrl: string, guide: Pick<Guide, 'name'>): string {
  return guideText(guide).replaceAll(EXAMPLE_ADDRESS, () => publicUrl);
}
