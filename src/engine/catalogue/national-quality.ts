import type { QualityRecord, ScoreError } from '../../release/quality-records.ts';

/** The scores of a country as a whole: differences between its cities do not make them less certain. */
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
