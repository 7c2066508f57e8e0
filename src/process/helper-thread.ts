import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface HelperThreadParts {
  /** What the thread runs. It must send one message back for each message. */
  script: URL;
  /** A thread that takes longer to answer is stuck and is replaced. Without it, an answer may take any time. */
  timeoutMilliseconds?: number;
  /** An idle thread ends after this time, which frees its memory. Without it, the thread stays. */
  idleMilliseconds?: number;
}

/** Thrown when the thread did not answer in time, or ended without an answer. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/**
 * A worker thread for computations that would keep the main thread from its own work. It starts with the first question and takes
 * one question at a time: await each answer before the next question.
 */
export class HelperThread<Question, Answer> {
  readonly #parts: HelperThreadParts;
  #worker: RunningWorker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(parts: HelperThreadParts) {
    this.#parts = parts;
  }

  /** Whether there is a thread, which takes memory. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** @throws NoAnswer, or the error of the thread; the next question then starts a new thread */
  async ask(question: Question): Promise<Answer> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const asked = this.#worker;
    const { worker, ended } = asked;
    worker.ref();
    const { timeoutMilliseconds } = this.#parts;
    const timeout = timeoutMilliseconds === undefined ? undefined : AbortSignal.timeout(timeoutMilliseconds);
    try {
      worker.postMessage(question);
      const signal = timeout === undefined ? ended : AbortSignal.any([timeout, ended]);
      const [answer] = (await once(worker, 'message', { signal })) as [Answer];
      return answer;
    } catch (error) {
      this.#discard(asked);
      if (timeout?.aborted) throw new NoAnswer('no answer in time');
      throw ended.aborted ? new NoAnswer('the thread ended without an answer') : error;
    } finally {
      // The idle thread must not keep the process alive.
      worker.unref();
      this.#endWhenIdle();
    }
  }

  /** Ends the thread. The next question starts a new one. */
  stop(): void {
    clearTimeout(this.#idle);
    if (this.#worker !== undefined) this.#discard(this.#worker);
  }

  #start(): RunningWorker {
    const worker = new Worker(this.#parts.script);
    const end = new AbortController();
    const started = { worker, ended: end.signal };
    // The pending question also gets the error.
    worker.on('error', () => this.#discard(started));
    worker.on('exit', () => {
      this.#discard(started);
      end.abort();
    });
    return started;
  }

  #endWhenIdle(): void {
    const { idleMilliseconds } = this.#parts;
    if (idleMilliseconds !== undefined) this.#idle = setTimeout(() => this.stop(), idleMilliseconds).unref();
  }

  #discard(running: RunningWorker): void {
    if (this.#worker !== running) return;
    this.#worker = undefined;
    void running.worker.terminate();
  }
}

interface RunningWorker {
  worker: Worker;
  ended: AbortSignal;
}
