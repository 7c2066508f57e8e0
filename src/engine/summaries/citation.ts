import type { Static } from 'typebox';
import { NOT_CONFIRMED } from '../../release/share-alike.ts';
import type { Source } from '../schemas.ts';

/** What users of the figures have to print. */
export interface Citation {
  service: string;
  release: string;
  /** The address of a page or resource of the service; absent without a service. */
  url?: string;
  /** Ids of the sources by the terms of their licence. */
  sources: Readonly<Record<string, readonly string[]>>;
  /** Ids of sources whose terms leave a use open; absent if there are none. */
  terms_unclear?: readonly string[];
}

type Cited = Pick<Static<typeof Source>, 'id' | 'licence' | 'terms_unclear'>;

/** @param url of the page or resource that a reader may open */
export function citationOf(release: string, sources: readonly Cited[], url?: string): Citation {
  const cited = [...new Map(sources.map((source) => [source.id, source])).values()];
  const licences = [...Map.groupBy(cited, ({ licence }) => licence)];
  const unclear = cited.filter(({ terms_unclear: terms }) => terms != null);
  return {
    service: 'Location Data Service',
    release,
    ...(url === undefined ? {} : { url }),
    sources: Object.fromEntries(licences.map(([licence, of]) => [licence, of.map(({ id }) => id)])),
    ...(unclear.length === 0 ? {} : { terms_unclear: unclear.map(({ id }) => id) }),
  };
}

/** On one line, which says once that terms are unconfirmed: `Location Data Service, data release 2026.11.4. Sources: wb-wdi, un-wup (CC BY 4.0); …`. */
export function citationLine({ service, release, url, sources, terms_unclear: unclear }: Citation): string {
  const licences = Object.keys(sources);
  const groups = Object.entries(sources).map(
    ([licence, ids]) => `${ids.join(', ')} (${licence.replace(NOT_CONFIRMED, '†')})`,
  );
  return [
    `${service}, data release ${release}${url === undefined ? '' : `, ${url}`}.`,
    groups.length > 0 && `Sources: ${groups.join('; ')}.`,
    licences.some((licence) => licence.endsWith(NOT_CONFIRMED)) &&
      '†: as we understand the terms, not confirmed with the publisher.',
    unclear && `Ask the publisher before commercial use: ${unclear.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
