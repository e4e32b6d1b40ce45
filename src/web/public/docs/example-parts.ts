import { type Html, html } from '../../kit/html.ts';
import type { DocsExample } from './examples.ts';
import { renderCode } from './guide.ts';

/**
 * The placeholder for an API key in a command. While the records are fictional, commands use the demo's own
 * key instead.
 */
export const KEY_VARIABLE = '$API_KEY';

/** Returns the curl command that sends a request. */
export function commandOf(
  example: Pick<DocsExample, 'method' | 'path' | 'keyed' | 'body'>,
  baseUrl: string,
): string {
  const { method, path, keyed, body } = example;
  // curl sends a request with a body as a POST by default.
  const isPlain = method === (body === null ? 'GET' : 'POST');
  const parts = [
    ...(isPlain ? [] : [`-X ${method}`]),
    ...(keyed ? [`-H "Authorization: Bearer ${KEY_VARIABLE}"`] : []),
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quote(body)}`]),
    quote(`${baseUrl}${path}`),
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}

/** Quotes text for the shell. Uses double quotes if the text contains a variable. */
function quote(text: string): string {
  return /\$[A-Z]/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : `'${text}'`;
}

/** Renders a recorded request and its response. */
export function renderExample(example: DocsExample, baseUrl: string): Html {
  const { title, status, type, answer } = example;
  return html`<h3>${title}</h3>
${renderCode(commandOf(example, baseUrl))}
<p class="answer-head">Answer <strong>${status}</strong>, <code>${type}</code></p>
${renderCode(answer)}`;
}
