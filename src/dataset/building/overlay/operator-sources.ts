import { Check, Errors } from 'typebox/schema';
import { Source } from '../../../release/source.ts';
import { decodeText } from '../files/published-file.ts';
import type { Fault } from './faults.ts';

/** What the file must look like; messages show it. */
const EXAMPLE =
  '[{"id": "city-survey-2026", "publisher": "…", "title": "…", "url": "https://…", "licence": "…", "licence_url": null, "attribution": "…", "vintage": "2026-05"}]';

/** The sources beside an operator's figures, by id. Errors are added to `faults`. */
export function readOperatorSources(
  file: string,
  bytes: Uint8Array,
  taken: ReadonlySet<string>,
  faults: Fault[],
): Map<string, Source> {
  const sources = new Map<string, Source>();
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
    if (!Check(Source, source)) {
      // An unknown field has a second error for the whole; one error per field is enough.
      const errors = Errors(Source, source)[1].filter(({ keyword }) => keyword !== 'additionalProperties');
      for (const [path, [error]] of Map.groupBy(errors, ({ instancePath }) => instancePath))
        fault(path.slice(1), error?.keyword === 'boolean' ? 'no field is called so' : `${error?.message}`);
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
