import type { Command } from 'commander';
import OPERATOR_EXAMPLES from './examples.json' with { type: 'json' };

/** Adds examples below the help of a command. Each has the arguments only, without `lds` and the command's name. */
export function withExamples(command: Command, ...examples: string[]): Command {
  return command.addHelpText('after', () => {
    const name = pathOf(command);
    return `\nExamples:\n${examples.map((example) => `  ${name} ${example}`.trimEnd()).join('\n')}`;
  });
}

/** Adds examples to the commands for operators, from examples.json. */
export function addOperatorExamples(program: Command): void {
  for (const [path, examples] of Object.entries(OPERATOR_EXAMPLES)) {
    const command = path
      .split(' ')
      .reduce<Command | undefined>((of, name) => of?.commands.find((each) => each.name() === name), program);
    if (command === undefined) throw new Error(`there is no command ${path}`);
    withExamples(command, ...examples);
  }
}

/** `lds keys create` */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
