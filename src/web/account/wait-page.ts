import type { Language } from '../../lib/language/language.ts';
import { withNext } from '../kit/frame/session.ts';
import { type Html, html } from '../kit/html.ts';
import { linkTo, strong } from '../kit/tags.ts';
import { type AccountPageFrame, renderAccountPage } from './account-page.ts';
import { ACCOUNT, WAIT } from './messages.ts';

/**
 * The page shown after too many wrong passwords. It says how long to wait and how to sign in without waiting.
 */

/** Returns a wait in words, rounded up: "30 seconds", "2 minutes", "an hour", "5 hours". */
function waitInWords(seconds: number, language: Language): string {
  const t = WAIT[language];
  if (seconds < 60) return t.seconds({ count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? t.minutes({ count: minutes }) : t.hours({ count: Math.ceil(minutes / 60) });
}

/**
 * Returns the wait message for forms that ask for a password, either on a signed-in page or on a page that an
 * email link opens.
 */
export function waitText(seconds: number, language: Language): string {
  return WAIT[language].form({ wait: waitInWords(seconds, language) });
}

/**
 * Renders the page that says how long to wait. It is the same for every email address, with or without an
 * account.
 */
export function renderWait(
  frame: AccountPageFrame,
  state: {
    readonly seconds: number;
    readonly because: 'place' | 'address';
    readonly next: string | undefined;
  },
): Html {
  const { seconds, because, next } = state;
  const t = WAIT[frame.language];
  const wait = waitInWords(seconds, frame.language);
  const content = html`<p class="lead">${t[because]({ strong, wait })}</p>
<p>${t.instead({ choose: linkTo(withNext('/forgot-password', next)) })}</p>
<p class="small"><a href="${withNext('/sign-in', next)}">${ACCOUNT[frame.language].signIn}</a></p>`;
  return renderAccountPage(frame, { title: t.title, content });
}
