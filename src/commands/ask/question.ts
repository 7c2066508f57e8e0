import { type Command, InvalidArgumentError } from 'commander';
import type { SummaryDocument } from '../../engine/summaries/document.ts';
import type { Answers } from './answers.ts';

/** Turns the arguments of a command into a document. */
type Ask<Options> = (
  answers: Answers,
  names: readonly string[],
  options: Options,
) => Promise<SummaryDocument>;

/** Registers a command that prints a document: usage, description, its own options, and its action. */
export type Define = <Options extends object>(
  usage: string,
  description: string,
  options: (command: Command) => Command,
  ask: Ask<Options>,
) => void;

/** The name of one place, which needs no quotation marks: `lds city New York`. */
export function nameIn(words: readonly string[]): string {
  return words.join(' ');
}

/** The query of the given values, with its question mark. */
export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('not a whole number.');
  return Number(text);
}

/** The address where people can open the page; undefined without a service. */
export function pageOf({ url }: Answers, path: string): { url?: string } {
  return url === undefined ? {} : { url: `${url}${path}` };
}
