import { styleText } from 'node:util';
import { type Command, Option } from 'commander';
import { csv } from '../../engine/summaries/csv.ts';
import type { SummaryDocument } from '../../engine/summaries/document.ts';
import { lean } from '../../engine/summaries/lean.ts';
import { markdown } from '../../engine/summaries/markdown.ts';
import { refusalDocument } from '../../engine/summaries/refusal.ts';
import { terminalText } from '../../engine/summaries/terminal.ts';
import type { Refusal } from './answers.ts';

/** How a command writes its document. */
export interface OutputOptions {
  json?: true;
  csv?: true;
  md?: true;
}

export function addOutputOptions(command: Command): Command {
  return command
    .optionsGroup('Output (a table for people by default):')
    .addOption(new Option('--json', 'as JSON').conflicts(['csv', 'md']))
    .addOption(new Option('--csv', 'as CSV, for a spreadsheet').conflicts(['md']))
    .option('--md', 'as Markdown');
}

export function print(document: SummaryDocument, options: OutputOptions, stdout: NodeJS.WriteStream): void {
  stdout.once('error', unlessReadEnough);
  stdout.write(textOf(document, options, stdout));
}

/** A reader such as `head` closes the pipe when it has enough: only the output ends. */
export function unlessReadEnough(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** A refusal goes to standard error, so that a program never mistakes it for a table. */
export function printRefusal({ title, detail, extras }: Refusal, stderr: NodeJS.WriteStream): void {
  const document = refusalDocument({ title, detail, ...extras });
  stderr.write(textOf(document, {}, stderr));
}

function textOf(document: SummaryDocument, options: OutputOptions, stream: NodeJS.WriteStream): string {
  if (options.json) return `${JSON.stringify(lean(document), null, 2)}\n`;
  if (options.csv) return csv(document);
  if (options.md) return markdown(document);
  return terminalText(document, {
    // A terminal without a size reports 0.
    width: stream.columns || Number.POSITIVE_INFINITY,
    // No colours if the stream is not a terminal, or if NO_COLOR is set.
    style: (look, text) => styleText(look, text, { stream }),
  });
}
