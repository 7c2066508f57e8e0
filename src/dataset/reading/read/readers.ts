import { aqliAirQuality } from '../sources/aqli-air-quality.ts';
import { argentinaRegionalParities } from '../sources/argentina-regional-parities.ts';
import { argentinaSnicHomicides } from '../sources/argentina-snic-homicides.ts';
import { australiaCensusRents } from '../sources/australia-census-rents.ts';
import { austriaPurchasingPowerSurcharge } from '../sources/austria-purchasing-power-surcharge.ts';
import { bigMac } from '../sources/big-mac.ts';
import { brazilPofRents } from '../sources/brazil-pof-rents.ts';
import { brazilSinespHomicides } from '../sources/brazil-sinesp-homicides.ts';
import { canadaCmhcRents } from '../sources/canada-cmhc-rents.ts';
import { canadaIntercityPrices } from '../sources/canada-intercity-prices.ts';
import { canadaMarketBasket } from '../sources/canada-market-basket.ts';
import { compiledExchangeRates } from '../sources/compiled-exchange-rates.ts';
import { ecbReferenceRates } from '../sources/ecb-reference-rates.ts';
import { eurostatCityPerception } from '../sources/eurostat-city-perception.ts';
import { eurostatCityRents } from '../sources/eurostat-city-rents.ts';
import { eurostatCrime } from '../sources/eurostat-crime.ts';
import { eurostatRegions } from '../sources/eurostat-regions.ts';
import { finlandRents } from '../sources/finland-rents.ts';
import { francePriceGaps } from '../sources/france-price-gaps.ts';
import { franceRentMap } from '../sources/france-rent-map.ts';
import { germanyRentGrid } from '../sources/germany-rent-grid.ts';
import { germanyTravelLumpSums } from '../sources/germany-travel-lump-sums.ts';
import { hongKongRents } from '../sources/hong-kong-rents.ts';
import { householdSpendingByType } from '../sources/household-spending-by-type.ts';
import { ilostat } from '../sources/ilostat.ts';
import { imfWeo } from '../sources/imf-weo.ts';
import { indiaHouseholdSpending } from '../sources/india-household-spending.ts';
import { indiaNcrbMurders } from '../sources/india-ncrb-murders.ts';
import { indiaNfhs } from '../sources/india-nfhs.ts';
import { indiaPovertyLines } from '../sources/india-poverty-lines.ts';
import { indonesiaMinimumWages } from '../sources/indonesia-minimum-wages.ts';
import { indonesiaPihpsFood } from '../sources/indonesia-pihps-food.ts';
import { indonesiaPovertyLines } from '../sources/indonesia-poverty-lines.ts';
import { irelandNewTenancies } from '../sources/ireland-new-tenancies.ts';
import { italyOmiRents } from '../sources/italy-omi-rents.ts';
import { japanMunicipalRents } from '../sources/japan-municipal-rents.ts';
import { japanRegionalPrices } from '../sources/japan-regional-prices.ts';
import { koreaHouseRents } from '../sources/korea-house-rents.ts';
import { malaysiaHouseholdIncome } from '../sources/malaysia-household-income.ts';
import { mexicoEnighRents } from '../sources/mexico-enigh-rents.ts';
import { mexicoInegiHomicides } from '../sources/mexico-inegi-homicides.ts';
import { newZealandRents } from '../sources/new-zealand-rents.ts';
import { nigeriaFoodPrices } from '../sources/nigeria-food-prices.ts';
import { norwaySsbRents } from '../sources/norway-ssb-rents.ts';
import { oecdRegionalWellBeing } from '../sources/oecd-regional-well-being.ts';
import { oecdWages } from '../sources/oecd-wages.ts';
import { oecdWagesInNationalCurrency } from '../sources/oecd-wages-in-national-currency.ts';
import { officialCityRents } from '../sources/official-city-rents.ts';
import { officialCityRents2 } from '../sources/official-city-rents-2.ts';
import { pennWorldTable } from '../sources/penn-world-table.ts';
import { peruPovertyLines } from '../sources/peru-poverty-lines.ts';
import { philippinesPovertyThresholds } from '../sources/philippines-poverty-thresholds.ts';
import { portugalIneRents } from '../sources/portugal-ine-rents.ts';
import type { SourceReader, SourceReading } from '../sources/reader.ts';
import { rosstatFixedBasket } from '../sources/rosstat-fixed-basket.ts';
import { saudiRegaRents } from '../sources/saudi-rega-rents.ts';
import { singaporeHdbRents } from '../sources/singapore-hdb-rents.ts';
import { singaporeUraRents } from '../sources/singapore-ura-rents.ts';
import { spainSerpavi } from '../sources/spain-serpavi.ts';
import { swedenScbRents } from '../sources/sweden-scb-rents.ts';
import { turkeyUnitRents } from '../sources/turkey-unit-rents.ts';
import { ukPrivateRents } from '../sources/uk-private-rents.ts';
import { ukRegionalPrices } from '../sources/uk-regional-prices.ts';
import { unPublicTransportAccess } from '../sources/un-public-transport-access.ts';
import { undpHdr } from '../sources/undp-hdr.ts';
import { usBeaRpp } from '../sources/us-bea-rpp.ts';
import { usBlsWages } from '../sources/us-bls-wages.ts';
import { usCensusAcsRent } from '../sources/us-census-acs-rent.ts';
import { usConsumerExpenditure } from '../sources/us-consumer-expenditure.ts';
import { usDodPerDiem } from '../sources/us-dod-per-diem.ts';
import { usEpaAirQuality } from '../sources/us-epa-air-quality.ts';
import { usFbiCityMurders } from '../sources/us-fbi-city-murders.ts';
import { usFoodPlans } from '../sources/us-food-plans.ts';
import { usGsaPerDiem } from '../sources/us-gsa-per-diem.ts';
import { usHudFmr } from '../sources/us-hud-fmr.ts';
import { usStateAllowances } from '../sources/us-state-allowances.ts';
import { usStatePerDiem } from '../sources/us-state-per-diem.ts';
import { vatRates } from '../sources/vat-rates.ts';
import { vietnamSpatialIndex } from '../sources/vietnam-spatial-index.ts';
import { wfpFoodPrices } from '../sources/wfp-food-prices.ts';
import { worldBankIcp } from '../sources/world-bank-icp.ts';
import { worldBankWdi } from '../sources/world-bank-wdi.ts';
import { worldBankWgi } from '../sources/world-bank-wgi.ts';

/** Every publisher's format that we read. A new source is a file in sources/ and a line here. */
export const READERS: readonly SourceReader<SourceReading | Promise<SourceReading>>[] = [
  worldBankWdi,
  worldBankWgi,
  worldBankIcp,
  undpHdr,
  bigMac,
  oecdWages,
  ecbReferenceRates,
  usStateAllowances,
  usStatePerDiem,
  usDodPerDiem,
  usGsaPerDiem,
  usBeaRpp,
  usHudFmr,
  usCensusAcsRent,
  usBlsWages,
  officialCityRents,
  franceRentMap,
  ukPrivateRents,
  germanyRentGrid,
  spainSerpavi,
  italyOmiRents,
  eurostatCityRents,
  norwaySsbRents,
  swedenScbRents,
  finlandRents,
  portugalIneRents,
  unPublicTransportAccess,
  japanRegionalPrices,
  canadaIntercityPrices,
  canadaMarketBasket,
  austriaPurchasingPowerSurcharge,
  hongKongRents,
  canadaCmhcRents,
  australiaCensusRents,
  newZealandRents,
  saudiRegaRents,
  oecdRegionalWellBeing,
  aqliAirQuality,
  eurostatRegions,
  indiaNfhs,
  usEpaAirQuality,
  eurostatCityPerception,
  rosstatFixedBasket,
  ukRegionalPrices,
  mexicoEnighRents,
  brazilPofRents,
  indonesiaMinimumWages,
  indonesiaPovertyLines,
  philippinesPovertyThresholds,
  indiaPovertyLines,
  francePriceGaps,
  peruPovertyLines,
  malaysiaHouseholdIncome,
  indiaHouseholdSpending,
  compiledExchangeRates,
  germanyTravelLumpSums,
  ilostat,
  imfWeo,
  oecdWagesInNationalCurrency,
  pennWorldTable,
  vatRates,
  wfpFoodPrices,
  indonesiaPihpsFood,
  vietnamSpatialIndex,
  argentinaRegionalParities,
  nigeriaFoodPrices,
  koreaHouseRents,
  argentinaSnicHomicides,
  brazilSinespHomicides,
  mexicoInegiHomicides,
  indiaNcrbMurders,
  eurostatCrime,
  usFbiCityMurders,
  turkeyUnitRents,
  japanMunicipalRents,
  irelandNewTenancies,
  singaporeHdbRents,
  singaporeUraRents,
  officialCityRents2,
  usConsumerExpenditure,
  householdSpendingByType,
  usFoodPlans,
];
