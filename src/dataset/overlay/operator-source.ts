import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { decodeText } from '../read/published-file.ts';
import type { Fault } from './faults.ts';

const Words = Type.String({ pattern: '\\S' });
const Address = Type.String({ pattern: '^https?://' });

/** Who published an operator's figure, and on which terms it may be used: the fields of data/sources.json. */
export const OperatorSource = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
    publisher: Words,
    title: Words,
    url: Address,
    licence: Words,
    licence_url: Type.Union([Address, Type.Null()]),
    attribution: Words,
    vintage: Words,
  },
  { additionalProperties: false },
);
export type OperatorSource = Static<typeof OperatorSource>;

/** What the file must look like; messages show it. */
const EXAMPLE =
  '[{"id": "city-survey-2026", "publisher": "…", "title": "…", "url": "https://…", "licence": "…", "licence_url": null, "attribution": "…", "vintage": "2026-05"}]';

/** The sources beside an operator's figures, by id. What is wrong with them is added to `faults`. */
export function readOperatorSources(
  file: string,
  bytes: Uint8Array,
  taken: ReadonlySet<string>,
  faults: Fault[],
): Map<string, OperatorSource> {
  const sources = new Map<string, OperatorSource>();
  let content: unknown;
  try {
    content = JSON.parse(decodeText(file, bytes));
  } catch (error) {
    faults.push({ file, line: 0, column: '', fault: `not JSON: ${(error as Error).message}` });
    return sources;
  }
  if (!Array.isArray(content)) {
    faults.push({ file, line: 0, column: '', fault: `not a list of sources such as ${EXAMPLE}` });
    return sources;
  }
  for (const [index, source] of content.entries()) {
    const fault = (column: string, text: string) =>
      faults.push({ file, line: 0, column, fault: `source ${index + 1}: ${text}` });
    if (!Value.Check(OperatorSource, source)) {
      // An unknown field is complained of twice: where it is, and for the whole.
      const errors = Value.Errors(OperatorSource, source).filter(
        ({ keyword }) => keyword !== 'additionalProperties',
      );
      for (const { keyword, instancePath, message } of errors)
        fault(instancePath.slice(1), keyword === 'boolean' ? 'no field is called so' : message);
    } else if (taken.has(source.id)) {
      fault('id', `${source.id} is one of our own sources: give yours an id of its own`);
    } else if (sources.has(source.id)) {
      fault('id', `${source.id} is there twice`);
    } else {
      sources.set(source.id, source);
    }
  }
  return sources;
}
