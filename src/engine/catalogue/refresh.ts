import type { Logger } from 'pino';
import type { Catalogue } from './catalogue.ts';

/** Switches to a newly published release, if there is one. Logs which one it is, or why the old one is kept. */
export async function refreshCatalogue(
  catalogue: Catalogue,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<void> {
  try {
    if (await catalogue.refresh()) log.info({ release: catalogue.version }, 'serving a new release');
  } catch (error) {
    log.error(
      { err: error, release: catalogue.version },
      catalogue.isDamaged
        ? 'the served release is damaged: only what was rendered before is served'
        : 'a new release is refused; the old one is served on',
    );
  }
}
