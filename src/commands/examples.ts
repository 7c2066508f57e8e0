import type { Command } from 'commander';
import EXAMPLES from './examples.json' with { type: 'json' };

/** Adds examples below the help of commands, from examples.json. Each has the arguments only, without `lds` and the command's name. */
export function addExamples(program: Command): void {
  const known: Readonly<Record<string, readonly string[]>> = EXAMPLES;
  for (const command of actionsOf(program))
    withExamples(command, ...(known[pathOf(command).replace('lds ', '')] ?? []));
}

/** For a command whose examples depend on the program that it is in. */
export function withExamples(command: Command, ...examples: string[]): void {
  const lines = examples.map((example) => `  ${pathOf(command)} ${example}`.trimEnd());
  if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** The commands that do something, instead of having commands of their own. */
export function actionsOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(actionsOf);
}

/** `lds keys create` */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
