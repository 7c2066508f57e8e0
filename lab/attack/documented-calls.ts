import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DocumentedParameter } from '../../test/support/api/documented-api.ts';
import { type Known, valid } from './parameter-values.ts';

/** An operation of an OpenAPI document, with values that exist on its server. */
export interface Operation {
  /** As in the document: `/cities/{city_id}`. */
  path: string;
  parameters: readonly DocumentedParameter[];
  known: Known;
}

/** Valid calls, as path and query. If a parameter is given, its value is from the arbitrary. */
export function callsWith(
  { path, parameters, known }: Operation,
  hostile?: DocumentedParameter,
  value: fc.Arbitrary<string> = fc.constant(''),
): fc.Arbitrary<string> {
  const values = parameters.map((parameter) => {
    if (parameter === hostile) return value;
    const usual = valid(parameter, known) ?? fc.constant('');
    // Rarely more than one filter: together they find nothing.
    return parameter.required ? usual : fc.option(usual, { nil: undefined, freq: 1 });
  });
  return fc.tuple(...values).map((chosen) => {
    const of = (place: string) =>
      parameters.flatMap(({ name, in: at }, index) =>
        at === place && chosen[index] !== undefined ? [[name, chosen[index]] as const] : [],
      );
    const inPath = new Map<string, string>(of('path'));
    const query = of('query').map((pair) => pair.join('='));
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath.get(name) ?? '');
    return `/v1${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  });
}

/** The same calls with a parameter that the operation does not have, or twice, or without one that it needs. */
export function spoilt(
  calls: fc.Arbitrary<string>,
  { parameters, known }: Pick<Operation, 'parameters' | 'known'>,
): fc.Arbitrary<string>[] {
  const withMore = (path: string, more: string) => `${path}${path.includes('?') ? '&' : '?'}${more}`;
  const unknown = fc
    .tuple(calls, fc.constantFrom('contry', '__proto__', 'constructor', 'limit%00', 'q[]', '%FF', 'LIMIT'))
    .map(([path, name]) => withMore(path, `${name}=1`));
  const ways = [unknown];
  for (const parameter of parameters.filter((one) => one.in === 'query')) {
    const value = valid(parameter, known) ?? fc.constant('a');
    const twice = fc.tuple(calls, value, value);
    ways.push(
      twice.map(([path, first, second]) =>
        withMore(withMore(path, `${parameter.name}=${first}`), `${parameter.name}=${second}`),
      ),
    );
    if (parameter.required)
      ways.push(calls.map((path) => path.replace(new RegExp(`${parameter.name}=[^&]*&?`), '')));
  }
  return ways;
}

/** @param read answers a GET of the path with the text of the response */
export async function knownValues(read: (path: string) => Promise<string>): Promise<Known> {
  const ids = async (path: string) => {
    const places: unknown = JSON.parse(await read(path));
    assert.ok(Array.isArray(places), `${path} is no list`);
    return (places as { id: string }[]).map(({ id }) => id);
  };
  const countries = await ids('/v1/countries');
  const cities = await ids('/v1/cities?limit=200');
  return {
    country_id: [...countries, 'PT', 'prt', '620'],
    city_id: [...cities, 'geonames:2267057'],
    country: countries,
    reference: cities,
    cities: cities.flatMap((city, index) => {
      const next = cities[index + 1];
      return next === undefined ? [] : [`${city},${next}`];
    }),
    near: ['38.72,-9.14', '35.68,139.69', '-90,180'],
  };
}
