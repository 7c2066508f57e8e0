import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { fold } from '../../release/fold.ts';
import type { Steps } from '../../service/access/door.ts';

/** How many cities a step reads: about a millisecond. */
const CITIES_AT_ONCE = 20;
/** What names of airports have in common. */
const COMMON =
  /\b(?:airport|airports|international|intl|regional|municipal|domestic|aeroport|aeropuerto|aeroporto|flughafen|field|air|base|the|of|iata|code)\b/g;
const SHORTEST = 4;

interface NamedAirport {
  /** Folded, without what names have in common, between two spaces. */
  name: string;
  /** The same in one word. */
  joined: string;
  /** Those that it serves, the most likely first. */
  cities: readonly City[];
}

/** The airports of a release by parts of their names: `Heathrow`, `Charles de Gaulle`. */
export class AirportNames {
  readonly #named = new WeakMap<Release, NamedAirport[]>();

  /** What may be done before something is found, so that others are served in between. */
  steps(release: Release): Steps {
    if (this.#named.has(release)) return [];
    const read = new Map<string, NamedAirport>();
    const cities = largestServed(release);
    return [
      ...Array.from({ length: Math.ceil(cities.length / CITIES_AT_ONCE) }, (_, at) => () => {
        for (const city of cities.slice(at * CITIES_AT_ONCE, (at + 1) * CITIES_AT_ONCE))
          for (const { code, name } of release.detailRecord(city).airports)
            read.set(code, { ...formsOf(characteristic(name)), cities: release.search.ofAirport(code) });
      }),
      () => void this.#named.set(release, [...read.values()]),
    ];
  }

  /** The cities of the airports whose name has the text in it, the most prominent airport first as in the release. */
  cities(release: Release, text: string): City[] {
    const wanted = characteristic(text);
    // London City is an airport, but a city is not meant by that.
    if (wanted.length < SHORTEST || wanted === 'city') return [];
    const asked = formsOf(wanted);
    const found = (this.#named.get(release) ?? []).filter(
      ({ name, joined }) => name.includes(asked.name) || joined === asked.joined,
    );
    return [...new Set(found.flatMap(({ cities }) => cities))];
  }
}

/** Cities by population that have an airport which no larger one has: each airport once. */
function largestServed({ cities }: Release): City[] {
  const seen = new Set<string>();
  return cities.filter(({ iata }) => {
    const unseen = (iata ?? []).filter((code) => !seen.has(code));
    for (const code of unseen) seen.add(code);
    return unseen.length > 0;
  });
}

function formsOf(characteristic: string): Pick<NamedAirport, 'name' | 'joined'> {
  return { name: ` ${characteristic} `, joined: characteristic.replaceAll(' ', '') };
}

function characteristic(name: string): string {
  return fold(name).replace(COMMON, ' ').replace(/ +/g, ' ').trim();
}
