export interface Snippet {
  name: string;
  code: string;
}

/** Requests that work when pasted, with nothing to install. */
export function snippets(apiUrl: string, token: string): Snippet[] {
  const url = `${apiUrl}/data/cost-of-living/lisbon`;
  return [
    { name: 'curl', code: `curl -H 'Authorization: Bearer ${token}' \\\n  ${url}` },
    {
      name: 'TypeScript',
      code: `const response = await fetch('${url}', {
  headers: { Authorization: 'Bearer ${token}' },
});
const { index } = await response.json();
console.log(index.overall);`,
    },
    {
      name: 'Python',
      code: `import json
from urllib.request import Request, urlopen

request = Request(
    "${url}",
    headers={"Authorization": "Bearer ${token}"},
)
with urlopen(request) as response:
    print(json.load(response)["index"]["overall"])`,
    },
  ];
}
