import { distance } from 'fastest-levenshtein';
import { fold } from '../../../release/fold.ts';
import { readAirports } from '../places/airports.ts';
import { areaKey, readAreaIds } from '../places/areas.ts';
import { openGazetteer } from '../places/gazetteer.ts';
import { readRegistry } from '../places/registry.ts';

/** A place as an operator wrote it: our key for it, or why there is none. */
export type PlaceResolution = { key: string } | { fault: string };

const CANDIDATES = 5;
/** The most typos in an id for which we look for candidates. */
const MOST_TYPING_ERRORS = 2;

/**
 * The places that an operator's file may name: by our key (`city/lisbon`, `country/portugal`, `area/us-cbsa-35620`), by
 * id (`lisbon`), as `geonames:2267057` or `iata:LIS`, or, with the grain `country`, by ISO 3166-1 code (`PT`, `PRT`, `620`). A name that is
 * not an id is refused with candidates, not guessed.
 */
export function placeReferences(dataDirectory: string) {
  const gazetteer = openGazetteer(dataDirectory);
  const leading = readAirports(dataDirectory).filter(({ leads }) => leads);
  /** The cities that a code may mean. */
  const airports = Map.groupBy(leading, ({ code }) => code);
  const areas = new Set([...readAreaIds(dataDirectory)].map(areaKey));
  const ids = { city: successors(dataDirectory, 'cities'), country: successors(dataDirectory, 'countries') };

  const candidates = (kind: 'city' | 'country', reference: string): string[] => {
    const wanted = fold(reference);
    if (kind === 'country') {
      const named = gazetteer.countries().filter(({ name }) => fold(name) === wanted);
      return named.length > 0 ? named.map(({ key }) => key) : close(reference, ids.country, 'country');
    }
    const code = gazetteer.countryByCode(reference);
    const country = code?.key ?? (ids.country.get(wanted) === '' ? `country/${wanted}` : undefined);
    const named = gazetteer
      .countries()
      .flatMap(({ iso2 }) => gazetteer.citiesNamed(reference, iso2))
      .sort((left, right) => right.city.population - left.city.population)
      .map(({ city }) => city.key)
      .filter((key) => key !== `city/${wanted}`);
    return [
      ...(country === undefined ? [] : [`${country} with the grain country`]),
      ...(named.length > 0 ? named : close(reference, ids.city, 'city')),
    ];
  };

  const byId = (kind: 'city' | 'country', reference: string): PlaceResolution => {
    const id = reference.toLowerCase();
    const successor = ids[kind].get(id);
    if (successor === '') return { key: `${kind}/${id}` };
    if (successor === undefined) return { fault: unknown(reference, candidates(kind, reference)) };
    return { fault: `${id} was withdrawn${successor === null ? '' : `; use ${successor}`}` };
  };

  /** A bare id is that of a country when the grain is `country`, and otherwise that of a city: `singapore` is both. */
  return (reference: string, grain: string): PlaceResolution => {
    const [, kind, id = ''] = /^(city|country|area)\/(.+)$/.exec(reference) ?? [];
    if (kind === 'area') return areas.has(reference) ? { key: reference } : { fault: unknown(reference, []) };
    if (kind !== undefined) return byId(kind as 'city' | 'country', id);
    const [, scheme, code = ''] = /^(geonames|iata):(\w+)$/i.exec(reference) ?? [];
    if (scheme !== undefined) {
      const led = airports.get(code.toUpperCase()) ?? [];
      const meant = scheme.toLowerCase() === 'iata' ? led : [{ geonamesId: Number(code) }];
      const keys = meant.flatMap(({ geonamesId }) => gazetteer.cityByGeonamesId(geonamesId)?.key ?? []);
      const [key] = keys;
      if (key === undefined)
        return {
          fault: `${reference} is none of our cities, which have 5,000 people or more, or are the seat of a division`,
        };
      return keys.length === 1 ? { key } : { fault: `${reference} may mean ${keys.join(' or ')}` };
    }
    if (reference === '') return { fault: 'the cell is empty' };
    if (grain !== 'country') return byId('city', reference);
    const country = gazetteer.countryByCode(reference);
    return country === undefined ? byId('country', reference) : { key: country.key };
  };
}

/** Id → '' while it is in use, else the id that took over, or null. */
function successors(dataDirectory: string, registry: 'cities' | 'countries'): Map<string, string | null> {
  return new Map(
    readRegistry(dataDirectory, registry).map(({ id, status, successor }) => [
      id,
      status === 'active' ? '' : successor === '' ? null : successor,
    ]),
  );
}

/** The ids that differ from the reference in one or two letters, the closest first. */
function close(reference: string, ids: ReadonlyMap<string, string | null>, kind: string): string[] {
  const wanted = fold(reference).replaceAll(' ', '-');
  if (wanted.length < 4) return [];
  const near: { id: string; errors: number }[] = [];
  for (const [id, successor] of ids) {
    if (successor !== '' || Math.abs(id.length - wanted.length) > MOST_TYPING_ERRORS) continue;
    const errors = distance(id, wanted);
    if (errors <= MOST_TYPING_ERRORS) near.push({ id, errors });
  }
  return near.sort((left, right) => left.errors - right.errors).map(({ id }) => `${kind}/${id}`);
}

function unknown(reference: string, candidates: readonly string[]): string {
  const shown = JSON.stringify(reference.length > 60 ? `${reference.slice(0, 60)}…` : reference);
  if (candidates.length === 0) return `unknown place ${shown}, and no name resembles it`;
  return `unknown place ${shown}; perhaps ${candidates.slice(0, CANDIDATES).join(', ')}`;
}
