import { Problem } from '../engine/problems.ts';
import { documentationLayout } from './documentation-layout.ts';
import { codeName, fieldTable, inlineCode, typeMarkup } from './field-markup.ts';
import { guideAddress } from './guide-address.ts';
import { attribute, type Html, html } from './html.ts';
import { type Heading, renderMarkdown } from './markdown.ts';
import {
  type OpenApi,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  referenced,
} from './open-api.ts';
import type { PageRequest } from './page-request.ts';
import type { PageView, SitePage } from './site-page.ts';
import { scrollTable } from './table.ts';

/** The API reference: an overview, a page per operation, and a page per schema of a response. */
export function referencePages(openApi: OpenApi): SitePage[] {
  const prepare: SitePage['prepare'] = (release) => openApi.steps(release);
  return [
    {
      path: '/reference',
      prepare,
      render: ({ release, publicUrl }) => overview(openApi.of(release), publicUrl),
    },
    {
      path: '/reference/{operation_id}',
      prepare,
      render: (request) => operationPage(openApi.of(request.release), request),
    },
    {
      path: '/fields/{schema}',
      prepare,
      render: (request) => schemaPage(openApi.of(request.release), request),
    },
    { path: '/docs', render: () => ({ location: '/reference', status: 308 }) },
  ];
}

/** What the examples of operations with large responses ask for. Readers see at once how to get more, or all. */
const FIRST_FIELDS: Readonly<Record<string, string>> = {
  getCostOfLiving: 'city,index.overall',
  getCountryCostOfLiving: 'country,index.overall',
  compareCostOfLiving: 'cities.city,cities.index.overall',
  getQualityOfLife: 'city,score',
  getCountryQualityOfLife: 'country,score',
  compareQualityOfLife: 'cities.city,cities.score',
};

/** An operation and its path below /v1. */
interface Located {
  path: string;
  operation: OperationObject;
}

function overview(document: OpenApiDocument, publicUrl: string): PageView {
  // Links of the document are absolute, because it is read elsewhere too.
  const introduction = renderMarkdown(
    document.info.description.replaceAll(`${publicUrl}/`, '/'),
    guideAddress,
  );
  return {
    title: 'API reference',
    description: 'Every endpoint of the API, with its parameters, its responses and a request to try.',
    width: 'wide',
    main: layout(
      document,
      '/reference',
      html`<article class="prose">
<h1>API reference</h1>
${introduction.content}
<p>The same as an <a href="/v1/openapi.json">OpenAPI 3.1 document</a>, which needs no key.</p>
${document.tags.map(
  ({ name, description }) => html`<h2 id="${slug(name)}">${name}</h2>
<p>${description}</p>
<ul class="cards">${operationsOf(document)
    .filter(({ operation }) => operation.tags.includes(name))
    .map(
      ({ path, operation: { operationId, summary } }) =>
        html`<li><a href="/reference/${operationId}">${summary}</a><p><code>GET /v1${path}</code></p></li>`,
    )}</ul>`,
)}
</article>`,
      document.tags.map(({ name }) => ({ id: slug(name), text: name, level: 2 })),
    ),
  };
}

function operationPage(document: OpenApiDocument, { parameters, baseUrl }: PageRequest): PageView {
  const found = operationsOf(document).find(
    ({ operation }) => operation.operationId === parameters.operation_id,
  );
  if (found === undefined) throw new Problem('path_not_found', 'The API has no such operation.');
  const { path, operation } = found;
  const { summary, description, parameters: taken, responses } = operation;
  const success = responses[200];
  const offered = Object.entries(success?.content ?? {});
  const [mediaType = '', content] = offered.find(([type]) => type === 'application/json') ?? offered[0] ?? [];
  const examples = Object.values(content?.examples ?? {});
  const address = exampleAddress(found);
  const inner = content?.schema.items ?? content?.schema;
  const schema = inner && document.components.schemas[referenced(inner) ?? ''];
  const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const headings = [
    ...(taken.length > 0 ? ['Parameters'] : []),
    'Request',
    'Response',
    ...(schema === undefined ? [] : ['Fields']),
    'Errors',
  ].map((text) => ({ id: slug(text), text, level: 2 }));
  return {
    title: summary,
    description: `GET /v1${path}: ${description.split(/(?<=\.) /, 1)[0]}`.replaceAll('`', ''),
    width: 'wide',
    islands: ['run'],
    main: layout(
      document,
      `/reference/${operation.operationId}`,
      html`<article class="prose">
<h1>${summary}</h1>
<p class="endpoint"><code>GET /v1${path}</code></p>
${renderMarkdown(description, guideAddress).content}
${taken.length > 0 && html`<h2 id="parameters">Parameters</h2>\n${parameterTable(taken)}`}
<h2 id="request">Request</h2>
${codeBlock(`curl -H "Authorization: Bearer $LDS_API_KEY" \\\n  '${baseUrl}${address}'`)}
${runForm(found, mediaType)}
<h2 id="response">Response</h2>
<p>${inlineCode(success?.description ?? '')} <code>${mediaType}</code>${content && html`, ${typeMarkup(content.schema)}`}.</p>
${examples.map(
  (
    { summary: request, value },
    index,
  ) => html`<details${attribute('open', index === 0)}><summary>${inlineCode(request)}</summary>
${codeBlock(JSON.stringify(value, null, 2), 'tall')}</details>`,
)}
${schema && html`<h2 id="fields">Fields</h2>\n${fieldTable(schema, document)}`}
<h2 id="errors">Errors</h2>
${problemTable(problems)}
</article>`,
      headings,
    ),
  };
}

function schemaPage(document: OpenApiDocument, { parameters: { schema: name = '' } }: PageRequest): PageView {
  const schema = Object.hasOwn(document.components.schemas, name)
    ? document.components.schemas[name]
    : undefined;
  if (schema === undefined) throw new Problem('path_not_found', 'No response has a schema with this name.');
  const users = operationsOf(document).filter(({ operation }) =>
    JSON.stringify(operation.responses[200]?.content ?? {}).includes(`"#/components/schemas/${name}"`),
  );
  return {
    title: `${name}: fields`,
    description: schema.description ?? `The fields of ${name} in responses of the API.`,
    width: 'wide',
    main: layout(
      document,
      `/fields/${name}`,
      html`<article class="prose">
<h1>${name}</h1>
<p>${inlineCode(schema.description ?? '')}</p>
${users.length > 0 && html`<p>Returned by ${users.map(({ operation }, index) => html`${index > 0 && ', '}<a href="/reference/${operation.operationId}">${operation.summary}</a>`)}.</p>`}
${fieldTable(schema, document)}
<p>All schemas: ${Object.keys(document.components.schemas).map((each, index) => html`${index > 0 && ', '}<a href="/fields/${each}">${each}</a>`)}.</p>
</article>`,
      [],
    ),
  };
}

function layout(document: OpenApiDocument, path: string, content: Html, headings: readonly Heading[]): Html {
  const children = operationsOf(document).map(({ operation: { operationId, summary } }) => ({
    to: `/reference/${operationId}`,
    label: summary,
  }));
  return documentationLayout({ path, content, headings, below: { section: '/reference', children } });
}

function operationsOf({ paths }: OpenApiDocument): Located[] {
  return Object.entries(paths).map(([path, { get }]) => ({ path, operation: get }));
}

function parameterTable(parameters: readonly ParameterObject[]): Html {
  return scrollTable({
    name: 'Parameters',
    className: 'parameters',
    columns: ['Name', 'In', 'Type', 'Meaning'],
    rows: parameters.map(({ name, in: place, required, schema, description }) => ({
      id: `parameter-${name}`,
      cells: [codeName(name), [place, required && ', required'], typeMarkup(schema), inlineCode(description)],
    })),
  });
}

function problemTable(problems: readonly [string, { description: string }][]): Html {
  return scrollTable({
    name: 'Errors',
    columns: ['Status', 'Code'],
    rows: problems.map(([status, { description }]) => [
      status,
      [...description.matchAll(/`(\w+)`: ([^`]*?)\.(?= `|$)/g)].map(
        ([, code = '', title], index) =>
          html`${index > 0 && html`<br>`}<a href="/errors/${code}"><code>${code}</code></a> ${title}`,
      ),
    ]),
  });
}

/** Sends the request from the page. Without JavaScript it stays hidden: the line for curl does the same. */
function runForm(located: Located, mediaType: string): Html | undefined {
  if (mediaType !== 'application/json') return undefined;
  const { path, operation } = located;
  const fields = operation.parameters.filter(({ name }) => name !== 'api_key');
  return html`<form class="run" data-run="/v1${path}" hidden>
<h3>Try it</h3>
<p class="field"><label for="run-key">API key</label><input id="run-key" name="key" type="password" autocomplete="off" spellcheck="false"></p>
${fields.map((parameter) => {
  const { name, in: place, required } = parameter;
  return html`<p class="field"><label for="run-${name}">${name}${!required && ' (optional)'}</label><input id="run-${name}" name="${name}" data-in="${place}"${attribute('required', required)}${attribute('value', exampleOf(parameter, operation))} autocomplete="off" spellcheck="false"></p>\n`;
})}
<p class="actions"><button class="button" type="submit">Run</button> <a href="/keys">Get an API key</a></p>
<div class="run-result" role="status"></div>
</form>`;
}

function codeBlock(text: string, kind = ''): Html {
  return html`<div class="code-block ${kind}"><pre tabindex="0"><code>${text}</code></pre></div>`;
}

/** The path with examples of its parameters. */
function exampleAddress({ path, operation }: Located): string {
  const example = (parameter: ParameterObject) => exampleOf(parameter, operation);
  const { parameters } = operation;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.name === name);
    return (parameter && example(parameter)) ?? name;
  });
  const query = parameters.flatMap((parameter) => {
    const value = parameter.in === 'query' ? example(parameter) : undefined;
    return value === undefined ? [] : `${parameter.name}=${value}`;
  });
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** The value of a parameter in the example: of those that are required, and of the fields. */
function exampleOf(
  { name, required, example }: ParameterObject,
  { operationId }: OperationObject,
): string | undefined {
  if (name === 'fields') return FIRST_FIELDS[operationId];
  return required && example !== undefined ? String(example) : undefined;
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-');
}
