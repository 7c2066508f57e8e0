import type { ReactNode } from 'react';
import { ScrollArea } from '../ui/scroll-area.tsx';
import type { CostOfLiving } from './answers.ts';

/** The part of the response that the figures show, as the API returns it. */
export function JsonExcerpt({ cost }: { cost: CostOfLiving }) {
  const price = cost.prices[0];
  const source = cost.sources.find(({ id }) => id === price?.sources[0]);
  const excerpt = {
    city: cost.city,
    index: cost.index && { overall: cost.index.overall },
    prices: price === undefined ? [] : [price],
    sources: source === undefined ? [] : [source],
  };
  return (
    <div className="json-excerpt">
      <ScrollArea label="JSON, shortened">
        <pre>
          <code>{coloured(JSON.stringify(excerpt, null, 2))}</code>
        </pre>
      </ScrollArea>
      <p className="provenance">
        Shortened: the full response has {cost.prices.length} prices, all categories and {cost.sources.length}{' '}
        sources.
      </p>
    </div>
  );
}

/** JSON with a class for names, one for texts and one for other values. */
function coloured(json: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const token of json.matchAll(/("(?:[^"\\]|\\.)*")(:)?|-?\d[\d.eE+-]*|true|false|null/g)) {
    const [all, text, colon] = token;
    parts.push(json.slice(end, token.index));
    end = token.index + all.length;
    const kind = text === undefined ? 'number' : colon === undefined ? 'text' : 'name';
    parts.push(
      <span key={token.index} className={`json-${kind}`}>
        {text ?? all}
      </span>,
      colon ?? '',
    );
  }
  parts.push(json.slice(end));
  return parts;
}
