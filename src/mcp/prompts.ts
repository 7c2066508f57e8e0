import WRITTEN from './prompts.json' with { type: 'json' };

/** At the end of each. */
const CARE =
  'Use only figures from the tools. Give each with its 80 % interval, say whether it was measured for the place itself or estimated, do not call a difference certain if it is marked as not significant, and end with the citation line.';
const ARGUMENT = /\{(\w+)\}/g;

export const PROMPTS = WRITTEN.map(({ sentences: _sentences, ...prompt }) => prompt);

/** The text of a prompt, without sentences about what is not given; undefined if there is no such prompt, or an argument is missing. */
export function promptText(name: string, given: Readonly<Record<string, string>>): string | undefined {
  const prompt = WRITTEN.find((each) => each.name === name);
  const isComplete = prompt?.arguments.every((argument) => !argument.required || given[argument.name]);
  if (prompt === undefined || !isComplete) return undefined;
  return prompt.sentences
    .filter((sentence) => [...sentence.matchAll(ARGUMENT)].every(([, argument = '']) => given[argument]))
    .map((sentence) => sentence.replace(ARGUMENT, (_, argument: string) => given[argument] ?? ''))
    .concat(CARE)
    .join(' ');
}
