import { addressOf } from './connection.ts';
import { Engine } from './engine.ts';
import { LocationData } from './location-data.ts';

/** The data release in a downloaded file, with the same methods and results as the service, but no network and no key. */
export class Snapshot extends LocationData {
  /** Version of the data release, to cite with the figures. */
  readonly version: string;
  readonly #engine: Engine;

  /**
   * @param file path of a release.sqlite, from `release.download('sqlite')` of a service
   * @param options the address of that service, for links in results
   * @throws Error for a file that is not a release, or that this version of the package cannot read
   */
  constructor(file: string, { baseUrl = 'http://localhost:3000' }: { baseUrl?: string } = {}) {
    const address = addressOf(baseUrl);
    const engine = new Engine(file, address);
    super({
      baseUrl: address,
      apiKey: null,
      fetch: (...request) => engine.fetch(...request),
      maxRetries: 0,
    });
    this.version = engine.version;
    this.#engine = engine;
  }

  close(): void {
    this.#engine.close();
  }
}
