export interface Snippet {
  name: string;
  code: string;
}

/** Of a response that would fill the terminal, one line. */
const FIELDS = 'city.name,index.overall.value,index.overall.low,index.overall.high';

/**
 * Requests that work when pasted, with nothing to install. Programs read the key from the environment; only the commands for a
 * terminal, which put it there, have the key itself.
 */
export function snippets(apiUrl: string, token: string): Snippet[] {
  const url = `${apiUrl}/data/cost-of-living/lisbon?fields=${FIELDS}`;
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
const { index } = await response.json();
console.log(index.overall);`,
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
    print(json.load(response)["index"]["overall"])`,
    },
  ];
}
