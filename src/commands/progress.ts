/** Announces a long task on standard error, and prints its duration when it is done. */
export async function progress<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(`${what} …\n`);
  const result = await work();
  process.stderr.write(`${what}: ${seconds()} s\n`);
  return result;
}
