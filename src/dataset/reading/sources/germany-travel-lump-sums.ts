import type { PublishedRow } from '../../building/files/published-file.ts';
import { citiesOfCountries } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

export const germanyTravelLumpSums: TableRules = {
  places(rows, gazetteer, reader) {
    const isCity = (row: PublishedRow) => row.text('city_de') !== '';
    const cities = citiesOfCountries('country_iso2', 'city_de')(rows.filter(isCity), gazetteer, reader);
    return {
      of(row) {
        if (isCity(row)) return cities.of(row);
        const country = gazetteer.countryByCode(row.required('country_iso2'));
        if (country === undefined) throw row.fault('country_iso2', 'no ISO 3166-1 code');
        return [{ place: country.key, grain: 'country' }];
      },
      matches: cities.matches,
    };
  },
  figures(row, listed) {
    for (const { column } of listed)
      if (row.requiredNumber(column) <= 0) throw row.fault(column, `${row.text(column)} is no amount`);
    return listed;
  },
};
