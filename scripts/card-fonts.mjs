// Reduces the fonts of cards to the characters in `LETTERS`: `node scripts/card-fonts.mjs`, after
// `npm install --no-save subset-font@2.9.0 @expo-google-fonts/inter@0.4.2`, which only this script needs.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LETTERS } from '../src/site/cards/lettering.ts';
import { beginProgram } from './program.mjs';
import { root } from './runtime.mjs';

beginProgram(import.meta.url);

const { default: subsetFont } = await import('subset-font');
const inter = join(root, 'node_modules/@expo-google-fonts/inter');
const fonts = join(root, 'src/site/cards/fonts');
const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => LETTERS.test(character),
);
for (const [name, weight] of Object.entries({ Regular: 400, SemiBold: 600 })) {
  const whole = readFileSync(join(inter, `${weight}${name}/Inter_${weight}${name}.ttf`));
  const font = await subsetFont(whole, characters.join(''), {
    targetFormat: 'truetype',
    noLayoutClosure: true,
  });
  writeFileSync(join(fonts, `Inter-${name}.ttf`), font);
}
copyFileSync(join(inter, 'LICENSE_FONT'), join(fonts, 'LICENSE'));
