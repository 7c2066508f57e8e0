import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../directories.ts';

/** One command, as `command-program.ts` receives it. */
export interface Command {
  args: readonly string[];
  environment: NodeJS.ProcessEnv;
}

/** The result of a command that has ended. */
export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

const PROGRAM = join(import.meta.dirname, 'command-program.ts');

/**
 * Runs commands one after another in one process, because loading the program is most of what a command costs. The process ends
 * with this one, and keeps this one running only during a command.
 */
export class CommandHost {
  #process: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @returns undefined if the command does not end within that time */
  run(command: Command, milliseconds: number): Promise<Outcome | undefined> {
    const outcome = this.#last.then(() => this.#outcomeOf(command, milliseconds));
    this.#last = outcome.catch(() => {});
    return outcome;
  }

  async #outcomeOf(command: Command, milliseconds: number): Promise<Outcome | undefined> {
    this.#process ??= started();
    const running = this.#process;
    const patience = AbortSignal.timeout(milliseconds);
    const done = new AbortController();
    const signal = AbortSignal.any([patience, done.signal]);
    running.channel?.ref();
    try {
      const ended = once(running, 'exit', { signal }).then(() => {
        throw new Error(`lds ${command.args.join(' ')} ended the process that runs all commands`);
      });
      const answered = once(running, 'message', { signal });
      running.send(command);
      const [outcome] = await Promise.race([answered, ended]);
      return outcome as Outcome;
    } catch (error) {
      this.#process = undefined;
      running.kill('SIGKILL');
      if (patience.aborted) return undefined;
      throw error;
    } finally {
      done.abort();
      running.channel?.unref();
    }
  }
}

function started(): ChildProcess {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = fork(PROGRAM, {
    cwd: ROOT,
    env: { PATH, HOME, NODE_COMPILE_CACHE },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.unref();
  // This process ends after the child, so that the child's processor time counts as part of its own.
  process.once('beforeExit', () => {
    child.ref();
    if (child.connected) child.disconnect();
  });
  return child;
}
