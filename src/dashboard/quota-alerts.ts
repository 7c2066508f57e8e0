import { messageOf } from '../service/accounts/messages.ts';
import type { Meter } from '../service/keys/meter.ts';
import type { Limiter } from '../service/limits/limiter.ts';
import { planNamed } from '../service/plan.ts';
import { accountById } from '../service/storage/accounts.ts';
import { type AttemptLimit, countAttempt } from '../service/storage/attempts.ts';
import { keysOfAccount } from '../service/storage/keys.ts';
import { lastDays } from './days.ts';
import type { DashboardParts } from './route.ts';
import { chargedOn, sumOf } from './usage-report.ts';

/** Per cent of the day's quota at which an account gets mail, the highest first. */
const STEPS = [100, 80] as const;

export interface QuotaAlertsParts extends Pick<DashboardParts, 'store' | 'mailer' | 'plans' | 'publicUrl'> {
  limiter: Limiter;
  meter: Meter;
  clock?: () => number;
}

/** The subject names the day, so this only has to be no less than a day. */
const ONCE: AttemptLimit = { attempts: 1, seconds: 86_400 };

/**
 * Tells accounts by mail that 80 or 100 per cent of the day's quota are used: once for each step and day, over all nodes. Each
 * process looks at the accounts that its own limits say are near; the stored usage, which all nodes write, decides.
 */
export class QuotaAlerts {
  readonly #parts: QuotaAlertsParts;
  readonly #clock: () => number;
  /** What needs no further look on that day, as `STEP ACCOUNT`. */
  #settled = { day: '', alerts: new Set<string>() };

  constructor(parts: QuotaAlertsParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? Date.now;
  }

  /** Sends what is due. It costs next to nothing while no account is near its quota. */
  async check(): Promise<void> {
    const { limiter, meter } = this.#parts;
    const near = limiter.nearDailyLimit(Math.min(...STEPS) / 100);
    const [day = ''] = lastDays(1, this.#clock());
    if (day !== this.#settled.day) this.#settled = { day, alerts: new Set() };
    const open = near.filter((holder) => !this.#settled.alerts.has(`100 ${holder}`));
    if (open.length === 0) return;
    await meter.flush();
    for (const holder of open) await this.#checkAccount(holder, day);
  }

  async #checkAccount(id: string, day: string): Promise<void> {
    const { store, plans, mailer, publicUrl } = this.#parts;
    const account = await accountById(store.database, id);
    // Keys from the command line belong to nobody.
    if (account === undefined) {
      this.#settled.alerts.add(`100 ${id}`);
      return;
    }
    const { requests: limit } = planNamed(plans, account.plan).daily;
    const ids = (await keysOfAccount(store.database, id)).map((key) => key.id);
    const used = sumOf((await chargedOn(store.database, ids, day)).values());
    const step = STEPS.find((each) => used >= (limit * each) / 100);
    if (step === undefined || this.#settled.alerts.has(`${step} ${id}`)) return;
    const isFirst = (await countAttempt(store.database, `${step} % of ${day} of ${id}`, ONCE)).allowed;
    // An address that nobody has confirmed may be somebody else's.
    if (isFirst && account.email_verified === 1 && account.quota_alerts !== 0)
      mailer.send(
        messageOf(step < 100 ? 'quotaNear' : 'quotaUsed', account.email, {
          publicUrl,
          step,
          used: used.toLocaleString('en'),
          limit: limit.toLocaleString('en'),
        }),
      );
    this.#settled.alerts.add(`${step} ${id}`);
  }
}
