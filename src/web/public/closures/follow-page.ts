import type { Language } from '../../../lib/language/language.ts';
import { countySlug } from '../../kit/counties/county-slug.ts';
import { renderErrorSummary, renderInput } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html } from '../../kit/html.ts';
import { CLOSURES_ADDRESS, closuresAddress } from './closures-address.ts';
import { FOLLOW } from './follow-messages.ts';

/** Renders the form for the weekly email. If `county` is empty, the email covers the whole state. */
export function renderFollowForm(
  county: string,
  language: Language,
  typed: { readonly email: string; readonly error?: string | undefined } = { email: '' },
): Html {
  const t = FOLLOW[language];
  const { email, error } = typed;
  const field = renderInput({
    name: 'email',
    label: t.email,
    type: 'email',
    value: email,
    autocomplete: 'email',
    required: true,
    error,
    language,
  });
  const slug = county === '' ? '' : countySlug(county);
  return html`<p>${t.how}</p>
<form class="ask" action="${CLOSURES_ADDRESS}/follow" method="post"><input type="hidden" name="county" value="${slug}">
${field}
<p><button type="submit">${t.submit}</button></p></form>`;
}

interface FollowFrame {
  readonly language: Language;
  readonly fictional: boolean | undefined;
}

/** Renders the form again, with an error about the email address that was typed. */
export function renderFollowProblem(
  county: string,
  typed: { readonly email: string; readonly error: string },
  frame: FollowFrame,
): Html {
  const { language } = frame;
  return renderStep(
    FOLLOW[language].heading,
    html`${renderErrorSummary({ email: typed.error }, language)}
${renderFollowForm(county, language, typed)}`,
    frame,
  );
}

/** Renders the result of a step, with a link back to the list. */
export function renderFollowDone(title: string, lead: string, county: string, frame: FollowFrame): Html {
  const back = FOLLOW[frame.language].back;
  return renderStep(
    title,
    html`<p class="lead">${lead}</p>
<p><a href="${closuresAddress(county)}">${back}</a></p>`,
    frame,
  );
}

/**
 * Renders a question with a single button. Email programs open links automatically, so only clicking the
 * button changes anything.
 */
export function renderFollowQuestion(
  step: 'confirm' | 'stop',
  asked: { readonly title: string; readonly lead: string; readonly button: string; readonly token: string },
  frame: FollowFrame,
): Html {
  const { title, lead, button, token } = asked;
  return renderStep(
    title,
    html`<p class="lead">${lead}</p>
<form action="${CLOSURES_ADDRESS}/${step}" method="post"><input type="hidden" name="token" value="${token}"><p class="actions"><button type="submit">${button}</button></p></form>`,
    frame,
  );
}

function renderStep(title: string, body: Html, frame: FollowFrame): Html {
  const main = html`<h1>${title}</h1>
${body}`;
  return renderPage({ title, description: title, robots: 'noindex', main, ...frame });
}
