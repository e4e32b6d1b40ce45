import type { LogEntry } from '../../operators/access/service.ts';
import type { SignedInFrame } from '../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../kit/html.ts';
import { type PageOf, plainAddress, rangeText, renderPlace } from '../kit/paging.ts';
import { renderMoment } from '../kit/render-dates.ts';
import { renderOperatorPage } from './operator-page.ts';

/** A part of the operators' pages, with the number of waiting entries; null if there is nothing to count. */
interface CountedSection {
  readonly title: string;
  readonly href: string;
  readonly count: number | null;
  readonly counted?: string;
}

/** Renders the operators' first page. */
export function renderFirstPage(frame: SignedInFrame, sections: readonly CountedSection[]): Html {
  const rows = sections.map(
    ({ title, href, count, counted = 'waiting' }) =>
      html`<tr><th scope="row"><a href="${href}">${title}</a></th><td>${count === null ? '' : `${count === 0 ? 'none' : count} ${counted}`}</td></tr>`,
  );
  const content = html`<div class="wide"><table class="list"><caption class="visually-hidden">What there is to do</caption>
<thead><tr><th scope="col">Part</th><th scope="col">Now</th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`;
  return renderOperatorPage(frame, {
    title: 'Operator',
    kicker: html`For the operator of this service`,
    content,
  });
}

/** Renders one page of the operators' actions, newest first. */
export function renderLog(frame: SignedInFrame, entries: readonly LogEntry[], list: PageOf): Html {
  const rows = entries.map(
    ({ at, account_id, email, action, subject, detail }) =>
      html`<tr><td>${renderMoment(at)}</td><td>${email ?? account_id}</td><td>${action}</td>
<td>${action.startsWith('claim.') ? html`<a class="code" href="/operator/claims/${subject}">${subject}</a>` : html`<span class="code">${subject}</span>`}</td><td>${detail}</td></tr>`,
  );
  const content =
    list.total === 0
      ? html`<p>Nothing yet.</p>`
      : html`<div class="wide"><table class="list"><caption>What operators did, newest first: ${rangeText(list)}</caption>
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">To what</th><th scope="col">Note</th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>
${renderPlace(list, plainAddress('/operator/log'))}
<p class="small">“cli” is the command line.</p>`;
  return renderOperatorPage(frame, { title: 'Log', content });
}
