import { readFileSync } from 'node:fs';
import { fieldLine } from '../../service/http/response-head.ts';
import type { Renderable } from '../entry.ts';
import { A_DAY_LINE, VARY_LINE } from '../page-lines.ts';
import type { SiteAssets } from '../site-assets.ts';

/** Where other sites load `<city-picker>` from. A change that breaks their pages gets another number. */
export const CITY_PICKER_PATH = '/city-picker-1.js';

const SCRIPT_LINE = fieldLine('Content-Type', 'text/javascript; charset=utf-8');

/** The script at an address that never changes, unlike those of assets. */
export function cityPicker(assets: SiteAssets): Renderable {
  return {
    path: CITY_PICKER_PATH,
    open: true,
    headerLines: () => VARY_LINE,
    render: () => ({
      body: readFileSync(assets.file('site/elements/city-picker.ts'), 'utf8'),
      typeLine: SCRIPT_LINE,
      cacheLine: A_DAY_LINE,
    }),
  };
}
