import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../engine/problems.ts';
import type { ActivityAction } from '../service/accounts/activity-actions.ts';
import { endSessions, sessionsOf, setQuotaAlerts } from '../service/storage/accounts.ts';
import { activityOf } from '../service/storage/activity.ts';
import type { AttemptLimit } from '../service/storage/attempts.ts';
import { exportAccount } from './account-export.ts';
import { AccountSettings, Activity, ActivityQuery, SessionList, Usage, UsageQuery } from './interface.ts';
import { accountRoutes, type RouteParts } from './route.ts';
import { usageCsv, usageReport } from './usage.ts';

const EVENTS_PER_PAGE = 50;
/** Each change adds a line to the activity log. */
const SETTINGS_LIMIT: AttemptLimit = { attempts: 100, seconds: 3600 };
const EXPORT_LIMIT: AttemptLimit = { attempts: 20, seconds: 3600 };

/** Activity, sessions, settings and stored data of the account that is signed in. */
export function registerAccountRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { store, visitors } = parts;
  const { database } = store;
  const route = accountRoutes(app, visitors);

  route('GET', '/activity', { query: ActivityQuery, reply: Activity }, async ({ accountId }, { query }) => {
    const page = { before: query.before, limit: EVENTS_PER_PAGE + 1 };
    const rows = await activityOf(database, accountId, page);
    const events = rows.slice(0, EVENTS_PER_PAGE).map(({ account_id: _account, action, ...event }) => ({
      ...event,
      action: action as ActivityAction,
    }));
    return { events, next: rows.length > EVENTS_PER_PAGE ? (events.at(-1)?.id ?? null) : null };
  });

  route('GET', '/sessions', { reply: SessionList }, async ({ accountId, sessionId }) => {
    const rows = await sessionsOf(database, accountId, new Date().toISOString());
    return {
      sessions: rows.map(({ user_id: _account, ip_address: address, ...session }) => ({
        ...session,
        address,
        current: session.id === sessionId,
      })),
    };
  });

  route('DELETE', '/sessions/:id', {}, async ({ accountId, sessionId }, request, reply) => {
    const { id } = request.params;
    const ended = await endSessions(database, accountId, id === 'others' ? { except: sessionId } : { id });
    if (ended === 0 && id !== 'others') throw new Problem('not_found', 'Your account has no such session.');
    if (ended > 0) await visitors.logActivity(request, accountId, 'session_ended');
    return reply.code(204).send();
  });

  route('PATCH', '/account', { body: AccountSettings }, async ({ accountId }, request, reply) => {
    await visitors.limit(`settings of ${accountId}`, SETTINGS_LIMIT);
    const { quota_alerts } = request.body;
    await setQuotaAlerts(database, accountId, quota_alerts);
    await visitors.logActivity(request, accountId, quota_alerts ? 'quota_alerts_on' : 'quota_alerts_off');
    return reply.code(204).send();
  });

  route('GET', '/export', {}, async ({ accountId }, request, reply) => {
    await visitors.limit(`exports of ${accountId}`, EXPORT_LIMIT);
    await visitors.logActivity(request, accountId, 'data_exported');
    const json = await exportAccount(parts, accountId);
    return attachment(reply, 'application/json; charset=utf-8', 'account.json').send(Readable.from(json));
  });
}

/** What the keys of the account that is signed in were used for. */
export function registerUsageRoutes(app: FastifyInstance, parts: RouteParts): void {
  const route = accountRoutes(app, parts.visitors);
  route('GET', '/usage', { query: UsageQuery, reply: Usage }, ({ accountId }, { query }) =>
    usageReport(parts, accountId, query),
  );

  route('GET', '/usage.csv', { query: UsageQuery }, async ({ accountId }, { query }, reply) => {
    const csv = await usageCsv(parts, accountId, query);
    return attachment(reply, 'text/csv; charset=utf-8', 'usage.csv').send(Readable.from(csv));
  });
}

/** Makes browsers save the response as a file of this name. */
function attachment(reply: FastifyReply, type: string, name: string): FastifyReply {
  return reply.type(type).header('Content-Disposition', `attachment; filename="${name}"`);
}
