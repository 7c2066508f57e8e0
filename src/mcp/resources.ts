import { Problem } from '../engine/problems.ts';
import { markdown } from '../engine/summaries/markdown.ts';
import { metricDocument, releaseDocument, sourceDocument } from './explanations.ts';
import type { Reader } from './reader.ts';
import { shortenToTokens } from './shorten-to-tokens.ts';

const MARKDOWN = 'text/markdown';

export const RESOURCES = [
  {
    uri: 'lds://release',
    name: 'release',
    title: 'The data release',
    description: 'Version, hash and size of the data that the service uses.',
    mimeType: MARKDOWN,
  },
];

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'lds://metrics/{id}',
    name: 'metric',
    title: 'A metric',
    description: 'What the metric measures, its unit, and how many places have figures.',
    mimeType: MARKDOWN,
  },
  {
    uriTemplate: 'lds://sources/{id}',
    name: 'source',
    title: 'A source',
    description: 'Publisher, edition, licence and credit line.',
    mimeType: MARKDOWN,
  },
];

/** A resource as Markdown. @throws Problem if there is none */
export function resourceText(reader: Reader, uri: string): string {
  const [, kind, id = ''] = /^lds:\/\/(release|metrics|sources)(?:\/([\w-]+))?$/.exec(uri) ?? [];
  if (kind === 'release' && id === '') return markdown(shortenToTokens(releaseDocument(reader)));
  if (kind === 'metrics' && id !== '') return markdown(shortenToTokens(metricDocument(reader, id)));
  if (kind === 'sources' && id !== '') return markdown(shortenToTokens(sourceDocument(reader, id)));
  throw new Problem('path_not_found', 'There is no such resource.');
}
