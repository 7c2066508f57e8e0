import { GUIDES, guideText } from '../engine/guides/guides.ts';
import { sectionsOf } from '../engine/guides/sections.ts';
import { Problem } from '../engine/problems.ts';
import { numberText } from '../engine/summaries/cells.ts';
import { citationOf } from '../engine/summaries/citation.ts';
import { factsTable, type SummaryDocument } from '../engine/summaries/document.ts';
import { refreshInWords, termsInWords, unitInWords } from '../engine/summaries/words.ts';
import type { Reader } from './reader.ts';

/** The guides that explain how figures are made. */
export const METHODS = ['method', 'quality-of-life', 'places'] as const;

const GRAIN_NOUNS = {
  city: 'cities',
  metro: 'metropolitan areas',
  region: 'regions',
  country: 'countries',
} as const;
/** How many ids a problem suggests. */
const SUGGESTIONS = 8;

/** What a metric means, and for which places there are figures. */
export function metricDocument({ release }: Reader, id: string): SummaryDocument {
  const metric = release.metrics.get(id);
  if (metric === undefined) throw unknownId('metric', id, [...release.metrics.keys()]);
  const { title, definition, unit, per, resource, grouping } = metric;
  const figures = release.manifest.figures.by_metric[id];
  const counts = Object.entries(GRAIN_NOUNS).flatMap(([grain, noun]) => {
    const count = figures?.[grain as keyof typeof GRAIN_NOUNS] ?? 0;
    return count === 0 ? [] : [`${numberText(count)} of ${noun}`];
  });
  const goalpost = release.goalposts.get(id);
  return {
    title,
    conclusion: [definition],
    tables: [
      factsTable('metric', 'Facts', [
        ['Id', id],
        ['Unit', unitInWords(per === '' ? unit : `${unit} per ${per}`)],
        ['Part of', `${resource}, ${grouping}`.replaceAll('_', ' ')],
        ['Figures of all periods', counts.length === 0 ? 'none in this release' : counts.join(', ')],
        ['Scores 0 at', goalpost && numberText(goalpost.worst)],
        ['Scores 100 at', goalpost && numberText(goalpost.best)],
      ]),
    ],
    citation: citationOf(release.version, []),
  };
}

/** Who publishes a source, and on which terms. */
export function sourceDocument(reader: Reader, id: string): SummaryDocument {
  reader.need(['release:read']);
  const { release } = reader;
  const source = release.sources.get(id);
  if (source === undefined) throw unknownId('source', id, [...release.sources.keys()]);
  return {
    title: `${source.publisher}: ${source.title}`,
    conclusion: source.terms_unclear === null ? [] : [source.terms_unclear],
    tables: [
      factsTable('source', 'Facts', [
        ['Id', id],
        ['Page', source.url],
        ['Edition', source.vintage],
        ['Licence', source.licence],
        ['Text of the licence', source.licence_url],
        ['Credit line', source.attribution],
        ['Licence stated by', termsInWords(source)],
        ['Read from', source.read_from],
        ['Refreshed', refreshInWords(source)],
      ]),
    ],
    citation: citationOf(release.version, [source]),
  };
}

/** The served release. */
export function releaseDocument(reader: Reader): SummaryDocument {
  const fields = ['version', 'content_hash', 'published_at', 'counts', 'share_alike', 'changes'];
  const { version, counts, changes, ...about } = reader.ask('/release', { query: { fields } }).body;
  return {
    title: `Data release ${version}`,
    conclusion: [
      `Published ${about.published_at.slice(0, 10)}: ${numberText(counts.observations)} figures of ${numberText(counts.metrics)} metrics from ${numberText(counts.sources)} sources, for ${numberText(counts.countries)} countries and ${numberText(counts.cities)} cities.`,
      ...(changes === null
        ? []
        : [
            `Compared with ${changes.from.version}, ${numberText(changes.figures.appeared)} figures are new and ${numberText(changes.figures.moved)} moved.`,
          ]),
    ],
    tables: [
      factsTable('release', 'Facts', [
        ['Version', version],
        ['Content hash (SHA-256)', about.content_hash],
        ['Share-alike sources', about.share_alike.join(', ')],
      ]),
    ],
    citation: citationOf(version, []),
  };
}

/** How figures are made: the beginning of a guide, or one of its sections. */
export function methodDocument({ release }: Reader, name: string, wanted?: string): SummaryDocument {
  const guide = GUIDES.find((each) => each.name === name && METHODS.some((method) => method === name));
  if (guide === undefined) throw unknownId('method', name, METHODS);
  const { introduction, sections } = sectionsOf(guideText(guide));
  const titles = sections.map(({ title }) => title);
  const section = sections.find(({ title }) => title.toLowerCase() === wanted?.toLowerCase());
  if (wanted !== undefined && section === undefined) throw unknownId('section', wanted, titles);
  return {
    title: section === undefined ? guide.label : `${guide.label}: ${section.title}`,
    conclusion: [
      ...paragraphsOf(section?.markdown ?? introduction),
      ...(section === undefined ? [`Sections: ${titles.join('; ')}.`] : []),
    ],
    tables: [],
    citation: citationOf(release.version, []),
  };
}

/** The sentences of a guide, without its tables, headings and marks. */
function paragraphsOf(markdown: string): string[] {
  return markdown
    .replaceAll(/<!--.*?-->/gs, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((text) => text.trim())
    .filter((text) => text !== '' && !/^(#|\||```)/.test(text))
    .map((text) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, ''));
}

function unknownId(what: string, id: string, known: readonly string[]): Problem {
  const words = id
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const similar = known.filter((each) => words.some((word) => each.toLowerCase().includes(word)));
  const suggested = (similar.length > 0 ? similar : known).slice(0, SUGGESTIONS);
  return new Problem(
    'invalid_parameter',
    `There is no ${what} ${JSON.stringify(id.slice(0, 80))}. ${similar.length > 0 ? 'Similar' : 'Some'}: ${suggested.join(', ')}.`,
  );
}
