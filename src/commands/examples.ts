import type { Command } from 'commander';

/** Adds examples below the help of a command. Each has the arguments only, without `lds` and the command's name. */
export function withExamples(command: Command, ...examples: string[]): Command {
  return command.addHelpText('after', () => {
    const name = pathOf(command);
    return `\nExamples:\n${examples.map((example) => `  ${name} ${example}`.trimEnd()).join('\n')}`;
  });
}

/** Adds examples to the commands for operators. */
export function addOperatorExamples(program: Command): void {
  for (const [path, examples] of Object.entries(OPERATOR_EXAMPLES)) {
    const command = path
      .split(' ')
      .reduce<Command | undefined>((of, name) => of?.commands.find((each) => each.name() === name), program);
    if (command === undefined) throw new Error(`there is no command ${path}`);
    withExamples(command, ...examples);
  }
}

const OPERATOR_EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  serve: [''],
  'keys create': ['--label notebook', '--label etl --plan bulk --scope places:read --expires 2027-01-01'],
  'keys list': ['', '--json'],
  'keys usage': ['', 'key_0123456789', '--day 2026-11-25'],
  'keys rotate': ['key_0123456789 --overlap 7d'],
  'keys revoke': ['key_0123456789', '- < leaked.txt'],
  'keys guard': [
    'key_0123456789 --address 192.0.2.0/24 2001:db8::/32 --idle-days 90',
    'key_0123456789 --address any --idle-days never',
  ],
  'keys set-plan': ['key_0123456789 bulk'],
  'keys expire': ['key_0123456789 2027-01-01', 'key_0123456789 never'],
  'accounts list': ['', '--json'],
  'accounts set-plan': ['ada@example.org bulk'],
  'accounts delete': ['ada@example.org', 'ada@example.org --yes'],
  'reports list': ['', '--all --json'],
  'reports show': ['019ab3c4-5d6e-7f80-9a1b-2c3d4e5f6071'],
  'reports close': ['019ab3c4-5d6e-7f80-9a1b-2c3d4e5f6071'],
  'data read': ['--from published', 'canada-cmhc-rents --from published'],
  'data refresh': ['--list', 'ecb-reference-rates', '--from downloads --yes'],
  'data import': ['rents.csv --sources rents.sources.json', '--list', '--remove rents'],
  'data build': [''],
  'data publish': ['', '2026.11.2-6c0c327d7be7', '--replace'],
  'data downloads': [''],
  'data diff': ['', '2026.11.1-4c5c5a2c2760'],
  'data prune': ['--keep 3'],
  'data evaluate': ['', '--quality', '--well-known'],
  'storage copy': ['', '--dry-run'],
};

/** `lds keys create` */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
