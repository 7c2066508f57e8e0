interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  text(given: Readonly<Record<string, string>>): string;
}

const CARE =
  'Use only figures from the tools. Give each with its 80 % interval, say whether it was measured for the place itself or estimated, do not call a difference certain if it is marked as not significant, and end with the citation line.';

const WRITTEN: readonly Prompt[] = [
  {
    name: 'relocation_brief',
    title: 'Brief for a move',
    description: 'What changes when somebody moves from one city to another.',
    arguments: [
      { name: 'from', description: 'Where the person lives: `Lisbon, Portugal`.', required: true },
      { name: 'to', description: 'Where the person might move.', required: true },
      { name: 'priorities', description: 'What matters most: `rent, schools, safety`.', required: false },
    ],
    text: ({ from, to, priorities }) =>
      `Write a one-page brief for a person who is considering a move from ${from} to ${to}. Call compare_places for both, then get_place for ${to}. Cover prices overall and by category, quality of life by group, and what has not been measured.${priorities ? ` Put these first: ${priorities}.` : ''} ${CARE}`,
  },
  {
    name: 'fair_pay',
    title: 'Fair pay elsewhere',
    description: 'The salary in another city that buys the same as a salary here.',
    arguments: [
      { name: 'amount', description: 'The salary: `60000`.', required: true },
      { name: 'currency', description: 'ISO 4217: `EUR`.', required: true },
      { name: 'from', description: 'City where it is paid.', required: true },
      {
        name: 'to',
        description: 'City where the person would work; separate several with semicolons.',
        required: true,
      },
    ],
    text: ({ amount, currency, from, to }) =>
      `What salary in ${to} buys the same as ${amount} ${currency} in ${from}? Call compare_places with ${from} first, amount ${amount} and currency ${currency}. Give the amount with its interval in both currencies if the answer has them, and say that taxes and contributions are not included. ${CARE}`,
  },
];

export const PROMPTS = WRITTEN.map(({ text: _text, ...prompt }) => prompt);

/** The text of a prompt; undefined if there is no such prompt, or an argument is missing. */
export function promptText(name: string, given: Readonly<Record<string, string>>): string | undefined {
  const prompt = WRITTEN.find((each) => each.name === name);
  const isComplete = prompt?.arguments.every((argument) => !argument.required || given[argument.name]);
  return isComplete ? prompt?.text(given) : undefined;
}
