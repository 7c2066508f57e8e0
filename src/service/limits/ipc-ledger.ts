import type { Worker } from 'node:cluster';
import type { Ledger, LedgerAnswer, LedgerRequest, MemoryLedger } from './ledger.ts';

interface Question {
  kind: 'lds:ask';
  id: number;
  request: LedgerRequest;
}

interface Reply {
  kind: 'lds:answer';
  id: number;
  answer: LedgerAnswer;
}

/** The ledger of worker processes, kept by their primary. */
export class IpcLedger implements Ledger {
  readonly nodes: number;
  readonly #asked = new Map<number, (answer: LedgerAnswer) => void>();
  #questions = 0;

  constructor(workers: number) {
    this.nodes = workers;
    process.on('message', (message: Reply) => {
      if (message.kind !== 'lds:answer') return;
      this.#asked.get(message.id)?.(message.answer);
      this.#asked.delete(message.id);
    });
  }

  /** The primary answers as long as it lives; without it, a worker exits. */
  get reachable(): boolean {
    return process.connected === true;
  }

  async ask(request: LedgerRequest): Promise<LedgerAnswer> {
    if (!this.reachable) throw new Error('the primary process is gone');
    const id = this.#questions++;
    process.send?.({ kind: 'lds:ask', id, request } satisfies Question);
    return new Promise((resolve) => this.#asked.set(id, resolve));
  }
}

/** In the primary: answers the questions of a worker. */
export function answerFrom(ledger: MemoryLedger, worker: Worker): void {
  worker.on('message', (message: Question) => {
    if (message.kind !== 'lds:ask') return;
    const answer = ledger.ask(String(worker.id), message.request);
    if (worker.isConnected()) worker.send({ kind: 'lds:answer', id: message.id, answer } satisfies Reply);
  });
}
