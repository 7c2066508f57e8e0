import type { Page } from 'playwright-core';
import { GUIDES } from '../../../src/engine/guides/guides.ts';
import { addUsage } from '../../../src/service/storage/usage.ts';
import { AuthenticatorApp } from '../accounts/authenticator-app.ts';
import { newAddress, PASSWORD } from '../accounts/browser-session.ts';
import { anybodysQuestion, HandmadeAgent } from '../oauth.ts';
import type { Site } from './site.ts';

/** A page in one of its states. */
export interface Scene {
  name: string;
  /** Newcomers have no data yet; regulars have the keys, usage and activity of years. */
  who: 'visitor' | 'newcomer' | 'regular';
  /** Error statuses that the server sends in this scene. */
  refused?: number[];
  /** Whether another scene, whose colours are checked in every width and theme, has the same frame and kinds of elements. */
  alike?: true;
  /** Whether the scene is a page just after loading, without further actions. */
  loads?: true;
  show(page: Page, site: Site): Promise<void>;
}

/** Pages that are also watched while they load, in both themes: a guide, a page with a form, and frames. */
const LOADED = ['/guides/using-the-api', '/reference/listCities', '/embed/cities/lisbon', '/embed/map'];

/** Pages that only have other figures, or fewer elements, than another scene. */
const ALIKE = [
  '/cities/lisbon?lang=de',
  '/compare?cities=lisbon,berlin,zurich',
  '/explore?country=portugal&at=38.72,-9.13,20',
  '/explore?measure=quality&evidence=local',
  '/find?sort=-high',
];

/** Every kind of page of the service in each of its states. */
export const SCENES: readonly Scene[] = [
  ...visitorsScenes(),
  ...documentationScenes(),
  ...keysScenes(),
  ...agentScenes(),
  ...usageScenes(),
  ...accountScenes(),
];

function visitorsScenes(): Scene[] {
  const who = 'visitor';
  return [
    { name: 'front page', who, loads: true, show: showFrontPage },
    { name: 'sign-up', who, loads: true, show: (page) => showPage(page, '/sign-up', 'Create an account') },
    { name: 'sign-in', who, loads: true, show: (page) => showPage(page, '/sign-in', 'Sign in') },
    {
      name: 'sign-up, refused',
      who,
      async show(page) {
        await page.goto('/sign-up');
        await page.getByRole('button', { name: 'Create account' }).click();
        await page.getByText('Choose a password.').waitFor();
      },
    },
    {
      name: 'sign-in, refused',
      who,
      refused: [401],
      async show(page) {
        await signIn(page, newAddress());
        await page.getByText('Wrong email or password.').waitFor();
      },
    },
    {
      name: 'recovery, asked for',
      who,
      async show(page) {
        await page.goto('/recover');
        await page.getByLabel('Email').fill(newAddress());
        await page.getByRole('button', { name: 'Make a link' }).click();
        await page.getByText('where the operator of this installation finds it').waitFor();
      },
    },
    {
      name: 'new password by link',
      who,
      async show(page) {
        await page.goto('/reset#token=x');
        await page.getByLabel('New password').waitFor();
      },
    },
    {
      name: 'new address by link',
      who,
      async show(page) {
        await page.goto('/new-email#token=x');
        await page.getByRole('button', { name: 'Use this address' }).waitFor();
      },
    },
    {
      name: 'incomplete recovery link',
      who,
      show: (page) => showPage(page, '/reset', 'This link is incomplete'),
    },
    {
      name: 'confirmation',
      who,
      async show(page) {
        await page.goto('/verify#token=x');
        await page.getByRole('button', { name: 'Confirm and sign in' }).waitFor();
      },
    },
    {
      name: 'confirmation link that is incomplete',
      who,
      show: (page) => showPage(page, '/verify', 'This link is incomplete'),
    },
    {
      name: 'found key',
      who,
      async show(page, site) {
        const { token } = await site.service.key();
        await page.goto('/found-key');
        await page.getByLabel('Key', { exact: true }).fill(token);
        await page.getByRole('button', { name: 'Check the key' }).click();
        await page.getByText('One of our keys, and it works').waitFor();
      },
    },
    {
      name: 'match, with a result',
      who,
      async show(page) {
        await page.goto('/match');
        await page
          .getByLabel('Table, with column names')
          .fill('city,country\nLissabon,Portugal\nSpringfield,US\nnowhere at all,\n');
        await page.getByRole('button', { name: 'Match' }).click();
        await page.getByText('1 matched, 1 to check, 1 unknown.').waitFor();
      },
    },
    { name: 'no page', who, refused: [404], show: (page) => showPage(page, '/nowhere', 'Page not found') },
    {
      name: 'no guide',
      who,
      refused: [404],
      show: (page) => showPage(page, '/guides/nowhere', 'Page not found'),
    },
  ];
}

/** Server-rendered pages: every guide, and one of each other kind. */
function documentationScenes(): Scene[] {
  const paths = [
    '/guides',
    ...GUIDES.map(({ to }) => to),
    '/reference',
    '/reference/listCities',
    '/fields/CostOfLiving',
    '/errors/city_not_found',
    '/metrics',
    '/metrics/population',
    '/sources/geonames-cities',
    '/cities/lisbon',
    '/cities/kabul',
    '/cities/lisbon?lang=de',
    '/countries/portugal',
    '/compare',
    '/compare?cities=lisbon,berlin&amount=60000&currency=EUR',
    '/compare?cities=lisbon,berlin,zurich',
    '/compare?cities=lisbon,brega',
    '/explore',
    '/explore?country=portugal&at=38.72,-9.13,20',
    '/explore?measure=quality&evidence=local',
    '/find',
    '/find?month=1&high_min=18&safety_min=70&cost_max=60',
    '/find?sort=-high',
    '/rankings',
    '/rankings/climate',
    '/privacy',
    '/releases',
    '/status',
    '/search?q=rent',
    '/search?q=qqqqqq',
    '/embed/cities/lisbon',
    '/embed/compare?cities=lisbon,berlin&amount=60000&currency=EUR&release=2020.1.1',
    '/embed/map',
  ];
  return [
    ...paths.map((path) => ({
      name: path,
      who: 'visitor' as const,
      ...(LOADED.includes(path) ? { loads: true as const } : {}),
      ...(isAlike(path) ? { alike: true as const } : {}),
      show: async (page: Page) => {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
      },
    })),
    {
      name: 'city field, with its list open',
      who: 'visitor',
      async show(page) {
        await page.goto('/places');
        await page.getByRole('combobox', { name: 'City', exact: true }).pressSequentially('lisb');
        await page.getByRole('option', { name: 'Lisbon' }).first().waitFor();
        await page.keyboard.press('ArrowDown');
      },
    },
    {
      name: 'finding, with its form open',
      who: 'visitor',
      async show(page) {
        await page.goto('/find?continent=europe&capital=true&sort=cost');
        await page.getByText('Change the question').click();
        await page.getByRole('button', { name: 'Find' }).waitFor();
      },
    },
    {
      name: 'a city, with the line that embeds it',
      who: 'visitor',
      async show(page) {
        await page.goto('/cities/lisbon');
        await page.getByText('Embed this').click();
        await page.getByText('<iframe').waitFor();
      },
    },
    {
      name: 'search with suggestions',
      who: 'visitor',
      async show(page) {
        await page.goto('/guides');
        await page.getByRole('combobox').first().fill('rent');
        await page.getByRole('option').first().waitFor();
      },
    },
  ];
}

function isAlike(path: string): boolean {
  return ALIKE.includes(path) || (path.startsWith('/guides/') && !LOADED.includes(path));
}

/** Somebody whom an agent has sent, and what they have allowed. */
function agentScenes(): Scene[] {
  const who = 'newcomer';
  const connected: Scene['show'] = async (page, site) => {
    const agent = await new HandmadeAgent(site.service.server.address).registered({ client_name: LONG_NAME });
    const query = (await anybodysQuestion(agent)).search.slice(1);
    const { to } = await site.ask<{ to: string }>(page, 'POST', 'agents/decision', { accept: true, query });
    await agent.exchange(new URL(to).searchParams.get('code') ?? '');
    await showPage(page, '/keys', 'Connected agents');
  };
  return [
    {
      name: 'agent, asking',
      who,
      async show(page, site) {
        const agent = await new HandmadeAgent(site.service.server.address).registered({
          client_name: LONG_NAME,
        });
        await showPage(page, `/connect${(await anybodysQuestion(agent)).search}`, 'Connect an agent?');
        await page.getByRole('button', { name: 'Allow' }).waitFor();
      },
    },
    {
      name: 'agent, refused',
      who: 'visitor',
      show: (page) => showPage(page, '/connect?error=invalid_redirect', 'This agent can’t be connected'),
    },
    { name: 'agents', who, show: connected },
    {
      name: 'agent, disconnecting',
      who,
      async show(page, site) {
        await connected(page, site);
        await page.getByRole('button', { name: /^Disconnect/ }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
  ];
}

function keysScenes(): Scene[] {
  const dialog = (button: RegExp): Scene['show'] => {
    return async (page) => {
      await showPage(page, '/keys', 'API keys');
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').waitFor();
    };
  };
  return [
    {
      name: 'keys, none yet',
      who: 'newcomer',
      show: (page) => showPage(page, '/keys', 'Create your first key'),
    },
    {
      name: 'keys, one just made',
      who: 'newcomer',
      async show(page, site) {
        await showPage(page, '/keys', 'Create your first key');
        await page.getByLabel('Name').fill(LONG_NAME);
        await page.getByRole('button', { name: 'Create key' }).click();
        await site.works(await page.locator('.token code').innerText());
        await page.getByText('Your key works').waitFor();
      },
    },
    {
      name: 'keys, some',
      who: 'regular',
      loads: true,
      show: (page) => showPage(page, '/keys', 'API keys'),
    },
    {
      name: 'keys, many',
      who: 'regular',
      async show(page) {
        await showPage(page, '/keys', 'API keys');
        await page.getByText('Inactive keys').click();
      },
    },
    {
      name: 'keys, new one',
      who: 'newcomer',
      async show(page, site) {
        await site.createKey(page, 'Website');
        await showPage(page, '/keys', 'API keys');
        await page.getByRole('button', { name: 'New key' }).click();
        await page.getByText('Permissions, expiry and other options').click();
        await page.getByLabel('Expires').selectOption('On a day I choose');
      },
    },
    {
      name: 'key',
      who: 'newcomer',
      async show(page, site) {
        const { key, token } = await site.createKey(page, LONG_NAME);
        await site.works(token);
        await page.goto(`/key?id=${key.id}`);
        await page.getByRole('cell', { name: 'GET /v1' }).first().waitFor();
      },
    },
    {
      name: 'keys, adding one',
      who: 'newcomer',
      async show(page) {
        await showPage(page, '/keys', 'API keys');
        await page.getByText('Add a key that you already have').click();
      },
    },
    { name: 'keys, editing', who: 'regular', show: dialog(/^Edit/) },
    { name: 'keys, rotating', who: 'regular', show: dialog(/^Rotate/) },
    { name: 'keys, revoking', who: 'regular', show: dialog(/^Revoke a/) },
  ];
}

function usageScenes(): Scene[] {
  return [
    {
      name: 'usage, none',
      who: 'newcomer',
      show: (page) => showPage(page, '/usage', 'No requests in this period'),
    },
    {
      name: 'usage, first seen',
      who: 'regular',
      loads: true,
      show: (page) => showPage(page, '/usage', 'Today’s quota'),
    },
    {
      name: 'usage, chart',
      who: 'regular',
      async show(page) {
        await showPage(page, '/usage?days=90', 'Today’s quota');
        await page.getByRole('group', { name: /^Chart/ }).focus();
        await page.keyboard.press('ArrowLeft');
      },
    },
    {
      name: 'usage, table',
      who: 'regular',
      async show(page) {
        await showPage(page, '/usage', 'Today’s quota');
        await page.getByRole('tab', { name: 'Table' }).click();
      },
    },
  ];
}

function accountScenes(): Scene[] {
  const who = 'newcomer';
  return [
    { name: 'account', who: 'regular', loads: true, show: showAccount },
    {
      name: 'account, new password',
      who,
      async show(page) {
        await showAccount(page);
        await page.getByRole('button', { name: 'Change password' }).click();
      },
    },
    {
      name: 'account, authenticator app',
      who,
      async show(page) {
        await showTotpSecret(page);
      },
    },
    { name: 'account, recovery codes', who, show: (page) => switchTwoFactorOn(page) },
    {
      name: 'sign-in, second factor',
      who,
      async show(page, site) {
        await switchTwoFactorOn(page);
        const { account } = await site.ask<{ account: { email: string } }>(page, 'GET', 'session');
        await page.context().clearCookies();
        await signIn(page, account.email);
        await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
      },
    },
    {
      name: 'account, new passkey',
      who,
      async show(page) {
        await showAccount(page);
        await page.getByRole('button', { name: 'Add a passkey' }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'account, deletion',
      who,
      async show(page) {
        await showAccount(page);
        await page.getByRole('button', { name: 'Delete account' }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
  ];
}

const LONG_NAME =
  'a key whose name is as long as a name may be: 100 characters, of the nightly import of prices, v2.10';
const KEYS = 25;
const DAY = 86_400_000;
const OPERATION_IDS = ['listCities', 'getCity', 'getCostOfLiving', 'getQualityOfLife', 'getCountry', 'other'];

/** Fills the account of the page with keys in every state, three months of usage, and a long activity log. */
export async function fillAccount(page: Page, site: Site): Promise<void> {
  const soon = new Date(Date.now() + 3 * DAY).toISOString();
  const names = [LONG_NAME, 'Website', 'x'.repeat(100), 'Büro, Wien', '毎日の取り込み', 'Staging'];
  const ids: string[] = [];
  for (let index = 0; index < KEYS; index++) {
    const expires_at = index % 7 === 3 ? soon : null;
    const name = names[index] ?? `Client ${index}`;
    const share = index % 4 === 1 ? 20 : null;
    const { key } = await site.createKey(page, name, { expires_at, header_only: index % 5 === 1, share });
    ids.push(key.id);
    if (index % 3 === 0) await site.ask(page, 'PATCH', `keys/${key.id}`, { name: `a${name}`.slice(0, 100) });
    if (index > 20) await site.ask(page, 'POST', `keys/${key.id}/revoke`);
  }
  await site.ask(page, 'POST', `keys/${ids[1]}/rotate`, { overlap_seconds: 604_800 });
  const { database } = site.service.store;
  await addUsage(
    database,
    usageOf(ids.slice(0, 12)),
    new Map(ids.slice(0, 12).map((id) => [id, new Date().toISOString()])),
  );
}

/** Requests of the last 90 days, more on weekdays, of each operation and with each outcome. */
function usageOf(ids: readonly string[]) {
  const days = Array.from({ length: 90 }, (_, back) => new Date(Date.now() - back * DAY));
  return days.flatMap((day, back) =>
    ids.flatMap((key_id, key) =>
      OPERATION_IDS.map((endpoint, operation) => ({
        key_id,
        day: day.toISOString().slice(0, 10),
        endpoint,
        outcome:
          endpoint === 'other' ? '4xx' : (['2xx', '304', '2xx', '429', '5xx'][(back + operation) % 5] ?? ''),
        requests: Math.round((day.getUTCDay() % 6 === 0 ? 40 : 400) * (1 + Math.sin(back / 9)) + 10 * key),
      })),
    ),
  );
}

async function showPage(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

function showFrontPage(page: Page): Promise<void> {
  return showPage(page, '/', 'Cost of living in Lisbon, Portugal');
}

async function showAccount(page: Page): Promise<void> {
  await showPage(page, '/account', 'Account');
  await page
    .getByText('Account created')
    .or(page.getByRole('button', { name: 'Show earlier' }))
    .first()
    .waitFor();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The secret that the page shows for an authenticator app. */
async function showTotpSecret(page: Page): Promise<string> {
  await showAccount(page);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  return page.locator('.totp-secret code').innerText();
}

async function switchTwoFactorOn(page: Page): Promise<void> {
  const app = new AuthenticatorApp(await showTotpSecret(page));
  await page.getByLabel('Code from your authenticator app').fill(await app.next());
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
}
