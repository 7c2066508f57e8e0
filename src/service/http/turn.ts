import type { Holder } from '../limits/fair-queue.ts';
import type { Exchange } from './exchange.ts';
import { type Overload, Overloaded } from './overload.ts';
import type { Responder } from './responder.ts';

export interface TurnParts {
  overload: Overload;
  responder: Responder;
}

/** Whose turn it has to be, and what is then done. */
interface Turn extends Holder {
  work: () => void;
  /** Called when nothing is done for the request after all, because its client is gone. */
  undo?(): void;
  /** Refuses the request in another way than with an answer of the responder. */
  refuse?(problem: Overloaded): void;
}

/** Does the work for a request when it is the turn of its holder: now, later, or, under overload, not at all. */
export function queueForTurn({ overload, responder }: TurnParts, exchange: Exchange, turn: Turn): void {
  if (exchange.hadTurn) {
    turn.work();
    return;
  }
  overload.schedule({
    connection: exchange.request.socket,
    origin: exchange,
    holder: turn.holder,
    isStranger: turn.isStranger === true,
    work() {
      exchange.hadTurn = true;
      if (!exchange.isOver) {
        responder.attempt(exchange, turn.work);
        return;
      }
      turn.undo?.();
      responder.recordSent(exchange, 0);
    },
    refuse() {
      if (turn.refuse === undefined) responder.refuse(exchange);
      else turn.refuse(new Overloaded());
    },
  });
}

/** Does a piece of work of a request when it is the turn of its holder. Rejects with the problem when there is too much to do. */
export type InTurn = <Made>(piece: () => Made) => Promise<Made>;

export function turnsOf(
  overload: Overload,
  exchange: Exchange,
  { holder, isStranger = false }: Holder,
): InTurn {
  const turn = { connection: exchange.request.socket, origin: exchange, holder, isStranger };
  return (piece) =>
    new Promise((resolve, reject) => {
      overload.schedule({
        ...turn,
        work() {
          try {
            resolve(piece());
          } catch (error) {
            reject(error);
          }
        },
        refuse: () => reject(new Overloaded()),
      });
    });
}

/** What the steps make, each done in a turn of its own. */
export async function madeInTurns<Made>(inTurn: InTurn, steps: Iterator<void, Made, void>): Promise<Made> {
  for (;;) {
    const { done, value } = await inTurn(() => steps.next());
    if (done === true) return value;
  }
}

/** What the iterator yields, each piece made in a turn of its own. */
export async function* piecesInTurn<Piece>(
  inTurn: InTurn,
  pieces: Iterator<Piece, void, void>,
): AsyncGenerator<Piece, void, void> {
  for (;;) {
    const { done, value } = await inTurn(() => pieces.next());
    if (done === true) return;
    yield value as Piece;
  }
}
