import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { atEnd, type Lifetime } from '../lifetime.ts';

/** A server that a test may stop, kill, freeze and start again. */
export class ServerProcess {
  readonly #command: [program: string, args: string[], options: SpawnOptions];
  readonly #answers: () => Promise<unknown>;
  readonly #owner: Lifetime | undefined;
  #process: ChildProcess | undefined;

  /**
   * @param answers rejects until the server answers
   * @param owner the server is thawed when it ends; by default the running test
   */
  constructor(
    command: [program: string, args: string[], options: SpawnOptions],
    answers: () => Promise<unknown>,
    owner?: Lifetime,
  ) {
    this.#command = command;
    this.#answers = answers;
    this.#owner = owner;
  }

  /** Starts it, also again after it was stopped; resolves when it answers. */
  async run(): Promise<void> {
    const [program, args, options] = this.#command;
    const running = spawn(program, args, options);
    this.#process = running;
    for (;;) {
      try {
        await this.#answers();
        return;
      } catch (error) {
        if (running.exitCode !== null) throw error;
        await delay(20);
      }
    }
  }

  /** Whether it has ended by itself. */
  get hasEnded(): boolean {
    return this.#process?.exitCode !== null && this.#process?.exitCode !== undefined;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Sends the signal, and resolves when the process has ended. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGCONT');
    running.kill(signal);
    await once(running, 'exit');
  }

  /** Makes the server hang: its connections stay open, but nothing is answered until `thaw` or the end of the test. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
    atEnd(() => this.thaw(), this.#owner);
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }
}

/** Below the ports that systems give to connections and to servers that ask for any: other processes could take one of those. */
const PORTS = [11_000, 32_768] as const;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
