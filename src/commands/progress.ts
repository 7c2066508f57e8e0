/**
 * Says on standard error what is being waited for, and how long it took. For work of several seconds: it is said at
 * once, because such work may leave no moment to say it later.
 */
export async function progress<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(`${what} …\n`);
  const result = await work();
  process.stderr.write(`${what}: ${seconds()} s\n`);
  return result;
}
