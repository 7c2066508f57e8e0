import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CostOfLiving, CountryCostOfLiving } from '../../src/engine/cost/cost-of-living.ts';
import { HOUSEHOLDS, type Household } from '../../src/release/household-budgets.ts';
import { besidePublishedFiles } from '../support/beside-published-files.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';
import { BOUGHT, basketByHand, rentsByHand, sizeByHand } from '../support/truth/amounts-by-hand.ts';

/** TRUTH_SEED repeats a draw; TRUTH_CITIES is how many cities are drawn. */
const { TRUTH_SEED: seed = String(randomInt(2 ** 31)), TRUTH_CITIES: wanted = '25' } = process.env;

const release = await openedRelease();
const service = await generousService();
const { token } = await service.key();

async function costOf<Body = CostOfLiving>(place: string): Promise<Body> {
  const answer = await service.get(`/data/cost-of-living/${place}`, token);
  assert.equal(answer.status, 200, place);
  return (await answer.json()) as Body;
}

/** Of each publisher whose rents by bedrooms replace the estimate. */
const OFFICIAL_RENTS = ['chicago', 'toronto', 'croydon', 'dublin'];

/** Cities with an index, of all countries alike: else most would be American. */
function drawCities(): string[] {
  const known = release.cities.filter((city) => release.measures.figure('cost', city) !== undefined);
  const byCountry = [...Map.groupBy(known, ({ country }) => country).values()];
  const one = fc.constantFrom(...byCountry).chain((cities) => fc.constantFrom(...cities));
  const drawn = fc.sample(one, { numRuns: Number(wanted), seed: Number(seed) });
  return [...new Set([...OFFICIAL_RENTS, ...drawn.map(({ id }) => id)])];
}

/** Amounts are shown to the cent, indices and shares to a tenth. */
const [CENT, TENTH] = [0.02, 0.051];

/** `1,234.56 ≈ 330.31 × 1.02`: within what the roundings of the shown numbers explain. */
function assertClose(shown: number, byHand: number, share: number, what: string, digits = CENT): void {
  const most = share * byHand + digits;
  const repeat = `Repeat with TRUTH_SEED=${seed} TRUTH_CITIES=${wanted}`;
  assert.ok(Math.abs(shown - byHand) <= most, `${what}: we say ${shown}, by hand ${byHand}. ${repeat}`);
}

/** How far a city is from its area, by the rent of another household: all rents of an area are moved to a city by one factor. */
async function movedBy(id: string, household: Household): Promise<number> {
  const { budget, prices } = await costOf(`${id}?household=${household}`);
  const rent = budget?.categories.housing;
  const [published] = rent?.sources.flatMap((source) => rentsByHand(household, source, prices)) ?? [];
  return rent == null || published === undefined ? 1 : rent.value / published;
}

const DAY = release.publishedAt;
/** Prices are shown to a tenth of an index, ratios of households are kept to four digits. */
const ROUNDING = { tenth: TENTH, ratio: 2e-4 };

test(
  'every amount on the pages of random cities is what the publishers’ figures and the shown price levels give by hand',
  besidePublishedFiles(),
  async (t) => {
    const nation = await costOf<CountryCostOfLiving>('countries/united-states?rate=spot');
    for (const [position, id] of drawCities().entries()) {
      const household = HOUSEHOLDS[position % HOUSEHOLDS.length] ?? 'one';
      const { city, budget, prices, ...cost } = await costOf(`${id}?household=${household}`);
      const { index: atSpot } = await costOf(`${id}?rate=spot`);
      const newYork = await costOf(`new-york?household=${household}`);
      assert.ok(budget && atSpot && nation.index);
      const rate = budget.exchange_rate?.value ?? 1;
      const lines: string[] = [];
      for (const category of BOUGHT) {
        const part = budget.categories[category];
        const [level, average] = [atSpot[category], nation.index[category]];
        if (part === null || level === null || average === null) continue;
        const basket = basketByHand(household, category, DAY);
        const byHand = ((basket * level.value) / average.value) * rate;
        const share = ROUNDING.tenth / level.value + ROUNDING.tenth / average.value + ROUNDING.ratio;
        assertClose(part.value, byHand, share, `${id} ${household} ${category}`);
        lines.push(
          `${category} ${part.value} ≈ ${basket.toFixed(2)} × ${level.value} ÷ ${average.value} × ${rate}`,
        );
      }
      const rent = budget.categories.housing;
      const level = atSpot.housing;
      if (rent !== null) {
        const published = rent.sources.flatMap((source) => rentsByHand(household, source, prices));
        const another = HOUSEHOLDS[(position + 1) % HOUSEHOLDS.length] ?? 'one';
        const [moved, ofBase] = [await movedBy(id, another), await movedBy('new-york', another)];
        const official = [...published, ...published.map((amount) => amount * moved)];
        const [twoBedrooms = Number.NaN] = rentsByHand('couple', 'us-hud-fmr-fy2026', newYork.prices);
        const ofArea = twoBedrooms * sizeByHand(household);
        const modelled = level === null ? [] : [(ofArea * ofBase * level.value * rate) / 100];
        const share = level === null ? ROUNDING.ratio : ROUNDING.tenth / level.value + ROUNDING.ratio;
        const byHand = [...official, ...modelled].toSorted(
          (left, right) => Math.abs(left - rent.value) - Math.abs(right - rent.value),
        );
        assertClose(rent.value, byHand[0] ?? Number.NaN, share, `${id} ${household} rent`);
        lines.push(`rent ${rent.value} ≈ ${byHand[0]?.toFixed(2)}`);
      }
      const { earnings, purchasing_power: power, rent_burden: burden, index } = cost;
      if (earnings !== null && power !== null && index !== null && newYork.earnings !== null) {
        const { index: ofCountry } = await costOf<CountryCostOfLiving>(`countries/${city.country.id}`);
        const divisor = (earnings.grain === 'country' ? ofCountry : index)?.overall.value ?? Number.NaN;
        const byHand = (1e4 * earnings.value) / newYork.earnings.value / divisor;
        // Earnings are shown to the dollar.
        const share = 1 / earnings.value + 1 / newYork.earnings.value + TENTH / divisor;
        assertClose(power.value, byHand, share, `${id} purchasing power`, TENTH);
      }
      if (earnings !== null && burden !== null && index !== null) {
        const level = earnings.grain === 'country' ? index.overall.country_average_100 : 100;
        const byHand = (1e4 * burden.rent.usd) / earnings.value / level;
        assertClose(burden.value, byHand, 1 / earnings.value, `${id} rent burden`, TENTH);
      }
      t.diagnostic(
        `${city.name}, ${city.country.name}, ${household}, ${budget.currency}: ${lines.join('; ')}`,
      );
    }
  },
);
