import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** Starts a server and lists its routes below `/dashboard`: `GET /keys/:id`, and `AUTH /sign-out` for better-auth's. */
export async function dashboardRoutes<Started>(
  start: () => Promise<Started>,
): Promise<{ started: Started; routes: string[] }> {
  const routes = new Set<string>();
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      if (!url.startsWith('/dashboard')) return;
      for (const one of [method].flat())
        if (one !== 'HEAD') routes.add(named(one, url.slice('/dashboard'.length)));
    });
  };
  subscribe('fastify.initialization', watch);
  const started = await start();
  unsubscribe('fastify.initialization', watch);
  return { started, routes: [...routes].toSorted() };
}

function named(method: string, path: string): string {
  return path.startsWith('/auth/') ? `AUTH ${path.slice('/auth'.length)}` : `${method} ${path}`;
}
