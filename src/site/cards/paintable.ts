import { invalidParameter } from '../../engine/problems.ts';
import { escapeHtml } from '../html.ts';
import { lettered } from './lettering.ts';

/** The widths of previews. Any width would be a picture for each number. */
export const PREVIEW_WIDTHS = [600, 300] as const;
/** Charts have twice as many pixels as units, which screens and slides show sharp, unless that is more than the thread may use. */
const [SHARP_UNITS, MOST_PIXELS] = [1000, 8_000_000];
const TEXT = /(<t(?:ext|span)[^>]*>)([^<]+)/g;
/** Parts of a text that are no entities. */
const UNESCAPED = /&[#\w]+;|[^&]+/g;
const ROOT = /^(<svg [^>]*?)width="(\d+)" height="(\d+)"/;

/**
 * A drawing as the painter needs it: with its size, and in the fonts and characters that it has.
 *
 * @param width one of `PREVIEW_WIDTHS`, as in a query; by default the drawing’s own
 * @throws Problem for another width
 */
export function paintable(drawing: string, width?: string): string {
  const asked = width === undefined ? undefined : PREVIEW_WIDTHS.find((each) => String(each) === width);
  if (width !== undefined && asked === undefined)
    throw invalidParameter('width', `must be one of ${PREVIEW_WIDTHS.join(', ')}`);
  return drawing
    .replace(ROOT, (_, start: string, own: string, height: string) => {
      const [across, down] = [Number(own), Number(height)];
      const doubled = across < SHARP_UNITS && 4 * across * down <= MOST_PIXELS;
      const pixels = asked ?? (doubled ? 2 * across : across);
      return `${start}width="${pixels}" height="${Math.round((pixels * down) / across)}"`;
    })
    .replace(/ font-family="[^"]*"/, ' font-family="Inter"')
    .replaceAll(' font-weight="600"', ' font-family="Inter SemiBold"')
    .replaceAll(' font-weight="400"', ' font-family="Inter"')
    .replace(TEXT, (_, start: string, text: string) => start + text.replace(UNESCAPED, inFont));
}

/** A letter that is written in others may become a character of markup: “‹” is written as “<”. */
function inFont(part: string): string {
  return part.startsWith('&') ? part : escapeHtml(lettered(part));
}
