import Type from 'typebox';
import * as field from '../engine/field.ts';
import type { Scope } from '../engine/permissions.ts';
import { HOUSEHOLDS } from '../release/household-budgets.ts';
import type { Reader } from './reader.ts';

const TOPICS = ['cost', 'quality'] as const;
export type Topic = (typeof TOPICS)[number];

const SCOPE_OF_TOPIC: Readonly<Record<Topic, Scope>> = {
  cost: 'cost-of-living:read',
  quality: 'quality-of-life:read',
};

export const topicsArgument = Type.Optional(
  field.list(Type.Enum([...TOPICS]), '`cost`: cost of living. `quality`: quality of life. Default: both.', {
    minItems: 1,
    uniqueItems: true,
  }),
);

/**
 * The requested topics; by default, those that the key may read.
 *
 * @param needing other arguments that need a topic, by topic
 * @throws Problem when the key lacks a permission
 */
export function askedTopics(
  reader: Reader,
  topics: readonly Topic[] | undefined,
  needing: Partial<Record<Topic, readonly unknown[]>> = {},
): readonly Topic[] {
  const needed = TOPICS.filter((topic) => needing[topic]?.some((argument) => argument !== undefined));
  const permitted = TOPICS.filter((topic) => reader.scopes.has(SCOPE_OF_TOPIC[topic]));
  const asked = new Set([...needed, ...(topics ?? (permitted.length > 0 ? permitted : TOPICS))]);
  reader.need([...asked].map((topic) => SCOPE_OF_TOPIC[topic]));
  return [...asked];
}

/** Whose monthly budget a tool shows. */
export const householdArgument = field.optional.oneOf(
  HOUSEHOLDS,
  '`one` adult, a `couple`, or a `family` with two children.',
);
