/** Our metric for an indicator of the World Bank, and the unit in which the Bank publishes it. */
export interface WdiIndicator {
  /** An id of data/metrics.tsv. */
  metric: string;
  /** An id of data/units.tsv, that of the metric. */
  unit: string;
}

/** By the Bank's indicator code. Its page is https://data.worldbank.org/indicator/<code>. */
export const WDI_INDICATORS: ReadonlyMap<string, WdiIndicator> = new Map(
  Object.entries({
    'SP.POP.TOTL': { metric: 'population', unit: 'persons' },
    'SP.POP.GROW': { metric: 'population_growth', unit: 'percent_per_year' },
    'SP.POP.1564.TO.ZS': { metric: 'population_aged_15_to_64', unit: 'percent_of_population' },
    'SP.POP.65UP.TO.ZS': { metric: 'population_aged_65_and_over', unit: 'percent_of_population' },
    'SP.URB.TOTL.IN.ZS': { metric: 'urban_population', unit: 'percent_of_population' },

    'NY.GDP.PCAP.CD': { metric: 'gdp_per_capita', unit: 'current_usd_per_person' },
    'NY.GDP.PCAP.PP.CD': { metric: 'gdp_per_capita_ppp', unit: 'current_international_dollars_per_person' },
    'NY.GDP.PCAP.PP.KD': {
      metric: 'gdp_per_capita_ppp_constant_2021',
      unit: 'international_dollars_2021_per_person',
    },
    'NY.GNP.PCAP.CD': { metric: 'gni_per_capita_atlas', unit: 'current_usd_per_person' },
    'SI.POV.GINI': { metric: 'gini_index', unit: 'index_0_to_100' },
    'SL.UEM.TOTL.ZS': { metric: 'unemployment_rate', unit: 'percent_of_labour_force' },
    'SL.EMP.TOTL.SP.ZS': { metric: 'employment_rate', unit: 'percent_of_people_aged_15_and_over' },
    'SL.TLF.CACT.ZS': { metric: 'labour_force_participation', unit: 'percent_of_people_aged_15_and_over' },

    'PA.NUS.PPPC.RF': { metric: 'price_level_ratio', unit: 'united_states_1' },
    'PA.NUS.PPP': { metric: 'purchasing_power_parity', unit: 'local_currency_per_international_dollar' },
    'PA.NUS.FCRF': { metric: 'official_exchange_rate', unit: 'local_currency_per_usd' },
    'FP.CPI.TOTL.ZG': { metric: 'consumer_price_inflation', unit: 'percent_per_year' },
    'GC.TAX.GSRV.VA.ZS': { metric: 'taxes_on_goods_and_services', unit: 'percent_of_value_added' },

    'SH.UHC.SRVS.CV.XD': { metric: 'universal_health_coverage_index', unit: 'index_0_to_100' },
    'SH.MED.PHYS.ZS': { metric: 'physicians', unit: 'per_1000_people' },
    'SH.XPD.CHEX.GD.ZS': { metric: 'health_expenditure', unit: 'percent_of_gdp' },
    'SH.XPD.CHEX.PC.CD': { metric: 'health_expenditure_per_capita', unit: 'current_usd_per_person' },
    'SP.DYN.LE00.IN': { metric: 'life_expectancy', unit: 'years' },
    'SP.DYN.IMRT.IN': { metric: 'infant_mortality', unit: 'per_1000_live_births' },

    'VC.IHR.PSRC.P5': { metric: 'intentional_homicides', unit: 'per_100000_people' },
    'SH.STA.TRAF.P5': { metric: 'road_traffic_deaths', unit: 'per_100000_people' },

    'EN.ATM.PM25.MC.M3': { metric: 'pm25_exposure', unit: 'micrograms_per_cubic_metre' },
    'SH.STA.SMSS.ZS': { metric: 'safely_managed_sanitation', unit: 'percent_of_population' },
    'AG.LND.FRST.ZS': { metric: 'forest_area', unit: 'percent_of_land_area' },
    'EG.FEC.RNEW.ZS': { metric: 'renewable_energy_consumption', unit: 'percent_of_final_energy' },

    'SE.ADT.LITR.ZS': { metric: 'adult_literacy', unit: 'percent_of_people_aged_15_and_over' },
    'SE.ADT.1524.LT.ZS': { metric: 'youth_literacy', unit: 'percent_of_people_aged_15_to_24' },
    'SE.PRM.ENRR': { metric: 'primary_school_enrolment', unit: 'percent_of_official_age_group' },
    'SE.SEC.ENRR': { metric: 'secondary_school_enrolment', unit: 'percent_of_official_age_group' },

    'EG.ELC.ACCS.ZS': { metric: 'access_to_electricity', unit: 'percent_of_population' },
    'IT.NET.USER.ZS': { metric: 'internet_users', unit: 'percent_of_population' },
    'LP.LPI.OVRL.XQ': { metric: 'logistics_performance_index', unit: 'score_1_to_5' },
  }),
);

/**
 * The governance indicators are left to their own publication (world-bank-wgi.ts): the same estimates to the
 * last digit, for eight places more, and with the sixth dimension, which these downloads lack.
 */
export const GOVERNANCE_CODES: ReadonlySet<string> = new Set([
  'CC.EST',
  'GE.EST',
  'PV.EST',
  'RL.EST',
  'RQ.EST',
]);
