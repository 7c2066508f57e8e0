import type { FastifyInstance } from 'fastify';
import { Problem } from '../engine/problems.ts';
import { reportMessage } from '../service/accounts/messages.ts';
import { clientAt } from '../service/http/client-address.ts';
import { RECEIVED_PATH, typedReport } from '../service/report.ts';
import type { AttemptLimit } from '../service/storage/attempts.ts';
import { insertReport } from '../service/storage/reports.ts';
import type { RouteParts } from './dashboard-parts.ts';

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
    if (mailer.sends && operator !== undefined) mailer.send(reportMessage(operator, report));
    // Relative, because a proxy may publish the site below a path.
    return reply.redirect(`..${RECEIVED_PATH}`, 303);
  });
}
