import type { Language } from '../../../lib/language/language.ts';
import { LANGUAGES } from '../../../lib/language/language.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../html.ts';
import { FRAME } from './messages.ts';
import {
  PLACES,
  renderDemoBanner,
  renderFooter,
  renderHeader,
  type ShownAccount,
  SITE,
} from './site-frame.ts';

/**
 * Allows only this site's own style sheet, fonts, images and forms. Scripts are not allowed, so only external
 * tools can open connections from a page.
 */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Headers for a page with one of this site's scripts. The page also works without the script. */
export const SCRIPTED_PAGE_HEADERS = {
  'content-security-policy': `${PAGE_HEADERS['content-security-policy']}; script-src 'self'`,
} as const;

interface PageOptions {
  readonly title: string;
  readonly description: string;
  /**
   * The page's language, if the page exists in every language. The page's route must then have the config
   * `TRANSLATED`.
   */
  readonly language?: Language;
  /**
   * True if the records shown are fictional. Undefined before the first publication, or if the page did not
   * look this up.
   */
  readonly fictional: boolean | undefined;
  /** The canonical URL of a public page, for search engines and sharing. */
  readonly canonical?: string;
  /** The URL of a preview image for sharing. */
  readonly image?: string;
  /** The URL of the page's oEmbed description. */
  readonly oembed?: string;
  /** The address of the feed with the same content. */
  readonly feed?: string;
  /** Keeps the page out of search engines. Signed-in pages are always excluded. */
  readonly robots?: 'noindex';
  /** The page's address in the menu. */
  readonly current?: string;
  /**
   * The signed-in account, on pages that only this account may see. Other pages get the account when they are
   * sent.
   */
  readonly account?: ShownAccount | undefined;
  readonly main: Html;
}

/** Renders the frame shared by all pages. If the data is fictional, every page says so at the top. */
export function renderPage(options: PageOptions): Html {
  const { title, description, fictional, current, account, main, language = 'en' } = options;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${title === SITE ? '' : ` · ${SITE}`}</title>
<meta name="description" content="${description}">${renderHeadMatter(options)}
<link rel="preload" href="${TEXT_FONT}" as="font" type="font/woff2" crossorigin>
${PLACES.styles}${PLACES.scripts}
<link rel="icon" type="image/svg+xml" href="/assets/icon.svg">
</head>
<body>
<a class="skip" href="#main">${FRAME[language].skip}</a>${PLACES.hint}
${fictional === undefined ? PLACES.demo : fictional ? renderDemoBanner(language) : EMPTY_HTML}
${PLACES.notices}
${renderHeader(current, account, language)}
<main id="main"${account === undefined ? '' : html` class="own"`}>
${main}
</main>
${renderFooter(language)}
</body>
</html>
`;
}

/** The main text font. Browsers preload it in parallel with the style sheet. */
export const TEXT_FONT = '/assets/fonts/public-sans-5.3.0-latin.woff2';

function renderHeadMatter(options: PageOptions): Html {
  const { title, description, canonical, image, oembed, feed, account, robots, language = 'en' } = options;
  const address = canonical && addressIn(canonical, language);
  const shared = address
    ? html`
<link rel="canonical" href="${address}">${renderAlternates(options)}
<meta property="og:site_name" content="${SITE}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address}">${image ? html`\n<meta property="og:image" content="${image}">\n<meta name="twitter:card" content="summary_large_image">` : ''}${oembed ? html`\n<link rel="alternate" type="application/json+oembed" href="${oembed}" title="${title}">` : ''}`
    : EMPTY_HTML;
  const followed = feed
    ? html`${shared}\n<link rel="alternate" type="application/rss+xml" href="${feed}" title="${title}">`
    : shared;
  return robots || account ? html`${followed}\n<meta name="robots" content="noindex">` : followed;
}

/**
 * Lists the page in every language for search engines. Readers of any other language get the English page.
 */
function renderAlternates({ canonical, language }: PageOptions): Html {
  if (!canonical || !language) return EMPTY_HTML;
  const links = [...LANGUAGES.map((each) => [each, each] as const), ['x-default', 'en'] as const].map(
    ([name, each]) => html`
<link rel="alternate" hreflang="${name}" href="${addressIn(canonical, each)}">`,
  );
  return joinHtml(links, '');
}

/** Returns the page's URL in another language. */
function addressIn(full: string, language: Language): string {
  const { origin, pathname, search } = new URL(full);
  const local = inLanguage(`${pathname}${search}`, language);
  return local === '/' && !full.endsWith('/') ? origin : `${origin}${local}`;
}
