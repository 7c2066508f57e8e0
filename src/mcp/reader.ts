import { type Asked, ask, type Question } from '../engine/ask.ts';
import type { Release } from '../engine/catalogue/release.ts';
import type { Body, Path } from '../engine/operations.ts';
import { checkScopes, type Scope } from '../engine/permissions.ts';

/** Asks the engine for an agent: with its permissions, in one release. */
export class Reader {
  readonly release: Release;
  readonly scopes: ReadonlySet<string>;
  readonly #baseUrl: string;

  /** @param publicUrl base of the links in answers */
  constructor(release: Release, publicUrl: string, scopes: ReadonlySet<string>) {
    this.release = release;
    this.scopes = scopes;
    this.#baseUrl = `${publicUrl}/v1`;
  }

  /** @throws Problem when the engine refuses the question, and for a missing permission */
  ask<At extends Path>(path: At, question: Question): Asked<Body<At>> {
    const view = { release: this.release, baseUrl: this.#baseUrl };
    return ask(view, path, { ...question, permissions: this.scopes });
  }

  /** @throws Problem when a permission is missing, before any place is looked up */
  need(scopes: readonly Scope[]): void {
    checkScopes(this.scopes, scopes);
  }
}
