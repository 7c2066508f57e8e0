import type { Household } from '../../release/household-budgets.ts';

/** Who a question is about: the nearest household that has a budget. */
export interface AskedHousehold {
  household: Household;
  /** Whether the question says how many people, and the household has as many grown-ups and children. */
  isExact: boolean;
}

const FAMILY = 'family families familie familien famille familles familia familias famiglia famiglie';
const COUPLE =
  'couple couples paar pareja casal coppia married wife husband spouse partner girlfriend boyfriend verheiratet ehepaar';
const SINGLE = 'alone single allein solo singles alleinstehend seul soltero';
const CHILDREN =
  'child children kid kids toddler baby kinder kindern hijo hijos ninos enfant enfants figli bambini filhos';
const ADULTS = 'adult adults erwachsene erwachsenen adultos adultes adulti';
const PEOPLE = 'people persons person personen personas personnes persone pessoas';
const [family, couple, single, children, adults, people] = [
  FAMILY,
  COUPLE,
  SINGLE,
  CHILDREN,
  ADULTS,
  PEOPLE,
].map((words) => words.replaceAll(' ', '|'));
const WORDS: ReadonlySet<string> = new Set(
  [FAMILY, COUPLE, SINGLE, CHILDREN, ADULTS, PEOPLE].flatMap((words) => words.split(' ')),
);

const NUMBERS: readonly string[] = [
  'one 1 a an ein eine einem un une una uno um',
  'two 2 both zwei deux dos due dois',
  'three 3 drei trois tres tre',
  'four 4 vier quatre cuatro quattro quatro',
  'five 5 funf cinq cinco cinque',
  'six 6 sechs seis sei',
];
const NUMBER = NUMBERS.flatMap((words) => words.split(' ')).join('|');
const COUNTED = (words: string | undefined) =>
  new RegExp(`\\b(${NUMBER}) (?:(?:small|young|school) )?(?:${words})\\b`);
const [ADULTS_COUNTED, CHILDREN_COUNTED, PEOPLE_COUNTED] = [adults, children, people].map(COUNTED);
/** `family of 4`, `enough for 3 in Geneva`, `für vier`, but not `for 3 months`. */
const OF_PEOPLE = new RegExp(
  `\\b(?:of|for|fur|para|pour|per) (${NUMBER})(?= (?:in|im|at|en|a|to|on|live|living)\\b|$)|\\b(${NUMBER}) of us\\b`,
);
const HAS = (words: string | undefined) => new RegExp(`\\b(?:${words})\\b`);
const [IS_FAMILY, IS_COUPLE, IS_SINGLE, HAS_CHILDREN] = [family, couple, single, children].map(HAS);

/** Whether a word, folded, only says who a question is about. */
export function isHouseholdWord(word: string): boolean {
  return WORDS.has(word);
}

/** @param text folded */
export function householdIn(text: string): AskedHousehold | undefined {
  const grown = numberIn(ADULTS_COUNTED, text);
  const small = numberIn(CHILDREN_COUNTED, text);
  const all = numberIn(PEOPLE_COUNTED, text) ?? numberIn(OF_PEOPLE, text);
  if (small !== undefined || HAS_CHILDREN?.test(text)) {
    const isAlone = grown === 1 || (grown === undefined && IS_SINGLE?.test(text) === true);
    return { household: 'family', isExact: !isAlone && (small ?? 2) === 2 && (grown ?? 2) === 2 };
  }
  const people = grown ?? all;
  if (people !== undefined && !(people === 1 && IS_FAMILY?.test(text)))
    return {
      household: people === 1 ? 'one' : people === 2 ? 'couple' : 'family',
      isExact: grown === undefined ? [1, 2, 4].includes(people) : people < 3,
    };
  if (IS_FAMILY?.test(text)) return { household: 'family', isExact: true };
  return IS_COUPLE?.test(text) ? { household: 'couple', isExact: true } : undefined;
}

function numberIn(pattern: RegExp | undefined, text: string): number | undefined {
  const found = pattern
    ?.exec(text)
    ?.slice(1)
    .find((number) => number !== undefined);
  const at = NUMBERS.findIndex((words) => found !== undefined && words.split(' ').includes(found));
  return at === -1 ? undefined : at + 1;
}
