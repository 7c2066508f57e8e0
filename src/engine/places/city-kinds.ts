import { isCityOfToday } from '../../release/dominance.ts';
import type { City } from '../catalogue/place.ts';
import { isSection } from '../catalogue/prominence.ts';

/** What `kind=` can ask for. A city may be of several. */
export const KINDS = ['city', 'section', 'former', 'capital', 'region_seat'] as const;
export type Kind = (typeof KINDS)[number];

const IS: Record<Kind, (city: City) => boolean> = {
  city: isCityOfToday,
  section: isSection,
  former: (city) => !isSection(city) && !isCityOfToday(city),
  capital: ({ isCapital }) => isCapital,
  region_seat: ({ kind }) => kind === 'PPLA',
};

export function isOfKind(city: City, kinds: readonly Kind[]): boolean {
  return kinds.some((kind) => IS[kind](city));
}
