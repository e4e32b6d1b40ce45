import { type Html, html } from './html.ts';

/** What stands for the tags of a message: `t.lead({ strong, check: linkTo('/check') })`. */
type Inside = readonly (string | Html)[];

export const strong = (inside: Inside): Html => html`<strong>${inside}</strong>`;
export const code = (inside: Inside): Html => html`<span class="code">${inside}</span>`;

/** A tag that links to an address; one on this site is written without a language, as in any template. */
export const linkTo =
  (address: string) =>
  (inside: Inside): Html =>
    html`<a href="${address}">${inside}</a>`;

/** The regulator's own words in a page of another language: screen readers read them as English. */
export const quoted = (words: string): Html => html`<span lang="en">“${words}”</span>`;
