import type { Language } from '../../../lib/language/language.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { EMPTY_HTML, type Html, html } from '../html.ts';
import { strong } from '../tags.ts';
import { FRAME } from './messages.ts';

/** The header with its menus and the footer, which appear on every page. */

export const SITE = 'Vendor Compliance';

/** The account shown on a page. Operators also get a link to the operators' pages. */
export interface ShownAccount {
  readonly name: string;
  readonly isOperator?: boolean;
}

type FrameText = {
  [Key in keyof (typeof FRAME)['en']]: (typeof FRAME)['en'][Key] extends string ? Key : never;
}[keyof (typeof FRAME)['en']];
type Links = readonly (readonly [href: string, name: FrameText])[];

/** The main menu, which is the same for every reader, signed in or not. */
const NAVIGATION: Links = [
  ['/search', 'search'],
  ['/check', 'check'],
  ['/verify', 'verify'],
  ['/events', 'events'],
  ['/for-organizers', 'forOrganizers'],
  ['/for-vendors', 'forVendors'],
];

const ACCOUNT: Links = [
  ['/organizer', 'yourEvents'],
  ['/home', 'yourBusiness'],
  ['/settings', 'settings'],
];

const OPERATOR: Links = [['/operator', 'operator']];

const FOOTER: readonly (readonly [title: FrameText, links: Links])[] = [
  [
    'records',
    [
      ['/methodology', 'method'],
      ['/proof', 'proof'],
      ['/coverage', 'coverage'],
      ['/florida', 'statistics'],
      ['/florida/closures', 'closures'],
      ['/data', 'dataFiles'],
    ],
  ],
  [
    'programs',
    [
      ['/docs', 'api'],
      ['/openapi.json', 'openapi'],
    ],
  ],
  [
    'service',
    [
      ['/contact', 'contact'],
      ['/privacy', 'privacy'],
      ['/terms', 'terms'],
      ['/accessibility', 'accessibility'],
    ],
  ],
];

/**
 * Placeholders that are filled in when a page is sent (`frame-service.ts`). Cached pages contain nothing that
 * depends on the date, the reader or the settings.
 */
export const PLACES = {
  /** Notices at the top of the page. */
  notices: html`<!--notices-->`,
  /** The demo notice, for pages that do not know whether the records are fictional. */
  demo: html`<!--demo-->`,
  account: html`<!--account-->`,
  /** The style sheet link. The style sheet's address changes with its content. */
  styles: html`<!--styles-->`,
  /** Script tags for elements on the page, if it has any that need a script. */
  scripts: html`<!--scripts-->`,
  service: html`<!--service-->`,
  /** The language hint, and the links to the other language. */
  hint: html`<!--language-hint-->`,
  switch: html`<!--language-switch-->`,
} as const;

const MARK = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="6" fill="currentColor" opacity=".16"/><path d="M8 17l6 6 11-13" fill="none" stroke="currentColor" stroke-width="4"/></svg>`;

/**
 * Renders the header. `current` is the page's address in the menu. The menu opens without a script and is
 * always open in a wide window.
 */
export function renderHeader(
  current: string | undefined,
  account: ShownAccount | undefined,
  language: Language,
): Html {
  const t = FRAME[language];
  const signIn = html`${PLACES.account}<ul class="sign-in"><li><a href="/sign-in">${t.signIn}</a></li></ul>${PLACES.account}`;
  return html`<header class="site-head"><div class="inner"><a class="brand" href="/">${MARK}${SITE}</a>
<details class="menu"><summary>${t.menu}</summary><div class="menu-body">
<nav class="main-menu" aria-label="${t.navigation}">${renderLinks(NAVIGATION, language, current)}${account ? EMPTY_HTML : signIn}${PLACES.switch}</nav>
${account ? renderAccountMenu(account, language, current) : EMPTY_HTML}</div></details></div></header>`;
}

export function renderAccountMenu(
  { name, isOperator }: ShownAccount,
  language: Language,
  current?: string,
): Html {
  const t = FRAME[language];
  const links = renderLinks(isOperator ? [...ACCOUNT, ...OPERATOR] : ACCOUNT, language, current);
  return html`<nav class="account" aria-label="${t.account}"><p class="account-name">${name}</p>${links}<form action="/sign-out" method="post"><button class="plain" type="submit">${t.signOut}</button></form></nav>`;
}

function renderLinks(links: Links, language: Language, current?: string): Html {
  const items = links.map(
    ([href, name]) =>
      html`<li><a href="${href}"${href === current ? html` aria-current="page"` : ''}>${FRAME[language][name]}</a></li>`,
  );
  return html`<ul>${items}</ul>`;
}

export function renderFooter(language: Language): Html {
  const t = FRAME[language];
  const columns = FOOTER.map(
    ([title, links]) => html`<div><h2>${t[title]}</h2>${renderLinks(links, language)}</div>`,
  );
  return html`<footer class="site-foot"><div class="inner"><nav class="foot-links" aria-label="${t.footer}">${columns}</nav>
<p>${t.independent({ regulator: REGULATOR.name })}</p>
<p>${PLACES.service}${t.license}</p></div></footer>`;
}

/** Renders the operator's name and this installation's version. */
export function renderService(
  { operatorName, version }: { readonly operatorName: string; readonly version: string },
  language: Language,
): Html {
  const t = FRAME[language];
  return html`${operatorName === '' ? '' : `${t.runBy({ name: operatorName })} `}${t.version({ version })} `;
}

export function renderStyleLink(address: string): Html {
  return html`<link rel="stylesheet" href="${address}">`;
}

export function renderDemoBanner(language: Language): Html {
  const t = FRAME[language];
  return html`<aside class="banner" aria-label="${t.notice}">${t.demo({ strong })}</aside>`;
}
