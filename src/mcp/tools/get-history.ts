import type { Static } from 'typebox';
import * as field from '../../engine/field.ts';
import { historyDocument } from '../../engine/summaries/history.ts';
import { PLACE_NAMES, placeNamed } from '../place-names.ts';
import type { Reader } from '../reader.ts';
import type { Tool } from '../tool.ts';

const PERIOD = { maxLength: 10, examples: ['2015'] };

const input = field.only({
  place: field.text(PLACE_NAMES, { minLength: 1, maxLength: 200 }),
  metric: field.optional.text(
    'Metric id, such as `unemployment_rate`. Default: all metrics of the place, each with its latest figure.',
    { minLength: 1, maxLength: 100 },
  ),
  from: field.optional.text('Only figures from this year, month or day on.', { ...PERIOD }),
  to: field.optional.text('Only figures up to this year, month or day.', { ...PERIOD }),
});

/** At most this many figures, the latest ones. */
const MOST_FIGURES = 60;

/** How figures of a place have changed. */
export const getHistory: Tool = {
  name: 'get_history',
  title: 'Get figures over time',
  description:
    'Figures of a city or country by period, with unit, source and the place that was actually measured. For a city, these are figures of the city, its metropolitan area and its region; ask for its country to get national figures. Published figures are not interpolated. `cost_index` is our estimate of the price level in each year since 2015, with its 80 % interval; New York is 100 in each year. Scores have no history.',
  input,
  tables: ['periods', 'metrics'],
  answer(reader: Reader, { place, metric, from, to }: Static<typeof input>) {
    reader.need(['release:read']);
    const { kind, id } = placeNamed(reader.release, place);
    const path = kind === 'city' ? '/data/history/cities/{city_id}' : '/data/history/countries/{country_id}';
    const { body } = reader.ask(path, { place: id, query: { metric, from, to } });
    return historyDocument(body, { limit: MOST_FIGURES });
  },
};
