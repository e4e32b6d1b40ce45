import type { Language } from '../../../lib/language/language.ts';
import type { Topic } from '../../../watch/follows/topic.ts';
import { renderErrorSummary } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { FOLLOW_ADDRESS, topicAddress } from './follow-address.ts';
import { renderClosuresForm, renderVendorForm, type TypedAddress } from './follow-form.ts';
import { FOLLOW } from './messages.ts';

export interface FollowFrame {
  readonly language: Language;
  readonly fictional: boolean | undefined;
}

/** Renders the form again, with an error about the email address that was typed. */
export function renderFollowProblem(
  topic: Topic,
  typed: TypedAddress & { readonly error: string },
  frame: FollowFrame,
): Html {
  const { language } = frame;
  const t = FOLLOW[language];
  const form =
    topic.kind === 'closures'
      ? renderClosuresForm(topic.county, language, typed)
      : renderVendorForm(topic.vendor.id, language, typed);
  return renderStep(
    topic.kind === 'closures' ? t.closures : t.vendor,
    html`${renderErrorSummary({ email: typed.error }, language)}
${form}`,
    frame,
  );
}

/** Renders the result of a step with a link back. There is none if the topic has no page any more. */
export function renderFollowDone(title: string, lead: string, topic: Topic | undefined, frame: FollowFrame) {
  return renderStep(title, html`<p class="lead">${lead}</p>${renderBack(topic, frame.language)}`, frame);
}

function renderBack(topic: Topic | undefined, language: Language): Html {
  const t = FOLLOW[language];
  if (topic === undefined) return html`\n<p><a href="/check">${t.home}</a></p>`;
  if (topic.kind === 'vendor' && topic.vendor.name === null) return EMPTY_HTML;
  const back = topic.kind === 'closures' ? t.closuresBack : t.vendorBack;
  return html`\n<p><a href="${topicAddress(topic)}">${back}</a></p>`;
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
<form action="${FOLLOW_ADDRESS}/${step}" method="post"><input type="hidden" name="token" value="${token}"><p class="actions"><button type="submit">${button}</button></p></form>`,
    frame,
  );
}

function renderStep(title: string, body: Html, frame: FollowFrame): Html {
  const main = html`<h1>${title}</h1>
${body}`;
  return renderPage({ title, description: title, robots: 'noindex', main, ...frame });
}
