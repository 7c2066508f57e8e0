import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { attachment } from './attachment.ts';
import { Usage, UsageQuery } from './interface.ts';
import type { UsageReports, UsageScope } from './usage-report.ts';
import type { Visitors } from './visitors.ts';

interface UsageParts {
  usage: UsageReports;
  visitors: Visitors;
}

/** What the keys of the account that is signed in were used for. */
export function registerUsageRoutes(app: FastifyInstance, { usage, visitors }: UsageParts): void {
  app.get<{ Querystring: UsageQuery }>(
    '/usage',
    { schema: { querystring: UsageQuery, response: { 200: Usage } } },
    async (request, reply): Promise<Usage> => {
      const { accountId } = await visitors.signedIn(request, reply);
      return usage.report(accountId, scopeOf(request.query));
    },
  );

  app.get<{ Querystring: UsageQuery }>(
    '/usage.csv',
    { schema: { querystring: UsageQuery } },
    async (request, reply) => {
      const { accountId } = await visitors.signedIn(request, reply);
      const csv = await usage.csv(accountId, scopeOf(request.query));
      return attachment(reply, 'text/csv; charset=utf-8', 'usage.csv').send(Readable.from(csv));
    },
  );
}

function scopeOf({ key, days = '90' }: UsageQuery): UsageScope {
  return { key, days: Number(days) };
}
