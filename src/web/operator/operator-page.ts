import type { FieldErrors } from '../../lib/field-errors.ts';
import { renderErrorSummary } from '../kit/forms/fields.ts';
import { renderPage } from '../kit/frame/render-page.ts';
import type { SignedInFrame } from '../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../kit/html.ts';

/** Renders a page for operators with the menu, the confirmation or the errors, and the content. */
export function renderOperatorPage(
  { account, fictional }: SignedInFrame,
  page: {
    readonly title: string;
    /** Shown above the heading; defaults to a link to the operators' home page. */
    readonly kicker?: Html;
    readonly notice?: string | undefined;
    readonly errors?: FieldErrors;
    readonly content: Html;
  },
): Html {
  const { title, kicker = html`<a href="/operator">Operator</a>`, notice, errors = {}, content } = page;
  const isWrong = Object.keys(errors).length > 0;
  return renderPage({
    title: isWrong ? `Error: ${title}` : title,
    description: 'For the operator of this service.',
    current: '/operator',
    account,
    fictional,
    main: html`<p class="kicker no-print">${kicker}</p>
<h1>${title}</h1>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors)}
${content}`,
  });
}
