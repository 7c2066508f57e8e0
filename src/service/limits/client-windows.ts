import { LRUCache } from 'lru-cache';
import { memo } from '../../engine/memo.ts';
import { upTo } from '../cache-size.ts';
import type { LimitWindow } from '../plan.ts';
import { Window, type WindowState } from './window.ts';

/** How many clients are remembered. Beyond that, the least recently seen is forgotten. */
const CLIENTS = 50_000;

/** Counts the requests of each client in a minute, or another time, in this process and in memory. */
export class ClientWindows {
  readonly #limit: LimitWindow;
  readonly #windows = new LRUCache<string, Window>(upTo(CLIENTS));

  constructor(name: string, requests: number, seconds = 60) {
    this.#limit = { name, requests, seconds };
  }

  /** Counts a request. @returns the window when the client has used it up, and the request has to be refused */
  refuses(client: string): WindowState | undefined {
    const window = memo(this.#windows, client, () => new Window(this.#limit));
    const state = window.state(Date.now());
    if (window.usedUp) return state;
    window.spend(state);
    return undefined;
  }
}
