import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Topology } from 'topojson-specification';
import { landDrawing } from '../../scripts/docs/land-drawing.ts';

test('the land behind the map of cities is the output of scripts/world-map.ts', () => {
  const map = readFileSync(fileURLToPath(import.meta.resolve('world-atlas/countries-110m.json')), 'utf8');
  const committed = readFileSync(new URL('../../src/site/explorer/land.svg', import.meta.url), 'utf8');
  assert.equal(committed, landDrawing(JSON.parse(map) as Topology));
});
