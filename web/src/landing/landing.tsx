import { BASE } from '../base.ts';
import './landing.css';
import { Link } from 'wouter';
import { useSession } from '../session.tsx';
import { count } from '../ui/number.ts';
import { Page } from '../ui/page.tsx';
import { AnswerCard } from './answer-card.tsx';

export function Landing() {
  const { state } = useSession();
  const release = state?.service.release;
  return (
    <Page
      title="What a city costs, what life is like there, and who says so."
      tabTitle="Cost of living and quality of life, sourced"
      className="landing"
    >
      <div className="pitch">
        <p className="lead">
          One REST API for cost of living and quality of life. Every figure comes with its source, its period
          and the place that was actually measured; every estimate comes with an interval.
        </p>
        <p className="actions">
          {state?.account == null ? (
            <Link className="button" href="/sign-up">
              Get an API key
            </Link>
          ) : (
            <Link className="button" href="/keys">
              Your API keys
            </Link>
          )}
          <a className="button quiet" href={`${BASE}/docs`}>
            API reference
          </a>
        </p>
        <dl className="scope">
          <Scope name="countries" value={release?.countries} />
          <Scope name="cities" value={release?.cities} />
          <Scope name="sources" value={release?.sources} />
        </dl>
      </div>
      <AnswerCard apiUrl={state?.service.api_url} />
    </Page>
  );
}

function Scope({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? '–' : count(value)}</dd>
    </div>
  );
}
