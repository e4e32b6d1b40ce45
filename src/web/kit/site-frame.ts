import { REGULATOR } from '../../registry/sources/regulator.ts';
import { EMPTY_HTML, type Html, html } from './html.ts';

/** What stands around every page: the header with its menus, and the footer. */

export const SITE = 'Vendor Compliance';

/** Who is signed in; an operator is shown the way to the operators' pages. */
export interface ShownAccount {
  readonly name: string;
  readonly isOperator?: boolean;
}

type Links = readonly (readonly [href: string, name: string])[];

/** The same for everybody, signed in or not. */
const NAVIGATION: Links = [
  ['/search', 'Search'],
  ['/check', 'Check'],
  ['/verify', 'Verify'],
  ['/events', 'Events'],
  ['/for-organizers', 'For organizers'],
  ['/for-vendors', 'For vendors'],
];

const ACCOUNT: Links = [
  ['/organizer', 'Your events'],
  ['/settings/licenses', 'Your licenses'],
  ['/settings', 'Settings'],
];

const OPERATOR: Links = [['/operator', 'Operator']];

const FOOTER: readonly (readonly [title: string, links: Links])[] = [
  [
    'The records',
    [
      ['/methodology', 'Method'],
      ['/coverage', 'What the files cover'],
      ['/florida', 'Statistics'],
    ],
  ],
  [
    'For programs',
    [
      ['/docs', 'API'],
      ['/openapi.json', 'OpenAPI document'],
    ],
  ],
  [
    'This service',
    [
      ['/contact', 'Contact'],
      ['/privacy', 'Privacy'],
      ['/terms', 'Terms'],
      ['/accessibility', 'Accessibility'],
    ],
  ],
];

/**
 * Places that are filled as a page is sent (`frame-service.ts`): what follows the clock, the reader or the settings is in no page
 * that is kept.
 */
export const PLACES = {
  /** Notices at the head of the page. */
  notices: html`<!--notices-->`,
  /** Where a page does not know by itself whether the records are fictional. */
  demo: html`<!--demo-->`,
  account: html`<!--account-->`,
  service: html`<!--service-->`,
} as const;

const MARK = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="6" fill="currentColor" opacity=".16"/><path d="M8 17l6 6 11-13" fill="none" stroke="currentColor" stroke-width="4"/></svg>`;

/** `current` is the address of a menu that the page is. The menu opens without script; a wide window shows it anyway. */
export function renderHeader(current: string | undefined, account: ShownAccount | undefined): Html {
  return html`<header class="site-head"><div class="inner"><a class="brand" href="/">${MARK}${SITE}</a>
<details class="menu"><summary>Menu</summary><div class="menu-body">
<nav class="main-menu" aria-label="Main">${renderLinks(NAVIGATION, current)}${account ? EMPTY_HTML : html`${PLACES.account}${SIGN_IN}${PLACES.account}`}</nav>
${account ? renderAccountMenu(account, current) : EMPTY_HTML}</div></details></div></header>`;
}

const SIGN_IN = html`<ul class="sign-in"><li><a href="/sign-in">Sign in</a></li></ul>`;

export function renderAccountMenu({ name, isOperator }: ShownAccount, current?: string): Html {
  return html`<nav class="account" aria-label="Account"><p class="account-name">${name}</p>${renderLinks(isOperator ? [...ACCOUNT, ...OPERATOR] : ACCOUNT, current)}<form action="/sign-out" method="post"><button class="plain" type="submit">Sign out</button></form></nav>`;
}

function renderLinks(links: Links, current: string | undefined): Html {
  const items = links.map(
    ([href, name]) =>
      html`<li><a href="${href}"${href === current ? html` aria-current="page"` : ''}>${name}</a></li>`,
  );
  return html`<ul>${items}</ul>`;
}

export function renderFooter(): Html {
  const columns = FOOTER.map(
    ([title, links]) => html`<div><h2>${title}</h2>${renderLinks(links, undefined)}</div>`,
  );
  return html`<footer class="site-foot"><div class="inner"><nav class="foot-links" aria-label="Footer">${columns}</nav>
<p>Independent reading of public records of the ${REGULATOR.name}, which grades nobody. Each inspection is a snapshot of one day.</p>
<p>${PLACES.service}Open source under the Apache License 2.0.</p></div></footer>`;
}

export const DEMO_BANNER = html`<aside class="banner" aria-label="Notice"><strong>Demo data.</strong> Every business on this site is fictional.</aside>`;
