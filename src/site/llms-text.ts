import type { Release } from '../engine/catalogue/release.ts';
import { GUIDE_GROUPS } from '../engine/guides/guides.ts';

/** An overview for language models (llmstxt.org): what the service is, and where its texts are. */
export function llmsText({ manifest, version }: Release, publicUrl: string): string {
  const { countries, cities, sources } = manifest.counts;
  const number = (value: number) => value.toLocaleString('en');
  return [
    '# Location Data Service',
    '',
    `> Cost of living and quality of life of ${number(cities)} cities in ${number(countries)} countries, from ${number(sources)} official and open sources. Every figure names its source, its period and the place that was measured; every estimate has an 80 % interval. Data release ${version}.`,
    '',
    `The API is at ${publicUrl}/v1 and needs a key. Its OpenAPI document, ${publicUrl}/v1/openapi.json, needs none.`,
    '',
    ...GUIDE_GROUPS.flatMap(({ reader, guides }) => [
      `## ${reader}`,
      '',
      ...guides.map(({ to, label, description }) => `- [${label}](${publicUrl}${to}.md): ${description}`),
      '',
    ]),
    '## Data about the data',
    '',
    `- [Metrics](${publicUrl}/metrics.json): definition, unit and coverage of each metric.`,
    `- [Sources](${publicUrl}/sources.json): publisher, licence and edition of each source.`,
    `- [Release](${publicUrl}/releases.json): version, hash, counts and changes of the data release.`,
    `- [Status](${publicUrl}/status.json): whether the service works, and the latest period of each source.`,
    `- [Errors](${publicUrl}/errors.json): every error code, its cause and what to do.`,
    '',
  ].join('\n');
}
