import assert from 'node:assert/strict';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Cookie,
  chromium,
  type Page,
} from 'playwright-core';
import { toolPath } from '../../../scripts/tools.mjs';
import type { IssuedKey, NewKeyRequest } from '../../../src/dashboard/interface.ts';
import { newAddress, PASSWORD } from '../accounts/browser-session.ts';
import { atEnd, type Lifetime } from '../lifetime.ts';
import { startService, type TestService } from '../service.ts';

/** Timeout for actions on a page that has loaded; far longer than any takes. */
const PATIENCE_MILLISECONDS = 15_000;
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No page lives as long as optimizing its code, and that of axe, would take to pay off.
  '--js-flags=--no-turbofan --no-maglev',
];

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 360, height: 740 };

export interface VisitOptions
  extends Pick<
    BrowserContextOptions,
    'viewport' | 'reducedMotion' | 'storageState' | 'javaScriptEnabled' | 'locale'
  > {
  /** Error statuses that the server may send during this visit. Any other fails the test. */
  refused?: number[];
  /** Whether the server may be down during the visit. */
  offline?: boolean;
  /** The origin to visit, by default the site's own. */
  origin?: string;
  /** Another origin that its pages may ask, or show in frames. */
  other?: string;
}

/** A page of a signed-in user. */
export interface Holder {
  page: Page;
  email: string;
}

/** A running service and a browser to visit it. */
export class Site {
  readonly service: TestService;
  /** Uses a host name, because passkeys do not work with IP addresses. */
  readonly origin: string;
  readonly #browser: Browser;
  #visitors = 0;

  private constructor(service: TestService, browser: Browser) {
    this.service = service;
    this.origin = `http://localhost:${new URL(service.server.address).port}`;
    this.#browser = browser;
  }

  /** The site with the usual settings, shared by all test files of a process. Call it outside of tests. */
  static shared(): Promise<Site> {
    shared ??= Site.start();
    return shared;
  }

  /**
   * Starts the service on a free port and Chromium. Both stop after the file's tests.
   *
   * @param start `startSmallService` if no page shows figures
   */
  static async start(settings: Record<string, string> = {}, start = startService): Promise<Site> {
    const [service, browser] = await Promise.all([
      // Every visit has its own IP address, because attempts are limited per address.
      start({ LDS_TRUST_PROXY: '1', ...settings }),
      theChromium(),
    ]);
    return new Site(service, browser);
  }

  /**
   * An empty page in a fresh profile. After the test the profile is closed, and the test fails if
   * any page in it requested another host, violated its Content-Security-Policy, threw, or logged an error.
   */
  async visit(t: Lifetime, options: VisitOptions = {}): Promise<Page> {
    const { refused = [], offline = false, origin = this.origin, other, ...profile } = options;
    // A header of ours would make requests to another origin need its permission.
    const headers = other === undefined ? {} : { extraHTTPHeaders: {} };
    const context = await this.#profile(origin, { ...profile, ...headers });
    const misdeeds = watch(context, { origin, other, refused, offline });
    atEnd(async () => {
      await context.close();
      assert.deepEqual(misdeeds, []);
    }, t);
    return context.newPage();
  }

  /** Like `visit`, but signed in to a new account. */
  async signedUp(t: Lifetime, options: VisitOptions = {}): Promise<Holder> {
    const page = await this.visit(t, options);
    return { page, email: await this.signUp(page) };
  }

  /** Signs the page in to a new account. @returns its address */
  async signUp(page: Page): Promise<string> {
    const email = newAddress();
    await this.ask(page, 'POST', 'auth/sign-up/email', { name: '', email, password: PASSWORD });
    await this.ask(page, 'POST', 'auth/sign-in/email', { email, password: PASSWORD });
    return email;
  }

  /** A page that shows one scene after another. */
  async stage(t: Lifetime): Promise<Stage> {
    const context = await this.#profile(this.origin);
    atEnd(() => context.close(), t);
    return new Stage(context, await context.newPage(), this.origin, () => this.#nextVisitor());
  }

  async #profile(origin: string, given: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      baseURL: origin,
      viewport: WIDE,
      extraHTTPHeaders: this.#nextVisitor(),
      ...given,
    });
    context.setDefaultTimeout(PATIENCE_MILLISECONDS);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    return context;
  }

  /** The headers of a visitor with an IP address of its own. */
  #nextVisitor(): Record<string, string> {
    this.#visitors += 1;
    return { 'X-Forwarded-For': `198.51.100.${this.#visitors}` };
  }

  /** Sends a request with the page's cookies to the dashboard; it must succeed. @returns the JSON of the response */
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

  /** Whether the running API accepts the key. */
  async works(token: string): Promise<boolean> {
    return (await this.service.get('/countries/portugal', token)).status === 200;
  }
}

/**
 * A page that shows one scene after another, each with an empty profile. Opening a profile and a browser process for each scene
 * would take a quarter of a second of processor time.
 */
export class Stage {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #misdeeds: string[];
  readonly #allowed: Allowed;
  readonly #nextVisitor: () => Record<string, string>;

  constructor(
    context: BrowserContext,
    page: Page,
    origin: string,
    nextVisitor: () => Record<string, string>,
  ) {
    this.#context = context;
    this.#page = page;
    this.#nextVisitor = nextVisitor;
    this.#allowed = { origin, refused: [], offline: false, other: undefined };
    this.#misdeeds = watch(context, this.#allowed);
  }

  /** Shows a scene, and fails like a test with `visit`. @param refused error statuses that the server may send */
  async scene(
    { refused = [], cookies = [] }: { refused?: readonly number[]; cookies?: readonly Cookie[] },
    show: (page: Page) => Promise<void>,
  ): Promise<void> {
    this.#allowed.refused = refused;
    await this.#context.clearCookies();
    await this.#context.addCookies([...cookies]);
    await this.#context.setExtraHTTPHeaders(this.#nextVisitor());
    await this.#page.setViewportSize(WIDE);
    await this.#page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
    this.#misdeeds.length = 0;
    try {
      await show(this.#page);
      assert.deepEqual(this.#misdeeds, []);
    } finally {
      if (this.#page.url().startsWith(this.#allowed.origin))
        await this.#page.evaluate(() => sessionStorage.clear());
      // If the next address differed from this one only after the #, the page would not load again.
      await this.#page.goto('about:blank');
    }
  }
}

let shared: Promise<Site> | undefined;
let running: Promise<Browser> | undefined;

/** All sites of a process share one browser. */
function theChromium(): Promise<Browser> {
  running ??= chromium.launch({ executablePath: toolPath('chromium'), args: ARGUMENTS }).then((browser) => {
    atEnd(() => browser.close());
    return browser;
  });
  return running;
}

interface Allowed {
  origin: string;
  other: string | undefined;
  refused: readonly number[];
  offline: boolean;
}

/** Lists everything that pages do but must not do. The list grows while the context is open. */
function watch(context: BrowserContext, allowed: Allowed): string[] {
  const { origin, other, offline } = allowed;
  const misdeeds: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (![origin, other].includes(url.origin) && !['data:', 'blob:'].includes(url.protocol))
      misdeeds.push(`asked another host: ${url}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400 && !allowed.refused.includes(response.status()))
      misdeeds.push(`was refused: ${response.status()} ${response.request().method()} ${response.url()}`);
  });
  context.on('weberror', (error) => misdeeds.push(`threw: ${error.error().stack}`));
  context.on('console', (message) => {
    const text = message.text();
    // Browsers log every error status, which is checked above.
    if (/^Failed to load resource: the server responded with a status of /.test(text)) return;
    if (offline && /^Failed to load resource: net::ERR_|^Error: Unable to preload /.test(text)) return;
    if (other !== undefined && text.includes('frame-ancestors')) return;
    if (['error', 'warning'].includes(message.type())) misdeeds.push(`wrote to the console: ${text}`);
  });
  return misdeeds;
}
