import { readFileSync } from 'node:fs';
import GROUPS from './guides.json' with { type: 'json' };

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

/** Every page of the `docs` directory, by reader, in the order of the sidebar: guides.json, with what follows from a guide's name. */
export const GUIDE_GROUPS: readonly { reader: string; guides: readonly Guide[] }[] = GROUPS.map(
  ({ reader, guides }) => ({
    reader,
    guides: guides.map((guide) => ({
      label: guide.name.charAt(0).toUpperCase() + guide.name.slice(1).replaceAll('-', ' '),
      to: `/guides/${guide.name}`,
      ...guide,
    })),
  }),
);

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
