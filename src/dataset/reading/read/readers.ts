import { aqliAirQuality } from '../sources/aqli-air-quality.ts';
import { argentinaSnicHomicides } from '../sources/argentina-snic-homicides.ts';
import { australiaCensusRents } from '../sources/australia-census-rents.ts';
import { bigMac } from '../sources/big-mac.ts';
import { brazilSinespHomicides } from '../sources/brazil-sinesp-homicides.ts';
import { canadaCmhcRents } from '../sources/canada-cmhc-rents.ts';
import { compiledExchangeRates } from '../sources/compiled-exchange-rates.ts';
import { ecbReferenceRates } from '../sources/ecb-reference-rates.ts';
import { eurostatCrime } from '../sources/eurostat-crime.ts';
import { eurostatRegions } from '../sources/eurostat-regions.ts';
import { finlandRents } from '../sources/finland-rents.ts';
import { franceRentMap } from '../sources/france-rent-map.ts';
import { germanyRentGrid } from '../sources/germany-rent-grid.ts';
import { householdSpendingByType } from '../sources/household-spending-by-type.ts';
import { ilostat } from '../sources/ilostat.ts';
import { imfWeo } from '../sources/imf-weo.ts';
import { indiaNcrbMurders } from '../sources/india-ncrb-murders.ts';
import { indiaNfhs } from '../sources/india-nfhs.ts';
import { indonesiaPihpsFood } from '../sources/indonesia-pihps-food.ts';
import { italyOmiRents } from '../sources/italy-omi-rents.ts';
import { japanMunicipalRents } from '../sources/japan-municipal-rents.ts';
import { koreaHouseRents } from '../sources/korea-house-rents.ts';
import { mexicoInegiHomicides } from '../sources/mexico-inegi-homicides.ts';
import { nigeriaFoodPrices } from '../sources/nigeria-food-prices.ts';
import { norwaySsbRents } from '../sources/norway-ssb-rents.ts';
import { oecdRegionalWellBeing } from '../sources/oecd-regional-well-being.ts';
import { officialCityRents } from '../sources/official-city-rents.ts';
import { officialCityRents2 } from '../sources/official-city-rents-2.ts';
import type { SourceReader, SourceReading } from '../sources/reader.ts';
import { saudiRegaRents } from '../sources/saudi-rega-rents.ts';
import { singaporeUraRents } from '../sources/singapore-ura-rents.ts';
import { spainSerpavi } from '../sources/spain-serpavi.ts';
import { tableReaders } from '../sources/table-reader.ts';
import { TABLE_RULES } from '../sources/table-rules.ts';
import { ukPrivateRents } from '../sources/uk-private-rents.ts';
import { unPublicTransportAccess } from '../sources/un-public-transport-access.ts';
import { undpHdr } from '../sources/undp-hdr.ts';
import { usBeaRpp } from '../sources/us-bea-rpp.ts';
import { usCensusAcsRent } from '../sources/us-census-acs-rent.ts';
import { usFoodPlans } from '../sources/us-food-plans.ts';
import { usGsaPerDiem } from '../sources/us-gsa-per-diem.ts';
import { usHudFmr } from '../sources/us-hud-fmr.ts';
import { usStateAllowances } from '../sources/us-state-allowances.ts';
import { vatRates } from '../sources/vat-rates.ts';
import { wfpFoodPrices } from '../sources/wfp-food-prices.ts';
import { worldBankWdi } from '../sources/world-bank-wdi.ts';

type AnyReader = SourceReader<SourceReading | Promise<SourceReading>>;

/** Every publisher's format that we read: the tables that are described, and the files that have a program. */
export function readersOf(dataDirectory: string): readonly AnyReader[] {
  return [...tableReaders(dataDirectory, TABLE_RULES), ...PROGRAMS];
}

const PROGRAMS: readonly AnyReader[] = [
  worldBankWdi,
  undpHdr,
  bigMac,
  ecbReferenceRates,
  usStateAllowances,
  usGsaPerDiem,
  usBeaRpp,
  usHudFmr,
  usCensusAcsRent,
  officialCityRents,
  franceRentMap,
  ukPrivateRents,
  germanyRentGrid,
  spainSerpavi,
  italyOmiRents,
  norwaySsbRents,
  finlandRents,
  unPublicTransportAccess,
  canadaCmhcRents,
  australiaCensusRents,
  saudiRegaRents,
  oecdRegionalWellBeing,
  aqliAirQuality,
  eurostatRegions,
  indiaNfhs,
  compiledExchangeRates,
  ilostat,
  imfWeo,
  vatRates,
  wfpFoodPrices,
  indonesiaPihpsFood,
  nigeriaFoodPrices,
  koreaHouseRents,
  argentinaSnicHomicides,
  brazilSinespHomicides,
  mexicoInegiHomicides,
  indiaNcrbMurders,
  eurostatCrime,
  japanMunicipalRents,
  singaporeUraRents,
  officialCityRents2,
  householdSpendingByType,
  usFoodPlans,
];
