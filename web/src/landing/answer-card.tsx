import { useCallback, useState } from 'react';
import { example } from '../dashboard.ts';
import { Choice } from '../ui/choice.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useAnswer } from '../use-answer.ts';
import { type Answers, answersIn, type CostOfLiving, type QualityOfLife } from './answers.ts';
import { IndexTable } from './index-table.tsx';
import { JsonExcerpt } from './json-excerpt.tsx';
import { amountInWords, methodInWords, periodInWords, publishersOf } from './words.ts';

const FIRST_CITY = 'lisbon';

/** A real response of this installation's API, as figures and as JSON, and the request that returns it. */
export function AnswerCard({ apiUrl }: { apiUrl: string | undefined }) {
  const [city, setCity] = useState(FIRST_CITY);
  const ask = useCallback(async () => answersIn(await example(city)), [city]);
  const { value, problem, loading, reload } = useAnswer(ask);

  if (value === undefined) {
    return problem === undefined ? (
      <Skeleton label="Loading an API response" lines={12} className="answer-card" />
    ) : (
      <ProblemNotice problem={problem} retry={reload} />
    );
  }
  const { cities, cost, path } = value;
  return (
    <section className="answer-card" aria-label="API response" aria-busy={loading}>
      <Choice
        label="City"
        options={cities.map(({ id, name }) => ({ value: id, name }))}
        value={city}
        choose={setCity}
      />
      {problem !== undefined && <ProblemNotice problem={problem} retry={reload} />}
      <Tabs
        label="Response"
        tabs={[
          { name: 'Figures', content: <Figures {...value} /> },
          { name: 'JSON', content: <JsonExcerpt cost={cost} /> },
        ]}
      />
      <CodeBlock
        what="curl line"
        code={`curl -H 'Authorization: Bearer YOUR_KEY' \\\n  ${apiUrl ?? '…'}${path}`}
      />
    </section>
  );
}

function Figures({ cost, quality }: Answers) {
  return (
    <div className="figures">
      <IndexFigure cost={cost} />
      <div className="pair">
        <PriceFigure cost={cost} />
        {quality !== undefined && <QualityFigure quality={quality} />}
      </div>
    </div>
  );
}

function IndexFigure({ cost }: { cost: CostOfLiving }) {
  if (cost.index === null) return null;
  const { overall } = cost.index;
  return (
    <section>
      <h2>
        Cost of living in {cost.city.name}, {cost.city.country.name}
      </h2>
      <p className="big">
        <strong>{overall.value}</strong>
        {cost.city.id === cost.reference.id ? (
          <span>
            by definition
            <small>Every other city is compared with this one.</small>
          </span>
        ) : (
          <span>
            between <b>{overall.low}</b> and <b>{overall.high}</b>
            <small>
              {cost.reference.name} is {cost.reference.value}. 80 % interval.
            </small>
          </span>
        )}
      </p>
      <IndexTable index={cost.index} weights={cost.weights} reference={cost.reference} />
      <p className="provenance">
        {methodInWords(overall)}. As of {periodInWords(overall.period)}.
        <br />
        {publishersOf(overall.sources, cost.sources)}
      </p>
    </section>
  );
}

function PriceFigure({ cost }: { cost: CostOfLiving }) {
  const price = cost.prices.find(({ item }) => item.includes('rent')) ?? cost.prices[0];
  if (price === undefined) return null;
  return (
    <section>
      <h3>{price.title}</h3>
      <p className="medium">{amountInWords(price)}</p>
      <p className="provenance">
        {methodInWords(price)}, {periodInWords(price.period)}, for {price.place} ({price.grain}).
        <br />
        {publishersOf(price.sources, cost.sources)}
      </p>
    </section>
  );
}

function QualityFigure({ quality: { score, sources } }: { quality: QualityOfLife }) {
  if (score.value === null) return null;
  return (
    <section>
      <h3>Quality of life</h3>
      <p className="medium">
        <b>{score.value}</b> of 100
      </p>
      <p className="provenance">
        {score.ranking !== null &&
          `Rank ${score.ranking.rank} of ${score.ranking.of} ${score.ranking.among}. `}
        {score.coverage.scored} of {score.coverage.of} groups scored, from {sources.length} sources.
      </p>
    </section>
  );
}
