import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface HelperThreadParts {
  /** What the thread runs. It must send one message back for each message. */
  script: URL;
  /** A thread that takes longer to answer is stuck and is replaced. */
  patienceMilliseconds: number;
  /** An idle thread ends after this time, which frees its memory. Without it, the thread stays. */
  idleMilliseconds?: number;
}

/** Thrown when the thread did not answer in time. */
export class HelperThreadStuck extends Error {
  override name = 'HelperThreadStuck';
}

/**
 * A worker thread for computations that would keep the main thread from answering requests. It starts with the first question and
 * takes one question at a time: await each answer before the next question.
 */
export class HelperThread<Question, Answer> {
  readonly #parts: HelperThreadParts;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(parts: HelperThreadParts) {
    this.#parts = parts;
  }

  /** Whether there is a thread, which takes memory. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** @throws HelperThreadStuck, or the error of the thread; the next question then starts a new thread */
  async ask(question: Question): Promise<Answer> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const asked = this.#worker;
    asked.ref();
    const patience = AbortSignal.timeout(this.#parts.patienceMilliseconds);
    try {
      asked.postMessage(question);
      const [answer] = (await once(asked, 'message', { signal: patience })) as [Answer];
      return answer;
    } catch (error) {
      this.#discard(asked);
      throw patience.aborted ? new HelperThreadStuck('no answer in time') : error;
    } finally {
      // The idle thread must not keep the process alive.
      asked.unref();
      this.#endWhenIdle();
    }
  }

  /** Ends the thread. The next question starts a new one. */
  stop(): void {
    clearTimeout(this.#idle);
    if (this.#worker !== undefined) this.#discard(this.#worker);
  }

  #start(): Worker {
    const worker = new Worker(this.#parts.script);
    // The pending question also gets the error.
    worker.on('error', () => this.#discard(worker));
    worker.on('exit', () => this.#discard(worker));
    return worker;
  }

  #endWhenIdle(): void {
    const { idleMilliseconds } = this.#parts;
    if (idleMilliseconds !== undefined) this.#idle = setTimeout(() => this.stop(), idleMilliseconds).unref();
  }

  #discard(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    void worker.terminate();
  }
}
