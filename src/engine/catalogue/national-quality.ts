import type { QualityRecord, ScoreError } from '../../release/quality-records.ts';

/** The scores of a country as a whole, which are more certain than those of its cities: how these differ does not matter. */
export function nationalQuality({ groups, ...overall }: QualityRecord): QualityRecord {
  return {
    ...national(overall),
    groups: mapValues(groups, (group) => ({
      ...national(group),
      indicators: mapValues(group.indicators, national),
    })),
  };
}

function national<Score extends ScoreError>(score: Score): Score {
  return { ...score, local_error: 0 };
}

function mapValues<Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  of: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(value)]));
}
