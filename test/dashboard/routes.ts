import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { OPEN_PATHS } from '../../src/accounts/authentication.ts';

/** What a server that is started meanwhile answers below `/dashboard`: `GET /keys/:id`, better-auth's part by path. */
export async function dashboardRoutes<Started>(
  start: () => Promise<Started>,
): Promise<{ started: Started; routes: string[] }> {
  const routes = new Set<string>();
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      if (!url.startsWith('/dashboard')) return;
      for (const one of [method].flat())
        if (one !== 'HEAD') routes.add(`${one} ${url.slice('/dashboard'.length)}`);
    });
  };
  subscribe('fastify.initialization', watch);
  const started = await start();
  unsubscribe('fastify.initialization', watch);
  routes.delete('GET /auth/*');
  routes.delete('POST /auth/*');
  for (const path of OPEN_PATHS) routes.add(`AUTH ${path}`);
  return { started, routes: [...routes].toSorted() };
}
