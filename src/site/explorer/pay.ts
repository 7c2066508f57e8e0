import type { CostOfLiving, CountryCostOfLiving } from '../../engine/cost/cost-of-living.ts';
import { rankSentence } from '../../engine/summaries/ranks.ts';
import {
  amountInWords,
  interval,
  periodInWords,
  SHARE_WORDS,
  tenths,
  unitInWords,
  whole,
} from '../../engine/summaries/words.ts';
import { type Html, html } from '../html.ts';
import { numeric, scrollTable, words } from '../table.ts';

type Cost = CostOfLiving | CountryCostOfLiving;
type PayFigure = Cost['pay'][number];

/** What people earn in a place, what that buys there, and the published figures of pay. */
export function paySection(cost: Cost): Html {
  const { pay, pay_withheld: withheld } = cost;
  const reasons = [...new Set(withheld.map(({ detail }) => detail))];
  return html`<section><h2 id="pay">What people earn there</h2>
${earningsSentence(cost)}
${tiles(cost)}
${reasons.length > 0 && html`<p>${reasons.join(' ')}</p>`}
${pay.length > 0 && payTable(cost)}
</section>`;
}

/** What the earnings are, and what they are not. */
function earningsSentence(cost: Cost): Html | undefined {
  const { earnings, pay } = cost;
  const figure = pay.find(({ item, grain }) => item === earnings?.item && grain === earnings.grain);
  if (earnings === null || figure === undefined) return undefined;
  const { value, low, high, conversion, grain, place, period } = earnings;
  const amount = amountInWords({ amount: value, currency: 'USD', per: 'month' });
  const origin =
    conversion === null
      ? ''
      : ` That is the published median, ${amountOf(figure)}, times ${conversion.ratio.toFixed(2)}: the ratio of mean to median in the whole country.`;
  const national =
    grain === 'country' && 'city' in cost
      ? ` No comparable figure is published for ${cost.city.name} itself.`
      : '';
  const isBelowMinimum = pay.some(
    ({ kind, usd, per }) => kind === 'minimum_wage' && per === 'month' && (usd ?? 0) > value,
  );
  const informal = isBelowMinimum
    ? ' That is less than the minimum wage, because it also counts work for which nobody enforces one.'
    : '';
  return html`<p>In ${place}, employees earn ${amount} on average, before tax (${periodInWords(period)}; 80 % interval ${whole(low)} to ${whole(high)}).${origin}${national}${informal}</p>`;
}

function tiles({ purchasing_power: power, rent_burden: burden, reference }: Cost): Html | undefined {
  if (power === null && burden === null) return undefined;
  return html`<dl class="tiles">
${power !== null && html`<div><dt>Purchasing power of earnings</dt><dd>${tenths(power.value)} <small>${power.low !== power.high && `${interval(power)}, `}${reference.name} = 100.${rankSentence(power.ranking, false)}</small></dd></div>`}
${burden !== null && html`<div><dt>Rent of one bedroom</dt><dd>${tenths(burden.value)} % of earnings <small>${burden.low !== burden.high && `${interval(burden)}; `}USD ${whole(burden.rent.usd)} a month without utilities</small></dd></div>`}
</dl>`;
}

function payTable({ pay, sources }: Cost): Html {
  const publishers = new Map(sources.map(({ id, publisher }) => [id, publisher]));
  return scrollTable({
    name: 'Published pay',
    caption: 'As published, the most local figures first. Kinds differ: compare figures of one kind only.',
    columns: [
      words('Pay'),
      numeric('Amount'),
      numeric('USD'),
      words('What it is'),
      'Measured for',
      'Period',
      words('Source'),
    ],
    rows: pay.map((figure) => [
      html`<a href="/metrics/${figure.item}">${figure.title}</a>${figure.note !== null && html` <small>${figure.note}</small>`}`,
      amountOf(figure),
      figure.currency !== 'USD' && figure.usd !== null && whole(figure.usd),
      kindOf(figure),
      figure.grain === 'city' || figure.grain === 'country'
        ? figure.place
        : html`${figure.place} <small>${SHARE_WORDS[figure.grain]}</small>`,
      periodInWords(figure.period),
      figure.sources.map((id) => html`<a href="/sources/${id}">${publishers.get(id) ?? id}</a> `),
    ]),
  });
}

/** `EUR 54,839.64 per year`; dollars at purchasing power parity are not called dollars. */
function amountOf({ amount, currency, per, unit }: PayFigure): string {
  return currency === null
    ? `${whole(amount)} ${unitInWords(unit ?? '')}`
    : amountInWords({ amount, currency, per });
}

/** `Mean before tax: employees`. */
function kindOf({ statistic, tax, covers }: PayFigure): string {
  const name = statistic === null ? 'Set by law' : statistic === 'mean' ? 'Mean' : 'Median';
  return `${name}, ${tax === 'gross' ? 'before tax' : 'after tax'}: ${covers}`;
}
