import type { Worker } from 'node:cluster';
import type { Ledger, LedgerAnswer, LedgerRequest, LedgerWindow, MemoryLedger } from './ledger.ts';

type Question =
  | { kind: 'lds:ask'; id: number; request: LedgerRequest }
  | { kind: 'lds:begin'; window: LedgerWindow; spent: number };

interface Reply {
  kind: 'lds:answer';
  id: number;
  answer: LedgerAnswer;
}

/** The ledger of worker processes: the primary keeps the books, and answers for as long as it lives. */
export class IpcLedger implements Ledger {
  readonly nodes: number;
  readonly reachable = true;
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

  ask(request: LedgerRequest): Promise<LedgerAnswer> {
    const id = this.#questions++;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, resolve);
      // Without its primary a worker ends; what asks meanwhile is not left waiting.
      if (!tell({ kind: 'lds:ask', id, request })) reject(new Error('the primary process is gone'));
    });
  }

  /** Messages arrive in order: whatever is asked afterwards finds it booked. */
  async begin(window: LedgerWindow, spent: number): Promise<void> {
    tell({ kind: 'lds:begin', window, spent });
  }
}

function tell(question: Question): boolean {
  if (process.connected !== true) return false;
  process.send?.(question);
  return true;
}

/** In the primary: answers a worker out of the books. */
export function answerFrom(ledger: MemoryLedger, worker: Worker): void {
  worker.on('message', (message: Question) => {
    if (message.kind === 'lds:begin') ledger.begin(message.window, message.spent);
    if (message.kind !== 'lds:ask') return;
    const answer = ledger.ask(String(worker.id), message.request);
    if (worker.isConnected()) worker.send({ kind: 'lds:answer', id: message.id, answer } satisfies Reply);
  });
}
