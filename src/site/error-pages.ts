import { guideText, guideTextAt } from '../engine/guides/guides.ts';
import { sectionsOf } from '../engine/guides/sections.ts';
import PROBLEM_TEXTS from '../engine/problem-texts.json' with { type: 'json' };
import { API_PROBLEM_CODES, isApiProblemCode, PROBLEMS, Problem } from '../engine/problems.ts';
import { documentationPage } from './documentation-layout.ts';
import { html } from './html.ts';
import { documented } from './markdown.ts';
import type { PageRequest, PageView, SitePage } from './site-page.ts';
import { scrollTable } from './table.ts';

const BELOW = {
  section: '/errors',
  children: API_PROBLEM_CODES.map((code) => ({ to: `/errors/${code}`, label: code })),
};

/** Every error of the API, with a page for each. The index has an anchor for each code, because that is its problem `type`. */
export const ERROR_PAGES: SitePage[] = [
  {
    path: '/errors',
    render: index,
    data: {
      md: ({ publicUrl }) => guideTextAt(publicUrl, { name: 'errors' }),
      json: () =>
        API_PROBLEM_CODES.map((code) => {
          const { status, title } = PROBLEMS[code];
          return { code, status, title, ...PROBLEM_TEXTS[code] };
        }),
    },
  },
  {
    path: '/errors/{code}',
    render: errorPage,
    data: { md: ({ publicUrl, parameters }) => sectionOf(publicUrl, parameters.code) },
  },
];

function index(request: PageRequest): PageView {
  const { messages } = request;
  const { errors: words, problem, frame } = messages;
  // The table below replaces the guide's list of codes, whose links lead within the guide.
  const introduction = sectionsOf(guideText({ name: 'errors' })).introduction.replace(
    /<!-- generated: problems -->[\s\S]*?<!-- end -->/,
    '',
  );
  return documentationPage(request, {
    title: frame.links.errors,
    description: words.about,
    content: html`${documented(introduction, messages)}
${scrollTable({
  name: frame.links.errors,
  columns: [words.code, words.status, words.meaning],
  rows: API_PROBLEM_CODES.map((code) => ({
    id: code,
    cells: [
      html`<a href="/errors/${code}"><code>${code}</code></a>`,
      PROBLEMS[code].status,
      problem.title(code, PROBLEMS[code].title),
    ],
  })),
})}`,
  });
}

function errorPage(request: PageRequest): PageView {
  const { publicUrl, messages } = request;
  const { code = '' } = request.parameters;
  const { errors: words, problem } = messages;
  const section = sectionOf(publicUrl, code);
  const title = problem.title(code, PROBLEMS[code as keyof typeof PROBLEMS].title);
  return documentationPage(request, {
    title: words.named(code, title),
    description: words.description(code, title),
    content: html`${documented(section.replace(/^## /, '# '), messages)}
<p><a href="/errors">${words.all}</a></p>`,
    below: BELOW,
  });
}

/** @throws Problem when the API has no such error */
function sectionOf(publicUrl: string, code = ''): string {
  const section = isApiProblemCode(code)
    ? sectionsOf(guideTextAt(publicUrl, { name: 'errors' })).sections.find(({ title }) => title === code)
    : undefined;
  if (section === undefined) throw new Problem('path_not_found', 'The API has no error with this code.');
  return section.markdown;
}
