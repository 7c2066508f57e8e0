import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Config } from '../service/config.ts';

/** Descriptors for everything but clients' connections: releases, the database, logs, other servers. */
const RESERVE = 200;

/** Warns if the process would run out of file descriptors before `LDS_MAX_CONNECTIONS` are open. */
export function warnOfFileLimit({ maxConnections }: Pick<Config, 'maxConnections'>, log: Logger): void {
  const openFiles = openFileLimit();
  const needed = maxConnections + RESERVE;
  if (openFiles === undefined || openFiles >= needed) return;
  log.warn(
    { open_files: openFiles, LDS_MAX_CONNECTIONS: maxConnections },
    `this process may open ${openFiles} files, too few for LDS_MAX_CONNECTIONS=${maxConnections}: raise the limit to ${needed} (LimitNOFILE of systemd, --ulimit nofile of Docker, ulimit -n), or lower LDS_MAX_CONNECTIONS`,
  );
}

/** The soft limit, which Node.js raises to the hard one when it starts. Undefined except on Linux. */
function openFileLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
