import { type Html, html } from '../kit/html.ts';
import { withNext } from '../kit/session.ts';
import { type AccountPageFrame, renderAccountPage } from './account-page.ts';

/** Shown after too many wrong passwords: how long to wait, and the way in that needs no waiting. */

/** A wait in words, rounded up: "30 seconds", "2 minutes", "an hour", "5 hours". */
function waitInWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}

/** For a form that asks for the password of somebody who is signed in, or behind a link. */
export function waitText(seconds: number): string {
  return `A wrong password was typed several times here. Try again in ${waitInWords(seconds)}.`;
}

/** The same for every address, whether or not it has an account. */
export function renderWait(
  frame: AccountPageFrame,
  state: {
    readonly seconds: number;
    readonly because: 'place' | 'address';
    readonly next: string | undefined;
  },
): Html {
  const { seconds, because, next } = state;
  const wait = waitInWords(seconds);
  const reason =
    because === 'place'
      ? html`There were several failed sign-ins for this address from your network or browser. You can try again in <strong>${wait}</strong>.`
      : html`There were too many failed sign-ins for this address. For the next <strong>${wait}</strong> it takes sign-ins only from browsers in which somebody has signed in to the account before.`;
  const content = html`<p class="lead">${reason}</p>
<p>You need not wait: <a href="${withNext('/forgot-password', next)}">choose a new password</a>. If the address has an account, we mail it a link, and in the browser in which you open that you can sign in at once.</p>
<p class="small"><a href="${withNext('/sign-in', next)}">Sign in</a></p>`;
  return renderAccountPage(frame, { title: 'Please wait before you try again', content });
}
