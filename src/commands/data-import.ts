import type { Command } from 'commander';
import type { Overlay } from '../dataset/building/overlay/overlay-store.ts';
import { counted } from '../engine/summaries/words.ts';
import { UsageError } from '../process/operator-error.ts';
import { type Columns, printList } from './list.ts';

interface ImportOptions {
  sources?: string;
  list?: true;
  remove?: string;
}

/** `data import`: adds an operator's own figures to ours. */
export function registerImportCommand(data: Command, dataDirectory: string, home: () => string): void {
  data
    .command('import [file]')
    .description('check a CSV file with figures of your own and keep them for the next `data publish`')
    .option(
      '--sources <file>',
      'JSON file with the sources that the figures cite; default: FILE.sources.json',
    )
    .option('--list', 'list imports')
    .option('--remove <id>', 'remove an import')
    .action(async (file: string | undefined, { sources, list, remove }: ImportOptions) => {
      if ([file, list, remove].filter((given) => given !== undefined).length !== 1)
        throw new UsageError('Name a file, or use --list or --remove ID.');
      // Loaded here, so that other commands start sooner.
      const { OverlayStore } = await import('../dataset/building/overlay/overlay-store.ts');
      if (list) await printList([new OverlayStore(home()).all()], COLUMNS);
      else if (remove !== undefined) {
        new OverlayStore(home()).remove(remove);
        say(`removed ${remove}; ${PUBLISH}`);
      } else if (file !== undefined) {
        const { importFigures } = await import('../dataset/building/overlay/import-figures.ts');
        const request = { home: home(), dataDirectory, file, sourcesFile: sources, now: new Date() };
        const { overlay, replaced } = importFigures(request);
        const verb = replaced ? 'replaced' : 'imported';
        say(`${verb} ${overlay.id}: ${counted(overlay.figures.length, 'figure')}; ${PUBLISH}`);
      }
    });
}

const PUBLISH = '`data publish` or the next start puts this into effect';

const COLUMNS: Columns<Overlay> = {
  id: 'id',
  figures: ({ figures }) => String(figures.length),
  sources: ({ sources }) => sources.map((source) => source.id).join(' '),
  file: 'file',
  imported: 'imported',
};

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
