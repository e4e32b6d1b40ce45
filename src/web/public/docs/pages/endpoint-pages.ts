import { type Html, html, joinHtml } from '../../../kit/html.ts';
import { renderExample } from '../example-parts.ts';
import type { DocsExample, DocsExamples } from '../examples.ts';
import { type GuideContext, renderGuide, renderTable } from '../guide.ts';
import { renderInline } from '../markdown.ts';
import type { Field, Operation } from '../operations.ts';

interface Subject {
  readonly name: string;
  readonly description?: string | undefined;
}

/** Renders all endpoints, grouped by subject. */
export function renderEndpoints(
  {
    operations,
    subjects,
  }: { readonly operations: readonly Operation[]; readonly subjects: readonly Subject[] },
  context: GuideContext,
): Html {
  const parts = subjects.map(({ name, description = '' }) => {
    const rows = operations
      .filter(({ tag }) => tag === name)
      .map((operation) => [linkTo(operation), html`<code>${nameOf(operation)}</code>`, keyText(operation)]);
    return html`<h2>${description}</h2>${renderTable(description, ['Endpoint', 'Address', 'Key'], rows)}`;
  });
  return renderGuide(
    {
      address: '/docs/endpoints',
      title: 'Endpoints',
      description: 'Every endpoint of the API, with parameters, fields, real examples and errors.',
      body: html`<p class="lead">Each has a page with its parameters, every field of its answer, and real requests with their answers.</p>
${joinHtml(parts, '\n')}
<p>The same for programs: <a href="/openapi.json">OpenAPI 3.1</a>.</p>`,
    },
    context,
  );
}

/** Renders the full documentation for an endpoint. */
export function renderEndpoint(operation: Operation, examples: DocsExamples, context: GuideContext): Html {
  const { id, summary, description, parameters, bodyFields, answers } = operation;
  const own = examples.examples.filter((example) => example.operation === id);
  const errors = own.filter(({ status }) => status >= 400);
  const body = html`<p class="endpoint"><code>${nameOf(operation)}</code></p>
${description ? html`<p class="lead">${renderInline(description)}</p>` : ''}
<p>${KEY_SENTENCES[operation.key]} Its name for programs is <code>${id}</code>. <a href="/docs/try/${id}">Try it here</a>.</p>
${parameters.length > 0 ? html`<h2>Parameters</h2>${renderParameters(operation)}` : ''}
${bodyFields.length > 0 ? html`<h2>What to send</h2>${renderFields('Fields of the body', bodyFields)}` : ''}
${renderExamples(
  'Examples',
  own.filter((each) => !errors.includes(each)),
  examples,
  context,
)}
${renderExamples('Errors', errors, examples, context)}
${errors.length > 0 ? html`<p><a href="/docs/errors">All errors and what to do about them</a>.</p>` : html`<p>It may answer with any error of the service: <a href="/docs/errors">all errors and what to do about them</a>.</p>`}
<h2>Fields of the answer</h2>
${answers.filter(({ status }) => /^[23]/.test(status)).map(renderAnswer)}
<p><a href="/docs/endpoints">All endpoints</a></p>`;
  return renderGuide(
    {
      address: `/docs/endpoints/${id}`,
      title: summary,
      description: `${nameOf(operation)}: ${summary}. Parameters, fields, real examples and errors.`,
      body,
    },
    context,
  );
}

const KEY_SENTENCES: Readonly<Record<Operation['key'], string>> = {
  none: 'No key is needed.',
  accepted: 'No key is needed; with one, requests are counted by key.',
  needed: 'An API key is needed.',
};

function keyText({ key }: Operation): string {
  return { none: 'none', accepted: 'optional', needed: 'needed' }[key];
}

function linkTo({ id, summary }: Operation): Html {
  return html`<a href="/docs/endpoints/${id}">${summary}</a>`;
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function renderParameters({ parameters }: Operation): Html {
  const rows = parameters.map(({ name, in: place, required, type, text, fallback }) => [
    html`<code>${name}</code>`,
    `${place === 'path' ? 'part of the address' : place}${required ? ', needed' : ''}`,
    type,
    html`${renderInline(capitalized(text))}${fallback === '' ? '' : html` Unless given: <code>${fallback}</code>.`}`,
  ]);
  return renderTable('Parameters', ['Name', 'Where', 'Type', 'What is accepted'], rows);
}

function renderFields(caption: string, fields: readonly Field[]): Html {
  const rows = fields.map(({ path, type, text }) => [html`<code>${path}</code>`, type, renderInline(text)]);
  return renderTable(caption, ['Field', 'Type', 'Meaning'], rows);
}

function renderAnswer({ status, text, fields }: Operation['answers'][number]): Html {
  const what = html`<p><strong>${status}</strong> ${renderInline(text)}</p>`;
  return fields.length === 0 ? what : html`${what}${renderFields(`Fields of the answer ${status}`, fields)}`;
}

function renderExamples(
  title: string,
  own: readonly DocsExample[],
  { made_on }: DocsExamples,
  { baseUrl }: GuideContext,
): Html | string {
  if (own.length === 0) return '';
  return html`<h2>${title}</h2>
<p class="small">Responses from the demo with its fictional records of ${made_on}. Yours will have other dates and IDs. “… more” means that the list continues.</p>
${own.map((example) => renderExample(example, baseUrl))}`;
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
