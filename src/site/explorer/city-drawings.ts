import { ask } from '../../engine/ask.ts';
import type { Climate } from '../../engine/quality/climate.ts';
import { estimateOf } from '../../engine/summaries/document.ts';
import { localShare } from '../../release/measures.ts';
import { cardDrawing } from '../cards/card.ts';
import { cityCard } from '../cards/place-cards.ts';
import { fullName } from '../full-name.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest, SitePage } from '../site-page.ts';
import { frameOf, rowsChart } from './chart-file.ts';
import { figuresOf } from './city-data.ts';
import { scoreOf } from './city-quality.ts';
import { climateDrawing } from './climate.ts';
import { historyDrawing } from './history.ts';
import { intervalMark, scoreAxis, scoreScale } from './marks.ts';

/** The drawings of a city, besides its price levels. */
export const CITY_DRAWINGS = {
  card: (request) => cardDrawing(cityCard(figuresOf(request), request.messages), request),
  quality: scoresDrawing,
  climate(request) {
    const { city, quality } = figuresOf(request);
    return climateDrawing(quality.climate, { name: city.name, fullName: fullName(request, city) }, request);
  },
  history(request) {
    const { city, detail } = figuresOf(request);
    const { observations } = ask(request, '/data/history/cities/{city_id}', { place: city.id }).body;
    return historyDrawing(observations, fullName(request, city), request, detail.country.name);
  },
} as const satisfies SitePage['drawings'];

/** The pictures that the page of a city links to. That of the climate needs months. */
export function cityPictures(
  { cost, quality, climate, history, embed }: Messages,
  { normals }: Climate,
): (readonly [title: string, path: string])[] {
  return [
    [cost.name, ''],
    [quality.title, '/quality'],
    ...(Object.keys(normals).length === 0 ? [] : [[climate.title, '/climate'] as const]),
    [history.title, '/history'],
    [embed.card, '/card'],
  ];
}

function scoresDrawing(request: PageRequest): string {
  const { city, quality } = figuresOf(request);
  const { score, groups } = quality;
  const { quality: words, figures } = request.messages;
  const { tenths, interval } = figures;
  const overall = { figure: estimateOf(score), hollow: localShare(score) === 0, strong: true };
  const scores = [
    { label: figures.parts.overall ?? '', ...overall },
    ...Object.entries(groups).map(([name, group]) => ({
      label: figures.groups[name] ?? name,
      ...scoreOf(group),
    })),
  ];
  return rowsChart(
    frameOf(
      request,
      words.chartTitle(fullName(request, city)),
      `${words.sentence(score)} ${words.chartNote}`,
    ),
    scores.flatMap(({ figure, hollow, ...row }) =>
      figure === null
        ? []
        : [
            {
              ...row,
              mark: intervalMark(figure, scoreScale, { hollow }),
              figures: `${tenths(figure.value)} (${interval(figure)})`,
            },
          ],
    ),
    scoreAxis(request.messages),
  );
}
