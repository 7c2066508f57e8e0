/**
 * The responses that a customer within their limits gets while another account, or strangers from many addresses, request as much
 * as they can: the table of `npm run bench:fairness`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { file } from '../../test/support/lifetime.ts';
import { readPlaces } from '../bench/expensive-queries.ts';
import { ATTACKS, type Attack, isNobody, type Measured, measure } from '../bench/fair-sharing.ts';
import { keysOfNewAccount } from '../bench/keys-of-new-account.ts';
import { newSession } from '../bench/new-session.ts';
import { attacked } from './target.ts';

const SECONDS = 9;
/** The promise of docs/security.md, on a machine without other work. */
const P99_MILLISECONDS = 50;
/** Delays by other work on the machine may be this many times those without an attack. */
const TIMES_UNDISTURBED = 2;

const target = await attacked(file, {
  LDS_PLANS: 'standard=300/10s+100000/day,bulk=3000/10s+5000000/day',
  LDS_DASHBOARD_PER_MINUTE: '600',
  LDS_FAILED_AUTH_PER_MINUTE: '120',
});
const places = await readPlaces(target.address, target.token, 8000);
/** Of another account, if the server was already running. */
const others = (process.env.LDS_ATTACK_OTHER_KEYS ?? '').split(',').filter((key) => key !== '');
let undisturbed = Number.NaN;

for (const attack of ATTACKS) {
  const options = skipped(attack);
  test(`${attack.name}: others are answered as ever`, options, async (t) => {
    let measured = await row(attack);
    if (isNobody(attack)) undisturbed = measured.p99;
    // A disturbance of the machine does not come twice.
    if (!isFair(measured)) measured = await row(attack);
    const { p50, p99, refused, sent, attacker } = measured;
    t.diagnostic(
      [
        `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${refused} of ${sent} refused;`,
        `the attacker: ${attacker.answered.toFixed(0)} answered and ${attacker.refused.toFixed(0)} refused per second`,
      ].join(' '),
    );
    // While an account ignores its limits, the only promise is that it is refused.
    if (attack.obeysLimits || attack.credential === 'none')
      assert.ok(isFair(measured), 'others wait or are refused');
    if (isBusy())
      t.skip(
        'nobody was refused; the times are not judged, because this machine is busy with something else',
      );
  });
}

function skipped({ keys, credential }: Attack): { skip?: string } {
  if (target.own !== undefined) return {};
  if (credential === 'session') return { skip: 'needs an account of its own' };
  if (credential === 'none') return {};
  if (keys <= others.length) return {};
  return { skip: `needs ${keys} keys of another account: LDS_ATTACK_OTHER_KEYS` };
}

/** In this case, times say nothing about the service. */
function isBusy(): boolean {
  return undisturbed > P99_MILLISECONDS;
}

function isFair({ p99, refused, failed }: Measured): boolean {
  const allowed = Math.max(P99_MILLISECONDS, (undisturbed || 0) * TIMES_UNDISTURBED);
  return refused === 0 && failed === 0 && (isBusy() || p99 <= allowed);
}

async function row(attack: Attack): Promise<Measured> {
  const { address, token, own } = target;
  const keys = async (plan: string, count: number) =>
    own === undefined ? undefined : keysOfNewAccount(own.store.database, { plan, keys: count });
  const [victim = token] = (await keys('standard', 1)) ?? [];
  const attackers =
    attack.credential === 'session'
      ? [await newSession(address)]
      : attack.credential === 'none'
        ? ['']
        : ((await keys(attack.plan, attack.keys)) ?? others.slice(0, attack.keys));
  return measure(attack, { address, victim, attackers, places, seconds: SECONDS });
}
