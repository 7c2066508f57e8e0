/**
 * Draws the preview image of links to the site, from the map of a running server:
 * `node scripts/develop.mjs scripts/card.ts http://127.0.0.1:3000`. It needs Chromium.
 */
import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { beginProgram } from './program.mjs';
import { toolPath } from './tools.mjs';

beginProgram(import.meta.url, { takesArguments: true });
const origin = process.argv[2] ?? 'http://127.0.0.1:3000';
const page = await (await fetch(`${origin}/explore`)).text();
const map = /<svg viewBox="[^"]*" role="img"[\s\S]*?<\/svg>/.exec(page)?.[0] ?? '';
/** Levels as in tokens.css, in dark. */
const LEVELS = ['#7a4fb5', '#a04cae', '#c6508f', '#df6470', '#ef8a4f', '#f8b750', '#fdeb9a'];
const browser = await chromium.launch({ executablePath: toolPath('chromium'), args: ['--no-sandbox'] });
try {
  const picture = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await picture.setContent(`<style>
body { margin: 0; background: #0f1312; color: #e7eae8; font-family: system-ui, "DejaVu Sans", sans-serif; }
svg { display: block; width: 1200px; height: 522px; }
.land path { fill: #1e2422; }
.local-most path, .local-some path, .local-none path { fill: none; stroke-width: 7; stroke-linecap: round; }
.local-some { opacity: .75; }
.local-none { opacity: .4; }
${LEVELS.map((colour, index) => `.level-${index + 1} { stroke: ${colour}; }`).join('\n')}
div { padding: 0 56px; margin-top: -12px; }
h1 { margin: 0; font-size: 46px; letter-spacing: -.02em; }
p { margin: 8px 0 0; font-size: 25px; color: #9ba5a1; }
</style>${map}<div><h1>Location Data Service</h1><p>What a city costs, what life is like there, and who measured it.</p></div>`);
  const file = new URL('../src/site/icons/card.png', import.meta.url);
  writeFileSync(file, await picture.screenshot());
} finally {
  await browser.close();
}
