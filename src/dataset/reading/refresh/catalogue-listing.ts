import { readSourceCatalogue } from '../../building/facts/source-catalogue.ts';
import { KEY_ADDRESS, stagedFiles } from './download-catalogue.ts';

/** How every source is refreshed, then every address from which a refresh downloads. */
export function listing(dataDirectory: string): string {
  const sources = [...readSourceCatalogue(dataDirectory)].flatMap(([step, ofStep]) =>
    ofStep.map(
      ({ id, refresh, refresh_how: how }) => `${step}\t${id}\t${refresh.replaceAll('_', ' ')}: ${how}`,
    ),
  );
  const addresses = stagedFiles(dataDirectory).flatMap(({ source, from }) =>
    from.map(({ url, key }) => {
      const needed = key === '' ? '' : ` (needs a key, free at ${KEY_ADDRESS[key]})`;
      return `${source}\t${url}${needed}`;
    }),
  );
  return `${[...sources, ...new Set(addresses)].join('\n')}\n`;
}
