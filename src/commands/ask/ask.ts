import type { Command } from 'commander';
import { registerCompare } from './compare.ts';
import { registerFind } from './find.ts';
import { registerMatchCommand } from './match.ts';
import { addOutputOptions, type OutputOptions, print } from './output.ts';
import { registerBudget, registerHistory, registerPlace, registerSimilar } from './place.ts';
import type { Define } from './question.ts';
import { addSourceOptions, type Releases, type SourceOptions, withAnswers } from './source.ts';

const HEADING = 'Places and figures:';

/** `city | country | budget | compare | find | history | similar`: answers for people, from a release here or from a service. */
export function registerAskCommands(
  program: Command,
  releases: Releases,
  stdout: NodeJS.WriteStream = process.stdout,
): void {
  const define: Define = (usage, description, options, ask) => {
    const command = options(program.command(usage).helpGroup(HEADING).description(description));
    addOutputOptions(addSourceOptions(command, releases));
    command.action(
      async (names: string[], asked: Parameters<typeof ask>[2] & SourceOptions & OutputOptions) => {
        await withAnswers(asked, releases, async (answers) =>
          print(await ask(answers, names, asked), asked, stdout),
        );
      },
    );
  };
  registerPlace(define);
  registerBudget(define);
  registerCompare(define);
  registerFind(define);
  registerHistory(define);
  registerSimilar(define);
  registerMatchCommand(program, releases, HEADING, stdout);
}
