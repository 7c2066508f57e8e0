/** One window of a plan: at most `requests` within `seconds`. */
export interface LimitWindow {
  name: string;
  requests: number;
  seconds: number;
}

/** What an account may ask for, with all its keys together: a short burst window and a daily quota (UTC days). */
export interface Plan {
  name: string;
  burst: LimitWindow;
  daily: LimitWindow;
}

/** The plan with this name; `standard`, which readConfig guarantees, if the name is null or no longer in the settings. */
export function planNamed(plans: ReadonlyMap<string, Plan>, name: string | null): Plan {
  const plan = plans.get(name ?? 'standard') ?? plans.get('standard');
  if (plan === undefined) throw new Error('the plan `standard` is missing');
  return plan;
}
