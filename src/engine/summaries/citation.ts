import type { Static } from 'typebox';
import { NOT_CONFIRMED } from '../../release/share-alike.ts';
import type { Source } from '../schemas.ts';

/** What users of the figures have to print. */
export interface Citation {
  release: string;
  /** The address of a page or resource of the service; undefined without a service. */
  url?: string | undefined;
  /** Ids of the sources by the terms of their licence. */
  licences: Readonly<Record<string, readonly string[]>>;
  /** Ids of sources whose terms leave a use open. */
  unclear: readonly string[];
}

type Cited = Pick<Static<typeof Source>, 'id' | 'licence' | 'terms_unclear'>;

/** @param url of the page or resource that a reader may open */
export function citationOf(release: string, sources: readonly Cited[], url?: string): Citation {
  const licences: Record<string, string[]> = {};
  const byId = new Map(sources.map((source) => [source.id, source]));
  for (const { id, licence } of byId.values()) licences[licence] = [...(licences[licence] ?? []), id];
  const unclear = [...byId.values()].filter(({ terms_unclear: unclear }) => unclear != null);
  return { release, ...(url === undefined ? {} : { url }), licences, unclear: unclear.map(({ id }) => id) };
}

/** On one line, which says once that terms are unconfirmed: `Location Data Service, data release 2026.11.4. Sources: wb-wdi, un-wup (CC BY 4.0); …`. */
export function citationLine({ release, url, licences, unclear }: Citation): string {
  const groups = Object.entries(licences).map(
    ([licence, ids]) => `${ids.join(', ')} (${licence.replace(NOT_CONFIRMED, '†')})`,
  );
  const isConfirmed = !Object.keys(licences).some((licence) => licence.endsWith(NOT_CONFIRMED));
  return [
    `Location Data Service, data release ${release}${url === undefined ? '' : `, ${url}`}.`,
    groups.length > 0 && `Sources: ${groups.join('; ')}.`,
    !isConfirmed && '†: as we understand the terms, not confirmed with the publisher.',
    unclear.length > 0 && `Ask the publisher before commercial use: ${unclear.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
