import { Problem } from '../engine/problems.ts';
import { type DocumentationView, documentationPage } from './documentation-layout.ts';
import { codeBlock, codeName, fieldTable, inlineCode, typeMarkup } from './field-markup.ts';
import { attribute, type Html, html } from './html.ts';
import type { Messages } from './languages/english.ts';
import { inEnglish, quoted } from './languages/quoted.ts';
import { documented } from './markdown.ts';
import { type OpenApi, type OpenApiDocument, type ParameterObject, referenced } from './open-api.ts';
import type { PageRequest, PageView, SitePage } from './site-page.ts';
import { scrollTable } from './table.ts';

/** The API reference: an overview, a page per operation, and a page per schema of a response. */
export function referencePages(openApi: OpenApi): SitePage[] {
  const pages = {
    '/reference': overview,
    '/reference/{operation_id}': operationPage,
    '/fields/{schema}': schemaPage,
  };
  return [
    ...Object.entries(pages).map(
      ([path, page]): SitePage => ({
        path,
        prepare: (release) => openApi.steps(release),
        render: (request) => page(openApi.of(request.release), request),
      }),
    ),
    { path: '/docs', render: () => ({ location: '/reference', status: 308 }) },
  ];
}

/** An operation and its path below /v1. */
type Located = ReturnType<typeof operationsOf>[number];

function overview(document: OpenApiDocument, request: PageRequest): PageView {
  const { publicUrl, messages } = request;
  const { reference: words, frame } = messages;
  return referencePage(document, request, {
    title: frame.links.reference,
    description: words.about,
    // Links of the document are absolute, because it is read elsewhere too.
    content: html`<h1>${frame.links.reference}</h1>
${documented(document.info.description.replaceAll(`${publicUrl}/`, '/'), messages)}
<p>${words.document}</p>
${quoted(
  document.tags.map(
    ({ name, description }) => html`<h2 id="${slug(name)}">${name}</h2>
<p>${description}</p>
<ul class="cards">${operationsOf(document)
      .filter(({ operation }) => operation.tags.includes(name))
      .map(
        ({ path, operation: { operationId, summary } }) =>
          html`<li><a href="/reference/${operationId}">${summary}</a><p><code>GET /v1${path}</code></p></li>`,
      )}</ul>`,
  ),
  messages,
  'div',
)}`,
    headings: document.tags.map(({ name }) => ({ id: slug(name), text: name, level: 2, isQuoted: true })),
  });
}

function operationPage(document: OpenApiDocument, request: PageRequest): PageView {
  const { parameters, baseUrl, messages } = request;
  const { reference: words, frame } = messages;
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
    ...(taken.length > 0 ? [{ id: 'parameters', text: words.parameters, level: 2 }] : []),
    { id: 'request', text: words.request, level: 2 },
    { id: 'response', text: words.response, level: 2 },
    ...(schema === undefined ? [] : [{ id: 'fields', text: words.fields, level: 2 }]),
    { id: 'errors', text: frame.links.errors, level: 2 },
  ];
  return referencePage(document, request, {
    title: summary,
    description: words.aboutOperation(path, description.split(/(?<=\.) /, 1)[0] ?? '').replaceAll('`', ''),
    islands: ['run'],
    content: html`<h1${inEnglish(messages)}>${summary}</h1>
<p class="endpoint"><code>GET /v1${path}</code></p>
${documented(description, messages)}
${taken.length > 0 && html`<h2 id="parameters">${words.parameters}</h2>\n${parameterTable(taken, messages)}`}
<h2 id="request">${words.request}</h2>
${codeBlock(`curl -H "Authorization: Bearer $LDS_API_KEY" \\\n  '${baseUrl}${address}'`)}
${runForm(found, mediaType, messages)}
<h2 id="response">${words.response}</h2>
<p>${quoted(inlineCode(success?.description ?? ''), messages)} <code>${mediaType}</code>${content && html`, ${typeMarkup(content.schema, messages)}`}.</p>
${examples.map(
  (
    { summary, value },
    index,
  ) => html`<details${attribute('open', index === 0)}><summary>${quoted(inlineCode(summary), messages)}</summary>
${codeBlock(JSON.stringify(value, null, 2), 'tall')}</details>`,
)}
${schema && html`<h2 id="fields">${words.fields}</h2>\n${fieldTable(schema, document, messages)}`}
<h2 id="errors">${frame.links.errors}</h2>
${problemTable(problems, messages)}`,
    headings,
  });
}

function schemaPage(document: OpenApiDocument, request: PageRequest): PageView {
  const { messages } = request;
  const { schema: name = '' } = request.parameters;
  const { reference: words } = messages;
  const schema = Object.hasOwn(document.components.schemas, name)
    ? document.components.schemas[name]
    : undefined;
  if (schema === undefined) throw new Problem('path_not_found', 'No response has a schema with this name.');
  const users = operationsOf(document).filter(({ operation }) =>
    JSON.stringify(operation.responses[200]?.content ?? {}).includes(`"#/components/schemas/${name}"`),
  );
  return referencePage(document, request, {
    title: words.fieldsOf(name),
    description: schema.description ?? words.aboutFields(name),
    content: html`<h1>${name}</h1>
<p${inEnglish(messages)}>${inlineCode(schema.description ?? '')}</p>
${users.length > 0 && html`<p>${words.returnedBy(html`${users.map(({ operation }, index) => html`${index > 0 && ', '}<a href="/reference/${operation.operationId}">${operation.summary}</a>`)}`)}</p>`}
${fieldTable(schema, document, messages)}
<p>${words.allSchemas(html`${Object.keys(document.components.schemas).map((each, index) => html`${index > 0 && ', '}<a href="/fields/${each}">${each}</a>`)}`)}</p>`,
  });
}

function referencePage(document: OpenApiDocument, request: PageRequest, view: DocumentationView): PageView {
  const children = operationsOf(document).map(({ operation: { operationId, summary } }) => ({
    to: `/reference/${operationId}`,
    label: summary,
  }));
  return documentationPage(request, { ...view, below: { section: '/reference', children } });
}

function operationsOf({ paths }: OpenApiDocument) {
  return Object.entries(paths).map(([path, { get }]) => ({ path, operation: get }));
}

function parameterTable(parameters: readonly ParameterObject[], messages: Messages): Html {
  const { reference: words } = messages;
  return scrollTable({
    name: words.parameters,
    className: 'parameters',
    columns: [words.name, words.in, words.type, words.meaning],
    rows: parameters.map(({ name, in: place, required, schema, description }) => ({
      id: `parameter-${name}`,
      cells: [
        codeName(name),
        [words.places[place], required && `, ${words.required}`],
        typeMarkup(schema, messages),
        quoted(inlineCode(description), messages),
      ],
    })),
  });
}

function problemTable(
  problems: readonly [string, { description: string }][],
  { errors: words, problem, frame }: Messages,
): Html {
  return scrollTable({
    name: frame.links.errors,
    columns: [words.status, words.code],
    rows: problems.map(([status, { description }]) => [
      status,
      [...description.matchAll(/`(\w+)`: ([^`]*?)\.(?= `|$)/g)].map(
        ([, code = '', title = ''], index) =>
          html`${index > 0 && html`<br>`}<a href="/errors/${code}"><code>${code}</code></a> ${problem.title(code, title)}`,
      ),
    ]),
  });
}

/** Sends the request from the page. Without JavaScript it stays hidden: the line for curl does the same. */
function runForm(located: Located, mediaType: string, messages: Messages): Html | undefined {
  const { reference: words, front } = messages;
  if (mediaType !== 'application/json') return undefined;
  const { path, operation } = located;
  const fields = operation.parameters.filter(({ name }) => name !== 'api_key');
  return html`<form class="run" data-run="/v1${path}" data-words="${JSON.stringify(words.script)}" hidden>
<h3>${words.tryIt}</h3>
<p class="field"><label for="run-key">${words.key}</label><input id="run-key" name="key" type="password" autocomplete="off" spellcheck="false"></p>
${fields.map(
  ({ name, in: place, required, example }) =>
    html`<p class="field"><label for="run-${name}">${required ? name : words.optionalName(name)}</label><input id="run-${name}" name="${name}" data-in="${place}"${attribute('required', required)}${attribute('value', example)} autocomplete="off" spellcheck="false"></p>\n`,
)}
<p class="actions"><button class="button" type="submit">${words.run}</button> <a href="/keys">${front.getKey}</a></p>
<div class="run-result" role="status"></div>
</form>`;
}

/** The path with the examples that the document gives its parameters. */
function exampleAddress({ path, operation }: Located): string {
  const examples = new Map(operation.parameters.map(({ name, example }) => [name, example]));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => examples.get(name) ?? name);
  const query = operation.parameters.flatMap(({ name, in: place, example }) =>
    place === 'query' && example !== undefined ? [`${name}=${example}`] : [],
  );
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-');
}
