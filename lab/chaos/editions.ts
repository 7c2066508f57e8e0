import { hash } from 'node:crypto';
import { join } from 'node:path';
import { ReleaseStore } from '../../src/release/store.ts';
import { exchange } from '../../test/support/http/exchange.ts';
import type { Lifetime } from '../../test/support/lifetime.ts';
import { lds, preparedHome, serve, until } from '../../test/support/processes/lds.ts';
import { addRelease } from '../../test/support/release/changed-release.ts';

/** Look-ups of every kind that the release of three countries can answer. */
const FIXED = [
  '/v1/countries',
  '/v1/countries/portugal',
  '/v1/countries/andorra',
  '/v1/cities?limit=20',
  '/v1/cities?q=por&limit=5',
  '/v1/cities?near=38.7,-9.1&radius_km=100&limit=10',
  '/v1/release',
];
/** In bodies: the same for all servers. */
export const PUBLIC_URL = 'https://chaos.example.org';
/** Version and figure of each release after the first. */
const FIGURES = [101, 202, 303] as const;

/** A release with an undisturbed server's response for each path. */
export interface Edition {
  name: string;
  version: string;
  directory: string;
  /** By path: hash of the body, and its entity tag. */
  answers: Map<string, ExpectedAnswer>;
}

export interface ExpectedAnswer {
  hash: string;
  etag: string;
}

/** The release of three countries, and three more that differ in one figure, with the responses of an undisturbed server. */
export async function editions(owner: Lifetime): Promise<{ paths: string[]; editions: Edition[] }> {
  const home = await preparedHome(owner);
  const releases = new ReleaseStore(home);
  const first = releases.currentName() ?? '';
  const names = [first, ...FIGURES.map((figure, index) => addRelease(home, `2099.1.${index + 1}`, figure))];
  const created = await lds(home, ['keys', 'create', '--label', 'reference']);
  const token = created.stdout.trim();
  const { address } = await serve(owner, home, {
    LDS_PLANS: 'standard=999999999/10s+999999999999/day',
    LDS_PUBLIC_URL: PUBLIC_URL,
  });
  const ask = (path: string) =>
    exchange(address, path, { headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'identity' } });
  const cities = JSON.parse((await ask('/v1/cities?limit=30')).text) as { id: string }[];
  const paths = [
    ...FIXED,
    ...cities.flatMap(({ id }) => [`/v1/cities/${id}`, `/v1/data/quality-of-life/${id}`]),
  ];
  const found: Edition[] = [];
  for (const name of names) {
    releases.publish(name);
    const { version } = releases.manifest(name);
    await until(
      'it is served',
      async () => (await ask(FIXED[0] ?? '')).headers['x-dataset-release'] === version,
    );
    const answers = new Map<string, ExpectedAnswer>();
    for (const path of paths) {
      const { status, headers, body } = await ask(path);
      if (status !== 200) throw new Error(`${path} of ${name} is ${status}`);
      answers.set(path, { hash: hash('sha256', body), etag: String(headers.etag) });
    }
    found.push({ name, version, directory: join(releases.directory, name), answers });
  }
  return { paths, editions: found };
}
