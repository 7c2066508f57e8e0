import assert from 'node:assert/strict';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { toolPath } from '../../../scripts/tools.mjs';
import type { IssuedKey, NewKeyRequest } from '../../../src/dashboard/interface.ts';
import { newAddress, PASSWORD } from '../accounts/browser-session.ts';
import { atEnd, type Lifetime } from '../lifetime.ts';
import { startService, type TestService } from '../service.ts';

/** Of a person's action on a page that is there; far longer than any takes. */
const PATIENCE_MILLISECONDS = 15_000;
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 360, height: 740 };

export interface VisitOptions
  extends Pick<BrowserContextOptions, 'viewport' | 'reducedMotion' | 'storageState'> {
  /** Statuses with which the server may refuse something in this visit; any other refusal fails the test. */
  refused?: number[];
  /** The server may be away meanwhile. */
  offline?: boolean;
  /** Where the service is found, when not at the site's own address. */
  origin?: string;
}

/** Somebody who is signed in, before a page. */
export interface Holder {
  page: Page;
  email: string;
}

/** The service as people see it: in a browser. */
export class Site {
  readonly service: TestService;
  /** By a name, not an address: passkeys are tied to one. */
  readonly origin: string;
  readonly #browser: Browser;
  #visits = 0;

  private constructor(service: TestService, browser: Browser) {
    this.service = service;
    this.origin = `http://localhost:${new URL(service.server.address).port}`;
    this.#browser = browser;
  }

  /** The service on a free port and a Chromium, both stopped after the file's tests. */
  static async start(settings: Record<string, string> = {}): Promise<Site> {
    const [service, browser] = await Promise.all([
      // Every visit comes from an address of its own, because tries are limited by address.
      startService({ LDS_TRUST_PROXY: '1', ...settings }),
      theChromium(),
    ]);
    return new Site(service, browser);
  }

  /**
   * A page in a fresh profile, on which nothing was opened yet. After the test the profile is closed, and the test fails if
   * any page in it asked another host, broke its Content-Security-Policy, threw, or wrote an error to the console.
   */
  async visit(t: Lifetime, options: VisitOptions = {}): Promise<Page> {
    const { refused = [], offline = false, origin = this.origin, ...profile } = options;
    this.#visits += 1;
    const context = await this.#browser.newContext({
      baseURL: origin,
      viewport: WIDE,
      extraHTTPHeaders: { 'X-Forwarded-For': `198.51.100.${this.#visits}` },
      ...profile,
    });
    context.setDefaultTimeout(PATIENCE_MILLISECONDS);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const misdeeds = watch(context, { origin, refused, offline });
    atEnd(async () => {
      await context.close();
      assert.deepEqual(misdeeds, []);
    }, t);
    return context.newPage();
  }

  /** As `visit`, by somebody who has just signed up, by requests alone. */
  async signedUp(t: Lifetime, options: VisitOptions = {}): Promise<Holder> {
    const page = await this.visit(t, options);
    const email = newAddress();
    await this.ask(page, 'POST', 'auth/sign-up/email', { name: '', email, password: PASSWORD });
    await this.ask(page, 'POST', 'auth/sign-in/email', { email, password: PASSWORD });
    return { page, email };
  }

  /** A request to the dashboard with the page's cookies, which has to succeed; its JSON. */
  async ask<Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> {
    const response = await page.request.fetch(`/dashboard/${path}`, {
      method,
      headers: { Origin: this.origin },
      ...(body === undefined ? {} : { data: body }),
    });
    const text = await response.text();
    assert.ok(response.ok(), `${method} ${path}: ${response.status()} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }

  createKey(page: Page, name: string, wanted: Partial<NewKeyRequest> = {}): Promise<IssuedKey> {
    return this.ask(page, 'POST', 'keys', { name, expires_at: null, header_only: false, ...wanted });
  }

  /** Whether the running API takes the key. */
  async works(token: string): Promise<boolean> {
    return (await this.service.get('/countries/japan', token)).status === 200;
  }
}

let running: Promise<Browser> | undefined;

/** One for all sites of a file. */
function theChromium(): Promise<Browser> {
  running ??= chromium.launch({ executablePath: toolPath('chromium'), args: ARGUMENTS }).then((browser) => {
    atEnd(() => browser.close());
    return browser;
  });
  return running;
}

interface Allowed {
  origin: string;
  refused: readonly number[];
  offline: boolean;
}

/** What pages do that none of ours may do; grows while the context is open. */
function watch(context: BrowserContext, { origin, refused, offline }: Allowed): string[] {
  const misdeeds: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol))
      misdeeds.push(`asked another host: ${url}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400 && !refused.includes(response.status()))
      misdeeds.push(`was refused: ${response.status()} ${response.request().method()} ${response.url()}`);
  });
  context.on('weberror', (error) => misdeeds.push(`threw: ${error.error().stack}`));
  context.on('console', (message) => {
    const text = message.text();
    // A browser repeats every refusal there; those are looked at above.
    if (/^Failed to load resource: the server responded with a status of /.test(text)) return;
    if (offline && /^Failed to load resource: net::ERR_|^Error: Unable to preload /.test(text)) return;
    if (['error', 'warning'].includes(message.type())) misdeeds.push(`wrote to the console: ${text}`);
  });
  return misdeeds;
}
