# Generated from the OpenAPI document by `npm run docs`.

list_countries <- function(lds, continent = NULL, subregion = NULL, limit = NULL, cursor = NULL,
  release = NULL, fields = NULL, lang = NULL) {
  .rows(lds, "/countries", list(continent = continent, subregion = subregion, limit = limit, cursor = cursor, release = release, fields = fields, lang = lang))
}

get_country <- function(lds, country_id, release = NULL, fields = NULL, lang = NULL) {
  .place(lds, "/countries/", country_id, list(release = release, fields = fields, lang = lang))
}

list_cities <- function(lds, country = NULL, q = NULL, near = NULL, radius_km = NULL,
  min_population = NULL, kind = NULL, region = NULL, continent = NULL,
  subregion = NULL, capital = NULL, fold = NULL, cost_min = NULL, cost_max = NULL,
  housing_min = NULL, housing_max = NULL, utilities_min = NULL,
  utilities_max = NULL, food_min = NULL, food_max = NULL, restaurants_min = NULL,
  restaurants_max = NULL, transport_min = NULL, transport_max = NULL,
  communication_min = NULL, communication_max = NULL, recreation_min = NULL,
  recreation_max = NULL, clothing_min = NULL, clothing_max = NULL,
  health_min = NULL, health_max = NULL, education_cost_min = NULL,
  education_cost_max = NULL, earnings_min = NULL, earnings_max = NULL,
  purchasing_power_min = NULL, purchasing_power_max = NULL, rent_burden_min = NULL,
  rent_burden_max = NULL, quality_min = NULL, quality_max = NULL,
  healthcare_min = NULL, healthcare_max = NULL, safety_min = NULL,
  safety_max = NULL, environment_min = NULL, environment_max = NULL,
  education_min = NULL, education_max = NULL, infrastructure_min = NULL,
  infrastructure_max = NULL, economy_min = NULL, economy_max = NULL,
  mobility_min = NULL, mobility_max = NULL, climate_min = NULL, climate_max = NULL,
  hardship_min = NULL, hardship_max = NULL, resident_climate_min = NULL,
  resident_climate_max = NULL, budget_min = NULL, budget_max = NULL,
  household = NULL, currency = NULL, month = NULL, high_min = NULL,
  high_max = NULL, rain_max = NULL, sun_min = NULL, station_max = NULL,
  sea_max = NULL, airport_max = NULL, evidence = NULL, grain = NULL,
  certainty = NULL, sort = NULL, include = NULL, limit = NULL, cursor = NULL,
  release = NULL, fields = NULL, lang = NULL) {
  .rows(lds, "/cities", list(country = country, q = q, near = near, radius_km = radius_km, min_population = min_population, kind = kind, region = region, continent = continent, subregion = subregion, capital = capital, fold = fold, cost_min = cost_min, cost_max = cost_max, housing_min = housing_min, housing_max = housing_max, utilities_min = utilities_min, utilities_max = utilities_max, food_min = food_min, food_max = food_max, restaurants_min = restaurants_min, restaurants_max = restaurants_max, transport_min = transport_min, transport_max = transport_max, communication_min = communication_min, communication_max = communication_max, recreation_min = recreation_min, recreation_max = recreation_max, clothing_min = clothing_min, clothing_max = clothing_max, health_min = health_min, health_max = health_max, education_cost_min = education_cost_min, education_cost_max = education_cost_max, earnings_min = earnings_min, earnings_max = earnings_max, purchasing_power_min = purchasing_power_min, purchasing_power_max = purchasing_power_max, rent_burden_min = rent_burden_min, rent_burden_max = rent_burden_max, quality_min = quality_min, quality_max = quality_max, healthcare_min = healthcare_min, healthcare_max = healthcare_max, safety_min = safety_min, safety_max = safety_max, environment_min = environment_min, environment_max = environment_max, education_min = education_min, education_max = education_max, infrastructure_min = infrastructure_min, infrastructure_max = infrastructure_max, economy_min = economy_min, economy_max = economy_max, mobility_min = mobility_min, mobility_max = mobility_max, climate_min = climate_min, climate_max = climate_max, hardship_min = hardship_min, hardship_max = hardship_max, resident_climate_min = resident_climate_min, resident_climate_max = resident_climate_max, budget_min = budget_min, budget_max = budget_max, household = household, currency = currency, month = month, high_min = high_min, high_max = high_max, rain_max = rain_max, sun_min = sun_min, station_max = station_max, sea_max = sea_max, airport_max = airport_max, evidence = evidence, grain = grain, certainty = certainty, sort = sort, include = include, limit = limit, cursor = cursor, release = release, fields = fields, lang = lang))
}

get_city <- function(lds, city_id, release = NULL, fields = NULL, lang = NULL) {
  .place(lds, "/cities/", city_id, list(release = release, fields = fields, lang = lang))
}

get_cost_of_living <- function(lds, city_id, weights = NULL, reference = NULL, rate = NULL, currency = NULL,
  household = NULL, release = NULL, fields = NULL, lang = NULL) {
  .place(lds, "/data/cost-of-living/", city_id, list(weights = weights, reference = reference, rate = rate, currency = currency, household = household, release = release, fields = fields, lang = lang))
}

get_country_cost_of_living <- function(lds, country_id, weights = NULL, reference = NULL, rate = NULL, currency = NULL,
  household = NULL, release = NULL, fields = NULL, lang = NULL) {
  .place(lds, "/data/cost-of-living/countries/", country_id, list(weights = weights, reference = reference, rate = rate, currency = currency, household = household, release = release, fields = fields, lang = lang))
}

compare_cost_of_living <- function(lds, cities = NULL, countries = NULL, weights = NULL, reference = NULL,
  rate = NULL, household = NULL, amount = NULL, currency = NULL, release = NULL,
  fields = NULL, lang = NULL) {
  .whole(lds, "/data/cost-of-living", list(cities = cities, countries = countries, weights = weights, reference = reference, rate = rate, household = household, amount = amount, currency = currency, release = release, fields = fields, lang = lang))
}

get_quality_of_life <- function(lds, city_id, weights = NULL, release = NULL, fields = NULL, lang = NULL) {
  .place(lds, "/data/quality-of-life/", city_id, list(weights = weights, release = release, fields = fields, lang = lang))
}

get_country_quality_of_life <- function(lds, country_id, weights = NULL, release = NULL, fields = NULL, lang = NULL) {
  .place(lds, "/data/quality-of-life/countries/", country_id, list(weights = weights, release = release, fields = fields, lang = lang))
}

compare_quality_of_life <- function(lds, cities = NULL, countries = NULL, weights = NULL, release = NULL,
  fields = NULL, lang = NULL) {
  .whole(lds, "/data/quality-of-life", list(cities = cities, countries = countries, weights = weights, release = release, fields = fields, lang = lang))
}

get_city_history <- function(lds, city_id, metric = NULL, from = NULL, to = NULL, release = NULL,
  fields = NULL, lang = NULL) {
  .place(lds, "/data/history/cities/", city_id, list(metric = metric, from = from, to = to, release = release, fields = fields, lang = lang))
}

get_country_history <- function(lds, country_id, metric = NULL, from = NULL, to = NULL, release = NULL,
  fields = NULL, lang = NULL) {
  .place(lds, "/data/history/countries/", country_id, list(metric = metric, from = from, to = to, release = release, fields = fields, lang = lang))
}

get_similar_cities <- function(lds, city_id, limit = NULL, country = NULL, elsewhere = NULL,
  min_population = NULL, release = NULL, fields = NULL, lang = NULL) {
  .place(lds, "/data/similar/", city_id, list(limit = limit, country = country, elsewhere = elsewhere, min_population = min_population, release = release, fields = fields, lang = lang))
}

get_release <- function(lds, release = NULL, fields = NULL) {
  .whole(lds, "/release", list(release = release, fields = fields))
}
