import { SETTINGS } from '../../src/service/config.ts';
import { code, table } from './markdown.ts';

export function settingsTable(): string {
  return table(
    ['Setting', 'Takes', 'Default', 'Meaning'],
    Object.values(SETTINGS).map((setting) => [
      code(setting.name),
      setting.type,
      setting.default === '' ? 'empty' : code(setting.default),
      setting.help,
    ]),
  );
}
