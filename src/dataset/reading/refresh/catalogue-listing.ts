import { KEY_ADDRESS, STAGED_FILES } from './download-catalogue.ts';
import { readManualSources } from './manual-sources.ts';

/** Every address from which a refresh downloads, and every one from which a person has to. */
export function listing(dataDirectory: string): string {
  const lines = STAGED_FILES.flatMap(({ source, from }) =>
    from.map(({ url, needsKey }) => {
      const key = needsKey === undefined ? '' : ` (needs a key, free at ${KEY_ADDRESS[needsKey]})`;
      return `${source}\t${url}${key}`;
    }),
  );
  const manual = readManualSources(dataDirectory).map(
    ({ source, address, why }) => `${source}\tmanual: ${address} (${why})`,
  );
  return `${[...new Set(lines), ...manual].join('\n')}\n`;
}
