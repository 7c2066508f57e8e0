import { fileURLToPath } from 'node:url';
import { type DashboardSurroundings, openDashboard } from '../dashboard/dashboard.ts';
import { LEAKED_KEYS_PATH } from '../dashboard/leaked-keys.ts';
import { OPERATIONS } from '../engine/operations.ts';
import { Mcp } from '../mcp/mcp.ts';
import { buildStep } from '../release/build-progress.ts';
import type { ReleaseStore } from '../release/store.ts';
import { AccessControl } from '../service/access/access-control.ts';
import { Door } from '../service/access/door.ts';
import { FailedAuthentication } from '../service/access/failed-authentication.ts';
import { secretOf } from '../service/accounts/secret.ts';
import type { Cors } from '../service/http/cors.ts';
import type { Exchange } from '../service/http/exchange.ts';
import { pathOf } from '../service/http/routes.ts';
import { ClientWindows } from '../service/limits/client-windows.ts';
import { CardPainter } from '../site/cards/card-painter.ts';
import { documentation } from '../site/documentation.ts';
import { type Health, health } from '../site/health.ts';
import { icons } from '../site/icons.ts';
import { RECONCILE_PATH } from '../site/matching/manifest.ts';
import { MATCH_PATH } from '../site/matching/match-page.ts';
import { Reconcile } from '../site/matching/reconcile.ts';
import { operatorLinks } from '../site/navigation.ts';
import { OpenApi } from '../site/open-api.ts';
import { offeredPackages, packageFiles } from '../site/packages/packages.ts';
import { pageTable } from '../site/page-table.ts';
import { cityPicker } from '../site/picker/places-page.ts';
import { Shell } from '../site/shell.ts';
import { Site } from '../site/site.ts';
import { SiteAssets } from '../site/site-assets.ts';
import { SitePages } from '../site/site-pages.ts';
import { webApp } from '../site/web-app.ts';
import { Api } from '../v1/api.ts';
import { openApiInSteps } from '../v1/reference/openapi.ts';
import type { State, StateParts } from './state.ts';

export interface HandlerParts
  extends Omit<DashboardSurroundings, 'keys' | 'meter' | 'recent' | 'secret' | 'navigation'>,
    Pick<StateParts, 'ledger'> {
  state: State;
  releases: ReleaseStore;
  health: () => Health;
  cors: Cors;
}

export interface Handlers {
  api: Api;
  /** Responds to a request, whatever its path. */
  handle(exchange: Exchange): void;
}

/** Where `npm run web` puts what it builds. */
const WEB_APP_DIRECTORY = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Puts together what responds: the API, agents, the dashboard and the site. */
export async function openHandlers(parts: HandlerParts, ends: AsyncDisposableStack): Promise<Handlers> {
  const { config, state, catalogue, releases, health: healthNow, cors, trusts, publicUrl, ledger } = parts;
  const { responder, overload } = parts;
  const secret = () => config.secret ?? secretOf(config.home);
  const failedAuthentication = new FailedAuthentication({
    perMinute: config.failedAuthenticationPerMinute,
    ...(ledger && { shared: { ledger, secret: secret() } }),
  });
  const accessControl = new AccessControl({ ...state, trusts, failedAuthentication });
  const door = new Door({ accessControl, overload, responder });
  const api = new Api({ ...parts, accessControl, bodyCacheBytes: config.bodyCacheBytes });
  const mcp = new Mcp({ ...config, catalogue, accessControl, overload, cors, trusts, publicUrl });

  const openApi = new OpenApi((release) =>
    openApiInSteps({
      operations: OPERATIONS,
      view: { release, baseUrl: `${publicUrl}/v1` },
      publicUrl,
      plans: config.plans,
    }),
  );
  const packages = offeredPackages();
  const pages = pageTable({ ...config, openApi, releases, packages, health: healthNow });
  const paths = new Set(pages.map(({ path }) => path));
  const serves = (path: string) => paths.has(path);
  const assets = new SiteAssets(WEB_APP_DIRECTORY);
  const shell = new Shell({
    assets,
    publicUrl,
    operatorLinks: operatorLinks(config),
    serves,
  });
  const painter = new CardPainter();
  ends.defer(() => painter.stop());
  const site = new Site(
    {
      overload,
      trusts,
      shell,
      pages: new SitePages({ catalogue, publicUrl, shell, painter }, pages),
      windows: new ClientWindows('site', config.sitePerMinute),
      release: () => catalogue.version,
      buildStep: () => buildStep(releases.directory),
    },
    [
      ...webApp(WEB_APP_DIRECTORY),
      ...icons(),
      ...packageFiles(packages),
      ...(serves('/places') ? [cityPicker(assets)] : []),
      ...documentation({ ...config, catalogue, cors, publicUrl, openApi, serves }),
      ...health(healthNow),
    ],
  );
  const reconcile = new Reconcile({
    overload,
    catalogue,
    trusts,
    publicUrl,
    windows: new ClientWindows('reconcile', config.sitePerMinute),
  });
  const dashboard = await openDashboard({ ...parts, ...state, secret, navigation: shell.navigation });
  ends.defer(() => dashboard.stop());

  return {
    api,
    handle(exchange) {
      const path = pathOf(exchange.url);
      if (isUnder('/v1', path) && path !== '/v1/openapi.json') door.take(exchange, api);
      else if (isOfDashboard(path)) dashboard.handle(exchange);
      else if (path === LEAKED_KEYS_PATH && config.leakSigners !== undefined) dashboard.handle(exchange);
      else if (path === '/mcp') door.take(exchange, mcp);
      else if (config.showsFigures && isOfMatching(path, exchange.method)) door.take(exchange, reconcile);
      else door.take(exchange, site);
    },
  };
}

/** Also how agents get access to an account. */
function isOfDashboard(path: string): boolean {
  return isUnder('/dashboard', path) || isUnder('/oauth', path) || path.startsWith('/.well-known/oauth-');
}

/** These give figures without a key, as the pages about places do. */
function isOfMatching(path: string, method: string | undefined): boolean {
  return isUnder(RECONCILE_PATH, path) || (path === MATCH_PATH && method === 'POST');
}

function isUnder(root: string, path: string): boolean {
  return path.startsWith(root) && (path.length === root.length || path.charAt(root.length) === '/');
}
