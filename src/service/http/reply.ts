import type { Problem } from '../../engine/problems.ts';
import { type Representation, textBody } from './representation.ts';
import { fieldLine } from './response-head.ts';

/** A response that is ready to be sent. */
export interface Reply {
  status: number;
  /** `Name: value\r\n` for each header, as HTTP writes it. The door adds those of the limits. */
  headerLines: string;
  /** More field lines, which a 304 does not repeat. */
  contentLines?: string;
  body?: Pick<Representation, 'body' | 'length'>;
  /**
   * What the conditions of a request, such as `If-None-Match`, are compared with. If the client has it already, a 304 is sent
   * instead.
   */
  entity?: {
    etag: string;
    changedAt?: Date;
    /** Field lines of a 304, after `headerLines`. */
    validatorLines: string;
  };
  /** Sends the response in another way than as `body`. @param headerLines all of them @throws Problem before anything is sent */
  send?(headerLines: string): void;
  /** The status under which usage is counted, if not `status`. */
  counted?: number;
  /** If the response says what went wrong. */
  problem?: Problem;
}

/** A reply with a text. @param headerLines besides `Content-Length` */
export function textReply(status: number, headerLines: string, text: string): Reply {
  const body = textBody(text);
  return { status, headerLines: headerLines + fieldLine('Content-Length', body.length), body };
}
