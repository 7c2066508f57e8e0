import { ask } from '../../src/engine/ask.ts';
import { openSnapshot } from '../../src/engine/catalogue/open-release.ts';
import type { Release } from '../../src/engine/catalogue/release.ts';
import type { Answer } from '../../src/engine/endpoint.ts';
import { CONTENT_TYPES, type Format } from '../../src/engine/formats/formats.ts';
import type { Path } from '../../src/engine/operations.ts';
import type { ProblemDocument } from '../../src/engine/problem-document.ts';
import { Problem, problemDocument } from '../../src/engine/problems.ts';

/** An answer, and what a service says about it in headers. */
export interface EngineAnswer extends Pick<Answer, 'total' | 'excluded' | 'links'> {
  data: unknown;
  contentType: string;
  contentLocation: string | undefined;
}

/** Answers from a file, with the code of the service. The package has it bundled with everything that it needs. */
export class Engine {
  readonly #address: string;
  readonly #release: Release;

  /** @param file path of a release.sqlite @param address for links in results; no request is sent to it */
  constructor(file: string, address: string) {
    this.#address = address;
    this.#release = openSnapshot(file);
  }

  get version(): string {
    return this.#release.version;
  }

  /**
   * @param path below `/v1`, as in the documentation: `/cities/{city_id}`
   * @param query texts, as in a URL
   * @returns the problem if there is no answer
   */
  ask(
    path: string,
    place: string | undefined,
    query: Readonly<Record<string, string>>,
    format: string,
  ): EngineAnswer | { problem: ProblemDocument } {
    const view = { release: this.#release, baseUrl: `${this.#address}/v1` };
    try {
      const { body, text, contentLocation, total, excluded, links } = ask(view, path as Path, {
        ...(place === undefined ? {} : { place }),
        query,
      });
      return {
        // A copy, because the release keeps some of its parts.
        data: format === 'json' ? structuredClone(body) : text(format as Format),
        contentType: CONTENT_TYPES[format as Format],
        contentLocation: contentLocation && `${view.baseUrl}${contentLocation}`,
        ...(total === undefined ? {} : { total }),
        ...(excluded === undefined ? {} : { excluded }),
        ...(links === undefined ? {} : { links }),
      };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { problem: problemDocument(error, this.#address, `/v1${path}`, crypto.randomUUID()) };
    }
  }

  close(): void {
    this.#release.close();
  }
}
