import { austriaPurchasingPowerSurcharge } from './austria-purchasing-power-surcharge.ts';
import { canadaMarketBasket } from './canada-market-basket.ts';
import { eurostatCityPerception } from './eurostat-city-perception.ts';
import { eurostatCityRents } from './eurostat-city-rents.ts';
import { francePriceGaps } from './france-price-gaps.ts';
import { germanyTravelLumpSums } from './germany-travel-lump-sums.ts';
import { hongKongRents } from './hong-kong-rents.ts';
import { indonesiaPovertyLines } from './indonesia-poverty-lines.ts';
import { irelandNewTenancies } from './ireland-new-tenancies.ts';
import { japanRegionalPrices } from './japan-regional-prices.ts';
import { mexicoEnighRents } from './mexico-enigh-rents.ts';
import { newZealandRents } from './new-zealand-rents.ts';
import { oecdWages } from './oecd-wages.ts';
import { philippinesPovertyThresholds } from './philippines-poverty-thresholds.ts';
import { singaporeHdbRents } from './singapore-hdb-rents.ts';
import type { TableRules } from './table-reader.ts';
import { usBlsWages } from './us-bls-wages.ts';
import { usConsumerExpenditure } from './us-consumer-expenditure.ts';
import { usDodPerDiem } from './us-dod-per-diem.ts';
import { usEpaAirQuality } from './us-epa-air-quality.ts';
import { usFbiCityMurders } from './us-fbi-city-murders.ts';
import { usStatePerDiem } from './us-state-per-diem.ts';
import { worldBankWgi } from './world-bank-wgi.ts';

/** By reader, what data/readers/tables.tsv cannot say of its table. */
export const TABLE_RULES: Readonly<Record<string, TableRules>> = {
  'austria-purchasing-power-surcharge': austriaPurchasingPowerSurcharge,
  'canada-market-basket': canadaMarketBasket,
  'eurostat-city-perception': eurostatCityPerception,
  'eurostat-city-rents': eurostatCityRents,
  'france-price-gaps': francePriceGaps,
  'germany-travel-lump-sums': germanyTravelLumpSums,
  'hong-kong-rents': hongKongRents,
  'indonesia-poverty-lines': indonesiaPovertyLines,
  'ireland-new-tenancies': irelandNewTenancies,
  'japan-regional-prices': japanRegionalPrices,
  'mexico-enigh-rents': mexicoEnighRents,
  'new-zealand-rents': newZealandRents,
  'oecd-wages': oecdWages,
  'philippines-poverty-thresholds': philippinesPovertyThresholds,
  'singapore-hdb-rents': singaporeHdbRents,
  'us-bls-wages': usBlsWages,
  'us-consumer-expenditure': usConsumerExpenditure,
  'us-dod-per-diem': usDodPerDiem,
  'us-epa-air-quality': usEpaAirQuality,
  'us-fbi-city-murders': usFbiCityMurders,
  'us-state-per-diem': usStatePerDiem,
  'world-bank-wgi': worldBankWgi,
};
