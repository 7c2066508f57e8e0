import type { FastifyInstance } from 'fastify';
import { Problem } from '../engine/problems.ts';
import { logActivity } from '../service/accounts/activity-log.ts';
import { messageOf } from '../service/accounts/messages.ts';
import { clientAt } from '../service/http/client-address.ts';
import { stateOf, toApiKey } from '../service/keys/key.ts';
import { type Plan, planNamed } from '../service/plan.ts';
import { RECEIVED_PATH, REFERENCES, typedReport } from '../service/report.ts';
import { accountById } from '../service/storage/accounts.ts';
import type { AttemptLimit } from '../service/storage/attempts.ts';
import { insertReport } from '../service/storage/reports.ts';
import { endFound, findByToken } from './account-keys.ts';
import { FoundKey, FoundKeyRequest, type Service, SessionState } from './interface.ts';
import type { RouteParts } from './route.ts';

const FOUND_KEY_LIMIT: AttemptLimit = { attempts: 30, seconds: 60 };

/** Who is signed in, and what to do with a key found somewhere: both work without a session. */
export function registerPublicRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { store, visitors, plans } = parts;

  const session = { response: { 200: SessionState } };
  app.get('/session', { schema: session }, async (request, reply): Promise<SessionState> => {
    const signedIn = await visitors.signedInOrNull(request, reply);
    const row = signedIn === null ? undefined : await accountById(store.database, signedIn.accountId);
    return {
      // Null also for an account that was deleted a moment ago.
      account:
        signedIn === null || row === undefined
          ? null
          : {
              id: row.id,
              email: row.email,
              email_verified: row.email_verified === 1,
              created_at: row.created_at,
              two_factor: row.two_factor_enabled === 1,
              quota_alerts: row.quota_alerts !== 0,
              session_id: signedIn.sessionId,
            },
      service: serviceOf(parts, planNamed(plans, row?.plan ?? null)),
    };
  });

  const found = { body: FoundKeyRequest, response: { 200: FoundKey } };
  app.post<{ Body: FoundKeyRequest; Reply: FoundKey }>(
    '/found-key',
    { schema: found },
    async ({ body, ip }) => {
      await visitors.limit(`found key from ${clientAt(ip)}`, FOUND_KEY_LIMIT);
      const row = await findByToken(parts, body.token);
      if (row === undefined) return { state: null };
      if (!body.revoke) return { state: stateOf(toApiKey(row), Date.now()) };
      const ended = await endFound(parts, [row]);
      if (ended.has(row.id) && row.account_id !== null)
        await logActivity(store.database, row.account_id, 'key_found_and_revoked', ip, row.label);
      return { state: 'revoked' };
    },
  );
}

/** @param plan of the account that is signed in, or `standard` */
function serviceOf({ keysPerAccount, mailer, catalogue, navigation }: RouteParts, plan: Plan): Service {
  const { version } = catalogue;
  return {
    sends_mail: mailer.sends,
    keys_per_account: keysPerAccount,
    plan: {
      name: plan.name,
      burst: { requests: plan.burst.requests, seconds: plan.burst.seconds },
      daily: plan.daily.requests,
    },
    release: version === undefined ? null : { version },
    navigation,
  };
}

const REPORT_LIMIT: AttemptLimit = { attempts: 10, seconds: 3600 };
/** Each typed character may be nine in the body: three bytes, each percent-encoded. */
const MOST_BYTES = 48 * 1024;

/**
 * Takes the form “Wrong figure?”, which needs no script and no account: the one form of the site that a browser sends itself. It
 * cannot come from another site, because `refuseOtherSites` has checked its origin.
 */
export function registerReportRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { store, visitors, mailer, operator } = parts;
  // Only here: the other routes take JSON, which a form cannot send.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MOST_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.post<{ Body: Record<string, unknown> | null }>('/reports', async ({ body, ip }, reply) => {
    const typed = typedReport(body ?? {});
    if (typed === undefined)
      throw new Problem('invalid_request', 'Write what is wrong with the figure, then send the form again.');
    await visitors.limit(`report from ${clientAt(ip)}`, REPORT_LIMIT);
    const report = await insertReport(store.database, typed, new Date());
    if (mailer.sends && operator !== undefined) {
      const named = REFERENCES.filter((name) => report[name] !== '').map(
        (name) => `${name}: ${report[name]}`,
      );
      mailer.send(messageOf('report', operator, { references: named.join('\n'), ...report }));
    }
    // Relative, because a proxy may publish the site below a path.
    return reply.redirect(`..${RECEIVED_PATH}`, 303);
  });
}
