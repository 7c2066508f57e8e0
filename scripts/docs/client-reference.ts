import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { code, table } from './markdown.ts';

const SOURCE = readFileSync(join(import.meta.dirname, '../../client/src/location-data.ts'), 'utf8');

/** The arguments of the methods' types, from their interfaces. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  ListPlaces: 'query?, options?',
  AskPlace: 'id, query?, options?',
  AskComparison: 'cities, query?, options?',
  AskRelease: 'query?, options?',
};
/** A group of methods in the class: `readonly cities: { … };`. */
const GROUP = /^ {2}readonly (\w+): \{(.*?)\};?$/gms;
/** A method in it: `get: AskPlace<'/cities/{city_id}'>`. */
const METHOD = /(\w+): (\w+)<'([^']+)'>/g;
/** A setting, with the comment above it. */
const OPTION = /^ {2}\/\*\* (.*) \*\/\n {2}(\w+)\?:/gm;

/** Every method that sends a request, as the class declares it. */
export function clientMethods(): string {
  const methods = [...SOURCE.matchAll(GROUP)].flatMap(([, group, body = '']) =>
    [...body.matchAll(METHOD)].map(([, name, type = '', path = '']) => {
      const endpoint = ENDPOINTS.find((each) => each.path === path);
      if (endpoint === undefined) throw new Error(`the client asks ${path}, which is no endpoint`);
      return [code(`${group}.${name}(${ARGUMENTS[type]})`), endpoint.summary, code(path)];
    }),
  );
  return table(['Method', 'What it does', 'Endpoint'], methods);
}

/** Every setting of a client, with its comment. */
export function clientOptions(): string {
  const [, body = ''] = /interface LocationDataOptions \{\n(.*?)\n\}/s.exec(SOURCE) ?? [];
  const options = [...body.matchAll(OPTION)].map(([, meaning = '', name = '']) => [code(name), meaning]);
  return table(['Option', 'Meaning'], options);
}
