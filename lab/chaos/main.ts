/**
 * A bad day for three nodes behind nginx, and whether the service keeps its promises: `npm run chaos`. docs/operating.md says
 * what happens and what is checked.
 *
 *   MINUTES=30 SEED=7 npm run chaos
 *   SEED=7 STEP=12 MINUTES=1 npm run chaos      from step 12 of that day on: a step depends only on the seed and its number
 *   FAULTS=kill,clock npm run chaos             only these faults
 */
import { atProgramEnd, beginProgram, endBegun } from '../../scripts/program.mjs';
import { badDay, type DayReport } from './day.ts';
import { FAULTS } from './faults.ts';

beginProgram(import.meta.url);
const {
  MINUTES = '30',
  SEED = String(Math.floor(Math.random() * 1e6)),
  STEP = '1',
  FAULTS: ONLY,
} = process.env;
const only = ONLY?.split(',');
const unknown = only?.filter((name) => FAULTS.every((fault) => fault.name !== name)) ?? [];
if (unknown.length > 0) {
  console.error(
    `There is no fault ${unknown.join(', ')}: there are ${FAULTS.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
console.log(`seed ${SEED}, ${MINUTES} minutes`);
try {
  const options = {
    seed: Number(SEED),
    length: Number(MINUTES) * 60_000,
    from: Number(STEP),
    only,
    say,
  };
  report(await badDay(options, { after: atProgramEnd }));
} finally {
  await endBegun();
}

function say(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

function report({ steps, answers, unanswered, faults, findings, rows }: DayReport): void {
  console.log('\n| What | |\n|---|---|');
  const injected = [...faults].toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [what, value] of [
    ['steps', String(steps)],
    ['faults', injected.map(([name, times]) => `${name} ${times}`).join(', ')],
    ['requests, of which without an answer', `${answers}, ${unanswered}`],
    ...rows,
    ['findings', String(findings.length)],
  ])
    console.log(`| ${what} | ${value} |`);
  for (const finding of findings) {
    const step = /^step (\d+)/.exec(finding)?.[1];
    console.log(`\nFOUND ${finding}\n      again: SEED=${SEED} STEP=${step} MINUTES=1 npm run chaos`);
  }
  if (findings.length > 0) process.exitCode = 1;
}
