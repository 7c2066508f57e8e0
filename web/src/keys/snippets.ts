import type { Key, Permission } from '../../../src/dashboard/interface.ts';

export interface Snippet {
  name: string;
  code: string;
}

interface Request {
  permission: Permission;
  operationId: string;
  /** Below the address of the API; of a response that would fill the terminal, one line. */
  path: string;
}

const COST: Request = {
  permission: 'cost-of-living:read',
  operationId: 'getCostOfLiving',
  path: '/data/cost-of-living/lisbon?fields=city.name,budget.currency,budget.per,budget.total.value,budget.total.low,budget.total.high',
};

const OTHERS: readonly Request[] = [
  {
    permission: 'places:read',
    operationId: 'getCity',
    path: '/cities/lisbon?fields=name,country.name,population',
  },
  {
    permission: 'quality-of-life:read',
    operationId: 'getQualityOfLife',
    path: '/data/quality-of-life/lisbon?fields=city.name,score.value,score.low,score.high',
  },
  { permission: 'release:read', operationId: 'getRelease', path: '/release?fields=version,content_hash' },
];

/** A first request that the key may send. */
export function firstRequest({ permissions }: Pick<Key, 'permissions'>): Request {
  return [COST, ...OTHERS].find(({ permission }) => permissions.includes(permission)) ?? COST;
}

/**
 * Requests that work when pasted, with nothing to install. Programs read the key from the environment; only the commands for a
 * terminal, which put it there, have the key itself.
 */
export function snippets(url: string, token: string): Snippet[] {
  return [
    {
      name: 'curl',
      code: `export LDS_API_KEY='${token}'
curl -H "Authorization: Bearer $LDS_API_KEY" \\\n  '${url}'`,
    },
    {
      name: 'TypeScript',
      code: `const response = await fetch('${url}', {
  headers: { Authorization: \`Bearer \${process.env.LDS_API_KEY}\` },
});
console.log(await response.json());`,
    },
    {
      name: 'Python',
      code: `import json, os
from urllib.request import Request, urlopen

request = Request(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['LDS_API_KEY']}"},
)
with urlopen(request) as response:
    print(json.load(response))`,
    },
  ];
}
