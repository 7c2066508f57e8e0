import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TObject } from 'typebox';
import { violationText } from '../engine/parameters/query.ts';
import { Problem } from '../engine/problems.ts';
import type { SummaryDocument } from '../engine/summaries/document.ts';
import { checkDepth } from '../service/http/request-body.ts';
import type { ToolName } from './operations.ts';
import type { Reader } from './reader.ts';

/** What an agent can ask for. */
export interface Tool {
  name: ToolName;
  title: string;
  /** For the agent: when to use it, and what it returns. */
  description: string;
  input: TObject;
  /** Names of the tables in the answer, each of which may be absent. */
  tables: readonly string[];
  /** The names of cities among its arguments, which are read one by one before it answers. */
  namesIn?(given: never): readonly string[];
  /** @throws Problem that says how to ask instead */
  answer(reader: Reader, given: never): SummaryDocument;
}

/** An agent pays for every word, and one that is wrong in 500 ways learns nothing from the last 490. */
const MOST_LISTED = 10;

const ajv = new Ajv({ allErrors: true, strict: false, useDefaults: true, verbose: true });

/** Checks the arguments of a tool; compiled by the first call. @throws Problem that names every wrong argument */
export function argumentReader({ name, input }: Tool): (given: unknown) => never {
  let validate: ValidateFunction | undefined;
  return (given) => {
    validate ??= ajv.compile(input);
    // Over HTTP, the message was checked. On standard input, the package reads it.
    checkDepth(given);
    const copy = structuredClone(given ?? {});
    if (!validate(copy)) throw wrongArguments(name, validate.errors ?? []);
    return copy as never;
  };
}

function wrongArguments(tool: ToolName, violations: readonly ErrorObject[]): Problem {
  const errors = violations.map((violation) => ({
    parameter: nameOf(violation).slice(0, 100),
    message:
      violation.keyword === 'additionalProperties'
        ? 'is not an argument of this tool'
        : violationText(violation),
  }));
  const first = errors.slice(0, MOST_LISTED).map(({ parameter, message }) => `${parameter} ${message}`);
  const listed = [...first, ...(errors.length > MOST_LISTED ? ['and others are wrong, too'] : [])].join('; ');
  const unknown = violations.find(({ keyword }) => keyword === 'additionalProperties');
  const known = Object.keys(unknown?.parentSchema?.properties ?? {}).join(', ');
  const advice = known === '' ? '' : ` It takes ${known}.`;
  return new Problem('invalid_parameter', `${tool}: ${listed}.${advice}`, { errors });
}

function nameOf({ keyword, instancePath, params }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const missing = { additionalProperties: params.additionalProperty, required: params.missingProperty }[
    keyword
  ];
  if (missing === undefined) return path === '' ? 'arguments' : path;
  return path === '' ? String(missing) : `${path}.${missing}`;
}
