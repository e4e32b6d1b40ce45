import type { Language } from '../../../lib/language/language.ts';
import { STOP_ADDRESS } from '../../../owner/expiry/mail-texts.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html } from '../../kit/html.ts';
import { linkTo } from '../../kit/tags.ts';
import { STOP_REMINDERS } from './messages.ts';

interface StopFrame {
  readonly language: Language;
  readonly fictional: boolean | undefined;
}

/**
 * Renders a question with one button. Email programs open links automatically, so only the button changes
 * anything.
 */
export function renderStopQuestion(token: string, frame: StopFrame): Html {
  const t = STOP_REMINDERS[frame.language];
  return renderStep(
    t.title,
    html`<p class="lead">${t.lead}</p>
<form action="${STOP_ADDRESS}" method="post"><input type="hidden" name="token" value="${token}"><p class="actions"><button type="submit">${t.button}</button></p></form>`,
    frame,
  );
}

/** Renders the page that confirms that the reminders are off. */
export function renderStopped(frame: StopFrame): Html {
  const t = STOP_REMINDERS[frame.language];
  return renderStep(
    t.done,
    html`<p class="lead">${t.doneLead({ settings: linkTo('/settings#reminders') })}</p>`,
    frame,
  );
}

function renderStep(title: string, body: Html, frame: StopFrame): Html {
  const main = html`<h1>${title}</h1>
${body}`;
  return renderPage({ title, description: title, robots: 'noindex', main, ...frame });
}
