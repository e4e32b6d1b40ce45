import { renderInput, renderSelect, renderTextarea } from '../../../kit/forms/fields.ts';
import { type Html, html, joinHtml } from '../../../kit/html.ts';
import { commandOf } from '../example-parts.ts';
import { type GuideContext, renderCode, renderGuide } from '../guide.ts';
import type { Operation, Parameter } from '../operations.ts';

/** The service's response to a request that was sent from this page. */
export interface TriedAnswer {
  readonly status: number;
  /** Only the response headers that matter to a program. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface TryForm {
  readonly operation: Operation;
  /** The field values by name, including `key` and `body`. */
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  /** The request that was sent and its response; undefined before the first request. */
  readonly tried?:
    | { readonly path: string; readonly keyed: boolean; readonly answer: TriedAnswer }
    | undefined;
}

/** Renders the list of endpoints that readers can try. */
export function renderTryList(operations: readonly Operation[], context: GuideContext): Html {
  const items = operations.map(
    ({ id, method, path, summary }) =>
      html`<li><a href="/docs/try/${id}">${summary}</a> <code>${method} ${path}</code></li>`,
  );
  return renderGuide(
    {
      address: '/docs/try',
      title: 'Try it',
      description: 'Send a request to any endpoint from a form and see the answer.',
      body: html`<p class="lead">Choose an endpoint, fill in its form, and see the answer as a program gets it. It needs no script. Each request counts toward <a href="/docs/limits">your limits</a> as any other.</p>
<ul class="links">${joinHtml(items, '\n')}</ul>`,
    },
    context,
  );
}

/** Renders the form for an endpoint, and the response if a request was sent. */
export function renderTry(form: TryForm, context: GuideContext): Html {
  const { operation, values, errors, tried } = form;
  const { id, summary, method, path, key, parameters, bodyFields } = operation;
  const inAddress = parameters.filter(({ in: place }) => place !== 'header');
  const fields = inAddress.map((parameter) =>
    renderParameter(parameter, values[parameter.name] ?? '', errors[parameter.name]),
  );
  const body = html`<p class="endpoint"><code>${method} ${path}</code></p>
${tried ? renderAnswer(form, tried, context) : ''}
<form class="ask" action="/docs/try/${id}" method="post">
${fields}
${bodyFields.length > 0 ? renderTextarea({ name: 'body', label: 'Body, as JSON', value: values.body, required: true, rows: 6, maxLength: BODY_MAX, error: errors.body }) : ''}
${key === 'none' ? '' : renderInput({ name: 'key', label: 'API key', value: values.key, required: key === 'needed', hint: 'It is sent with this request and not kept.', error: errors.key, attributes: { maxlength: 200, spellcheck: 'false' } })}
<p><button type="submit">Send the request</button></p>
</form>
<p><a href="/docs/endpoints/${id}">What each field means</a> · <a href="/docs/try">Another endpoint</a></p>`;
  return renderGuide(
    {
      address: `/docs/try/${id}`,
      title: `Try: ${summary}`,
      description: `Send ${method} ${path} from a form and see the answer.`,
      body,
      ...(tried ? { robots: 'noindex' as const } : {}),
    },
    context,
  );
}

export const BODY_MAX = 60_000;

function renderParameter(parameter: Parameter, value: string, error: string | undefined): Html {
  const { name, text, required, values } = parameter;
  const shared = { name, label: name, value, required, hint: `Accepted: ${text}`, error };
  if (values.length === 0) return renderInput({ ...shared, attributes: { maxlength: 8_192 } });
  const choices = [
    { value: '', label: 'not given' },
    ...values.map((each) => ({ value: each, label: each })),
  ];
  return renderSelect({ ...shared, choices });
}

function renderAnswer(
  { operation, values }: TryForm,
  { path, keyed, answer }: NonNullable<TryForm['tried']>,
  { baseUrl }: GuideContext,
): Html {
  const { method, bodyFields } = operation;
  const body = bodyFields.length > 0 ? (values.body ?? '') : null;
  const headers = answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return html`<section class="answer" id="answer" aria-label="Answer"><h2>Answer ${answer.status}</h2>
${renderCode(headers)}
${renderCode(answer.body)}
<p>The same request in a terminal:</p>
${renderCode(commandOf({ method, path, keyed, body }, baseUrl))}</section>`;
}
