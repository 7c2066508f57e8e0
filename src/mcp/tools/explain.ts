import Type, { type Static } from 'typebox';
import * as field from '../../engine/field.ts';
import { Problem } from '../../engine/problems.ts';
import { METHODS, methodDocument, metricDocument, releaseDocument, sourceDocument } from '../explanations.ts';
import type { Reader } from '../reader.ts';
import type { Tool } from '../tool.ts';

const input = field.only({
  topic: Type.Enum(['metric', 'method', 'source', 'release']),
  id: field.optional.text(
    `Id of a metric (\`rent_two_bedroom\`), a source (\`wb-wdi\`) or a method: ${METHODS.join(', ')}.`,
    { minLength: 1, maxLength: 100 },
  ),
  section: field.optional.text('Title of a section of a method. Default: its introduction and titles.', {
    minLength: 1,
    maxLength: 100,
  }),
});

/** What figures mean, and where they come from. */
export const explain: Tool = {
  name: 'explain',
  title: 'Explain a metric, source, method or the release',
  description:
    'Explains what a metric measures and in which unit, how price levels and scores are estimated, who publishes a source under which licence, and which data release the service uses.',
  input,
  tables: ['metric', 'source', 'release'],
  answer(reader: Reader, { topic, id, section }: Static<typeof input>) {
    if (section !== undefined && topic !== 'method')
      throw new Problem('invalid_parameter', `explain: only a method has a section, and not a ${topic}.`);
    if (topic === 'release') {
      if (id === undefined) return releaseDocument(reader);
      throw new Problem('invalid_parameter', 'explain: the release has no id.');
    }
    if (id === undefined) throw new Problem('invalid_parameter', `explain: id is required for a ${topic}.`);
    if (topic === 'metric') return metricDocument(reader, id);
    return topic === 'source' ? sourceDocument(reader, id) : methodDocument(reader, id, section);
  },
};
