import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** By source, a file below the output directory: `assets/search-1a2b3c.js`. */
type Built = Readonly<Record<string, { file: string }>>;

/** Where the style sheet and the islands of server-rendered pages are. Their names contain a hash of their content. */
export class SiteAssets {
  readonly #directory: string;
  #built: Built | undefined;

  /** @param directory the output directory of Vite; the manifest in it is read when the first page is rendered */
  constructor(directory: string) {
    this.#directory = directory;
  }

  get stylesheet(): string {
    return this.#path('site/site.css');
  }

  /** @param name of a file in web/site/islands, without `.ts` */
  island(name: string): string {
    return this.#path(`site/islands/${name}.ts`);
  }

  /** What was built of a script that other sites load, whose address must not change: its file. */
  file(source: string): string {
    return join(this.#directory, this.#path(source));
  }

  #path(source: string): string {
    const manifest = join(this.#directory, 'manifest.json');
    this.#built ??= JSON.parse(readFileSync(manifest, 'utf8')) as Built;
    const built = this.#built[source];
    if (built === undefined) throw new Error(`the web app was built without ${source}: run \`npm run web\``);
    return `/${built.file}`;
  }
}
