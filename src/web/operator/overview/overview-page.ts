import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderOperatorPage } from '../operator-page.ts';

const PAGES: readonly (readonly [address: string, name: string])[] = [
  ['/operator/claims', 'Claims'],
  ['/operator/replies', 'Replies'],
  ['/operator/disputes', 'Disputes'],
  ['/operator/outcomes', 'Contested outcomes'],
  ['/operator/daily', 'Daily report'],
  ['/operator/imports', 'Imports'],
  ['/operator/mail', 'Mail'],
  ['/operator/subscriptions', 'Subscriptions'],
  ['/operator/log', 'Log'],
];

/** Renders a page of the overview, with links to the other overview pages above it. */
export function renderInFrame(
  frame: SignedInFrame,
  page: {
    readonly title: string;
    /** The address of the section that the page belongs to. */
    readonly part: string;
    readonly notice?: string | undefined;
    readonly content: Html;
  },
): Html {
  const { title, part, notice, content } = page;
  const links = PAGES.map(
    ([address, name]) =>
      html`<a href="${address}" ${address === part ? html`aria-current="true"` : ''}>${name}</a>`,
  );
  const kicker = html`<a href="/operator">Operator</a> · ${joinHtml(links, ' · ')}`;
  return renderOperatorPage(frame, { title, kicker, notice, content });
}
