/** Updates the land and the borders behind the map of cities: `node scripts/develop.mjs scripts/world-map.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Topology } from 'topojson-specification';
import { landDrawing } from './docs/land-drawing.ts';
import { beginProgram } from './program.mjs';

beginProgram(import.meta.url);
const map = readFileSync(fileURLToPath(import.meta.resolve('world-atlas/countries-110m.json')), 'utf8');
const drawing = landDrawing(JSON.parse(map) as Topology);
writeFileSync(new URL('../src/site/explorer/land.svg', import.meta.url), drawing);
