import { Problem } from '../../engine/problems.ts';
import { checkPrecondition, isConditional, isUnchanged } from '../http/conditional.ts';
import { type Exchange, NO_ROUTE } from '../http/exchange.ts';
import { Overloaded } from '../http/overload.ts';
import type { Reply } from '../http/reply.ts';
import { ClientGone } from '../http/request-body.ts';
import { toProblem } from '../http/responder.ts';
import { queueForTurn, type TurnParts, turnsOf } from '../http/turn.ts';
import { outcomeOf } from '../keys/meter.ts';
import type { Holder } from '../limits/fair-queue.ts';
import { type AccessControl, type Admission, limitExceeded, type Visit } from './access-control.ts';
import { limitLines } from './limit-headers.ts';

/** The steps of a request in which `/v1`, `/mcp` and the site differ. */
export interface Face<Asked extends object> {
  /** What the request asks for; the reply or the problem if that does not depend on who asks. @throws Problem */
  find(exchange: Exchange): Asked | Reply | Problem;
  /** Who sent it. Its limits are charged. */
  admit(exchange: Exchange, asked: Asked): Admission | Promise<Admission>;
  /**
   * What to do before, each in a turn of its own, so that others are served in between. Nobody's turn is used for what a promise
   * waits for.
   *
   * @throws Problem
   */
  prepare?(asked: Asked, exchange: Exchange, visit: Visit): Steps | Promise<Steps>;
  /**
   * The reply, if it is ready. A function makes it in the visitor's turn; a promise takes turns by itself.
   *
   * @throws Problem
   */
  reply(exchange: Exchange, asked: Asked, visit: Visit): Reply | Promise<Reply> | Work;
  /** The reply that says what went wrong; undefined for a problem document. */
  explain?(exchange: Exchange, problem: Problem): Reply | undefined;
}

type Work = () => Reply | Promise<Reply>;
export type Steps = readonly (() => void)[];

export interface DoorParts extends TurnParts {
  accessControl: AccessControl;
}

/** Takes every request through the service, in the same steps. */
export class Door {
  readonly #parts: DoorParts;

  constructor(parts: DoorParts) {
    this.#parts = parts;
  }

  /** Find, admit, prepare, reply, turn; then `#leave`: verdict, respond, record. Problems leave there too. */
  take<Asked extends object>(exchange: Exchange, face: Face<Asked>): void {
    let visit: Visit | undefined;
    const fail = (error: unknown) => this.#fail(exchange, face, error, visit);
    const leave = (reply: Reply) => this.#leave(exchange, reply, visit);
    const prepare = (asked: Asked, admitted: Admission) => {
      if (admitted instanceof Problem) return fail(admitted);
      visit = admitted;
      exchange.keyId = visit.key?.id;
      // Over the limit, only a 304 is sent, because it costs nothing. A request that cannot get one is refused at once.
      if (visit.limit?.exceeded && !mayBeUnchanged(exchange)) return fail(limitExceeded(visit.limit));
      // Over the limit, nothing is worth preparing.
      const prepared = admitted.limit?.exceeded ? undefined : face.prepare?.(asked, exchange, admitted);
      const takeSteps = (steps: Steps) => {
        if (steps.length === 0) reply(asked, admitted);
        else then(this.#takeSteps(exchange, admitted, steps), () => reply(asked, admitted), fail);
      };
      then(prepared ?? [], takeSteps, fail);
    };
    const reply = (asked: Asked, visitor: Visit) => {
      const replied = face.reply(exchange, asked, visitor);
      if (typeof replied === 'function')
        this.#queueForTurn(exchange, visitor, fail, () => then(replied(), leave, fail));
      else then(replied, leave, fail);
    };
    try {
      const asked = face.find(exchange);
      if (asked instanceof Problem) fail(asked);
      else if (isReply(asked)) leave(asked);
      else then(face.admit(exchange, asked), (admitted) => prepare(asked, admitted), fail);
    } catch (error) {
      fail(error);
    }
  }

  async #takeSteps(exchange: Exchange, visit: Visit, steps: Steps): Promise<void> {
    const inTurn = turnsOf(this.#parts.overload, exchange, holderOf(visit));
    for (const step of steps) if (!exchange.isOver) await inTurn(step);
  }

  #queueForTurn(exchange: Exchange, visit: Visit, fail: (error: unknown) => void, work: () => void): void {
    queueForTurn(this.#parts, exchange, {
      ...holderOf(visit),
      work: () => attempt(work, fail),
      undo: () => this.#parts.accessControl.refund(visit),
      refuse: fail,
    });
  }

  /** Sends the reply, a 304 in its place, or throws the problem of a condition or a limit. Counts what was sent. */
  #leave(exchange: Exchange, reply: Reply, visit: Visit | undefined): void {
    const { accessControl, responder } = this.#parts;
    const isUnchanged = reply.problem === undefined && verdictOf(exchange, reply, visit) === 'unchanged';
    const status = isUnchanged ? 304 : reply.status;
    const counted = isUnchanged ? status : (reply.counted ?? status);
    const isStarting = reply.problem?.code === 'starting';
    // Before the limits are written, because they say what is left.
    if (visit !== undefined && (counted === 304 || counted === 429 || isStarting))
      accessControl.refund(visit);
    const limits = visit?.limit === undefined ? '' : limitLines(visit.limit);
    const headerLines = limits + reply.headerLines;
    if (isUnchanged) responder.send(exchange, status, headerLines + (reply.entity?.validatorLines ?? ''));
    else if (reply.send !== undefined) reply.send(headerLines);
    else responder.send(exchange, status, headerLines + (reply.contentLines ?? ''), reply.body);
    // A node that starts counts nothing.
    if (visit !== undefined && !isStarting) this.#record(exchange, visit, counted);
  }

  /** Sends the problem. Over the limit, that is always the problem of the limit: otherwise a mistake would cost nothing. */
  #fail<Asked extends object>(
    exchange: Exchange,
    face: Face<Asked>,
    error: unknown,
    visit: Visit | undefined,
  ): void {
    const { accessControl, responder } = this.#parts;
    if (error instanceof Overloaded) {
      if (visit !== undefined) accessControl.refund(visit);
      responder.refuse(exchange);
    } else if (error instanceof ClientGone) {
      responder.recordSent(exchange, 0);
      if (visit !== undefined) this.#record(exchange, visit, 400);
    } else {
      const problem = visit?.limit?.exceeded ? limitExceeded(visit.limit) : toProblem(error);
      responder.note(exchange, problem, error as Error);
      const reply = face.explain?.(exchange, problem) ?? responder.problemReply(exchange, problem);
      this.#leave(exchange, { ...reply, problem }, visit);
    }
  }

  #record({ route }: Exchange, visit: Visit, status: number): void {
    this.#parts.accessControl.record(visit, route === NO_ROUTE ? 'other' : route, outcomeOf(status));
  }
}

/** Whether the client has the reply already. @throws Problem for a condition that fails, and for any other reply over the limit */
function verdictOf({ request }: Exchange, { entity }: Reply, visit: Visit | undefined) {
  const { headers } = request;
  if (entity !== undefined) {
    checkPrecondition(headers, entity.etag, entity.changedAt);
    if (isUnchanged(headers, entity.etag)) return 'unchanged';
  }
  if (visit?.limit?.exceeded) throw limitExceeded(visit.limit);
  return 'changed';
}

/** Whose turn the work of a visit takes. */
function holderOf({ holder, key }: Visit): Holder {
  return { holder, isStranger: key === undefined };
}

function mayBeUnchanged({ method, request }: Exchange): boolean {
  return (method === 'GET' || method === 'HEAD') && isConditional(request.headers);
}

function isReply(found: object): found is Reply {
  return 'headerLines' in found && 'status' in found;
}

function attempt(work: () => void, failed: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    failed(error);
  }
}

/** Continues at once with a value that is known, so that a request that waits for nothing is answered in one go. */
function then<Value>(
  value: Value | Promise<Value>,
  next: (value: Value) => void,
  failed: (error: unknown) => void,
): void {
  if (value instanceof Promise) value.then((known) => attempt(() => next(known), failed), failed);
  else next(value);
}
