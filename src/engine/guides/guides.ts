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

type WrittenGuide = Omit<Guide, 'to'> & Partial<Pick<Guide, 'to'>>;

/** Every page of the `docs` directory, by reader, in the order of the sidebar. */
const GROUPS: readonly { reader: string; guides: readonly WrittenGuide[] }[] = [
  {
    reader: 'Use the API',
    guides: [
      {
        name: 'quickstart',
        label: 'Quickstart',
        description: 'From nothing to a city’s cost index, in five languages.',
      },
      {
        name: 'using-the-api',
        label: 'Using the API',
        description: 'All endpoints, and where each task is explained.',
      },
      {
        name: 'authentication',
        label: 'Authentication',
        description: 'Get an API key, send it, and choose what it may do.',
      },
      {
        name: 'finding-places',
        label: 'Finding places',
        description: 'Look up, search, list and filter cities; find them by figures or by similarity.',
      },
      {
        name: 'figures',
        label: 'Figures and their quality',
        description: 'Intervals, evidence and sources; comparisons, equivalent amounts, history, citations.',
      },
      {
        name: 'limits',
        label: 'Limits and caching',
        description: 'How many requests you can send, and how to use fewer.',
      },
      {
        name: 'formats',
        label: 'Formats and downloads',
        description: 'CSV, NDJSON, GeoJSON, single fields, and the whole data set as a file.',
      },
      {
        name: 'clients',
        label: 'Clients',
        description: 'Clients for JavaScript, TypeScript, Python and R, over HTTP or offline from one file.',
      },
      {
        name: 'recipes',
        label: 'Recipes',
        description: 'Complete programs for curl, a web page, Python, DuckDB, a spreadsheet and the shell.',
      },
      {
        name: 'mcp',
        label: 'Agents',
        description: 'Assistants that use the figures as tools: how to connect, tools, limits.',
      },
      {
        name: 'errors',
        to: '/errors',
        label: 'Errors',
        description: 'Every error, what causes it and what to do.',
      },
      {
        name: 'parameters',
        label: 'Parameters and headers',
        description: 'Every parameter of every endpoint, and every header of a response.',
      },
      {
        name: 'data-dictionary',
        label: 'Data dictionary',
        description: 'Every field of every response, every metric and every unit.',
      },
    ],
  },
  {
    reader: 'Understand the data',
    guides: [
      {
        name: 'method',
        label: 'Cost index',
        description: 'How the cost of living of a city is estimated, and how well.',
      },
      {
        name: 'budgets',
        label: 'Budgets',
        description: 'What a household needs in a month, in money, and how we compute it.',
      },
      {
        name: 'quality-of-life',
        label: 'Quality of life',
        description: 'How the quality of life of a place is scored, and how well.',
      },
      {
        name: 'places',
        label: 'Places',
        description: 'Which countries and cities we have, and how names are matched.',
      },
      {
        name: 'sources',
        to: '/sources',
        label: 'Sources',
        description: 'Who publishes the figures, under which licence, and what to be careful about.',
      },
    ],
  },
  {
    reader: 'Run it yourself',
    guides: [
      {
        name: 'operating',
        label: 'Operating',
        description: 'Install, start, back up, update and scale the service.',
      },
      {
        name: 'scaling',
        label: 'Scaling',
        description: 'What many nodes ask of PostgreSQL and Valkey, and what reaches its limit first.',
      },
      { name: 'settings', label: 'Settings', description: 'Every setting, what it takes and its default.' },
      {
        name: 'security',
        label: 'Security',
        description: 'What the service protects, and how it is tested.',
      },
      {
        name: 'performance',
        label: 'Performance',
        description: 'What is promised, how to measure it, and what was measured.',
      },
    ],
  },
  {
    reader: 'Contribute',
    guides: [
      {
        name: 'architecture',
        label: 'Architecture',
        description: 'The parts of the service, and the path of a request through them.',
      },
      {
        name: 'adding-a-source',
        label: 'Adding a source',
        description: 'How to turn a published file into figures.',
      },
      { name: 'adding-a-field', label: 'Adding a field', description: 'How to add a field to a response.' },
      {
        name: 'adding-a-page',
        label: 'Adding a page',
        description: 'How to add a page to the site, with its data and styles.',
      },
      { name: 'adding-a-tool', label: 'Adding a tool', description: 'How to add a tool for agents.' },
      {
        name: 'decisions',
        label: 'Decisions',
        description: 'What we decided and why, and what we rejected.',
      },
    ],
  },
];

export const GUIDE_GROUPS: readonly GuideGroup[] = GROUPS.map(({ reader, guides }) => ({
  reader,
  guides: guides.map((guide) => ({ to: `/guides/${guide.name}`, ...guide })),
}));

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
