import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { attachment } from './attachment.ts';
import type { RouteParts } from './dashboard-parts.ts';
import { Usage, UsageQuery } from './interface.ts';
import { route } from './route.ts';
import type { UsageScope } from './usage-report.ts';

/** What the keys of the account that is signed in were used for. */
export function registerUsageRoutes(app: FastifyInstance, { usage, visitors }: RouteParts): void {
  route(app, 'GET', '/usage', { query: UsageQuery, reply: Usage }, async (request, reply) => {
    const { accountId } = await visitors.signedIn(request, reply);
    return usage.report(accountId, scopeOf(request.query));
  });

  route(app, 'GET', '/usage.csv', { query: UsageQuery }, async (request, reply) => {
    const { accountId } = await visitors.signedIn(request, reply);
    const csv = await usage.csv(accountId, scopeOf(request.query));
    return attachment(reply, 'text/csv; charset=utf-8', 'usage.csv').send(Readable.from(csv));
  });
}

function scopeOf({ key, days = '90' }: UsageQuery): UsageScope {
  return { key, days: Number(days) };
}
