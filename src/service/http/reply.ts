import type { Problem } from '../../engine/problems.ts';
import { type Representation, textBody } from './representation.ts';
import { fieldLine } from './response-head.ts';

/** A response that is ready to be sent. */
export interface Reply {
  status: number;
  /** Its field lines. The door adds those of the limits. */
  lines: string;
  /** More field lines, which a 304 does not repeat. */
  contentLines?: string;
  body?: Pick<Representation, 'body' | 'length'>;
  /** What conditions of the request are held against. If the client has it already, a 304 is sent instead. */
  entity?: {
    etag: string;
    changedAt?: Date;
    /** Field lines of a 304, after `lines`. */
    validatorLines: string;
  };
  /** Sends the response in another way than as `body`. @param lines all field lines @throws Problem before anything is sent */
  send?(lines: string): void;
  /** The status under which usage is counted, if not `status`. */
  counted?: number;
  /** If the response says what went wrong. */
  problem?: Problem;
}

/** A reply with a text. @param lines field lines, besides `Content-Length` */
export function textReply(status: number, lines: string, text: string): Reply {
  const body = textBody(text);
  return { status, lines: lines + fieldLine('Content-Length', body.length), body };
}
