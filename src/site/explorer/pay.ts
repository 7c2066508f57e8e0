import type { CostOfLiving, CountryCostOfLiving } from '../../engine/cost/cost-of-living.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { inEnglish } from '../languages/quoted.ts';
import { numeric, scrollTable, words as wordy } from '../table.ts';

export type PlaceCost = CostOfLiving | CountryCostOfLiving;
type PayFigure = PlaceCost['pay'][number];

/** What people earn in a place, what that buys there, and the published figures of pay. */
export function paySection(cost: PlaceCost, messages: Messages): Html {
  const { pay: words } = messages;
  const { pay, pay_withheld: withheld } = cost;
  const { name } = 'city' in cost ? cost.city : cost.country;
  const reasons = [...new Set(withheld.map((reason) => words.withheld(reason, name)))];
  return html`<section><h2 id="pay">${words.title}</h2>
${earningsSentence(cost, messages)}
${tiles(cost, messages)}
${reasons.length > 0 && html`<p>${reasons.join(' ')}</p>`}
${pay.length > 0 && payTable(cost, messages)}
</section>`;
}

/** What the earnings are, and what they are not. */
export function earningsSentence(cost: PlaceCost, messages: Messages): Html | undefined {
  const { pay: words, figures } = messages;
  const { earnings, pay } = cost;
  const figure = pay.find(({ item, grain }) => item === earnings?.item && grain === earnings.grain);
  if (earnings === null || figure === undefined) return undefined;
  const { value, low, high, grain, place, period } = earnings;
  const { amount, money } = inMoneyOf(cost, messages);
  const national = grain === 'country' && 'city' in cost ? words.noneLocal(cost.city.name) : '';
  const isBelowMinimum = pay.some(
    ({ kind, usd, per }) => kind === 'minimum_wage' && per === 'month' && (usd ?? 0) > value,
  );
  const informal = isBelowMinimum ? words.belowMinimum : '';
  return html`<p>${words.earnings(grain === 'country' ? countryOf(cost) : place, amount(value), figures.period(period), figures.between(money(low), money(high)))}${national}${informal}</p>`;
}

function tiles(cost: PlaceCost, messages: Messages): Html | undefined {
  const { purchasing_power: power, rent_burden: burden, reference } = cost;
  const { pay: words, figures, ranks } = messages;
  const { tenths, interval } = figures;
  const { money } = inMoneyOf(cost, messages);
  if (power === null && burden === null) return undefined;
  return html`<dl class="tiles">
${power !== null && html`<div><dt>${words.power}</dt><dd>${tenths(power.value)} <small>${power.low !== power.high && `${interval(power)}, `}${reference.name} = 100.${ranks.sentence(power.ranking, false)}</small></dd></div>`}
${burden !== null && html`<div><dt>${words.rent}</dt><dd>${words.ofEarnings(burden.value)} <small>${burden.low !== burden.high && `${interval(burden)}; `}${words.rentAndPay(money(burden.rent.usd), money(burden.earnings.usd), burden.earnings.country_average_100 !== null)}</small></dd></div>`}
</dl>`;
}

/** Writes dollars in the currency of the page's budget, so that both can be compared. */
function inMoneyOf({ budget }: PlaceCost, { figures }: Messages) {
  const currency = budget?.currency ?? 'USD';
  const inCurrency = (usd: number) => Math.round(usd * (budget?.exchange_rate?.value ?? 1));
  return {
    money: (usd: number) => figures.money(inCurrency(usd), currency),
    amount: (usd: number) => figures.amount({ amount: inCurrency(usd), currency, per: 'month' }),
  };
}

function payTable(cost: PlaceCost, messages: Messages): Html {
  const { pay, sources } = cost;
  const { pay: words, figures } = messages;
  const publishers = new Map(sources.map(({ id, publisher }) => [id, publisher]));
  return scrollTable({
    name: words.name,
    caption: words.caption,
    columns: [
      wordy(words.pay),
      numeric(figures.sum),
      numeric('USD'),
      wordy(words.what),
      figures.measured,
      figures.time,
      wordy(figures.source),
    ],
    rows: pay.map((figure) => [
      html`<a href="/metrics/${figure.item}">${figures.metric(figure.item, figure.title)}</a>${figure.note !== null && html` <small${inEnglish(messages)}>${figure.note}</small>`}`,
      amountOf(figure, messages),
      figure.currency !== 'USD' && figure.usd !== null && figures.whole(figure.usd),
      words.kind(figure.statistic, figure.tax, figure.covers),
      figure.grain === 'country'
        ? countryOf(cost)
        : figure.grain === 'city'
          ? figure.place
          : html`${figure.place} <small>${figures.shares[figure.grain]}</small>`,
      figures.period(figure.period),
      figure.sources.map((id) => html`<a href="/sources/${id}">${publishers.get(id) ?? id}</a> `),
    ]),
  });
}

/** `EUR 54,839.64 per year`; dollars at purchasing power parity are not called dollars. */
export function amountOf({ amount, currency, per, unit }: PayFigure, { figures }: Messages): string {
  return currency === null
    ? `${figures.whole(amount)} ${figures.unit(unit ?? '')}`
    : figures.amount({ amount, currency, per });
}

function countryOf(cost: PlaceCost): string {
  return ('city' in cost ? cost.city : cost).country.name;
}
