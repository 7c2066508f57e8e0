/** Whether a file or directory, `.<pid>-…`, is what a process wrote that has ended without finishing it. */
export function isLeftover(name: string): boolean {
  const pid = Number(/^\.(\d+)-/.exec(name)?.[1] ?? Number.NaN);
  if (Number.isNaN(pid) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
