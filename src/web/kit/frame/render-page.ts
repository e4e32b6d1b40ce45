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
 * Allows only this site's own style sheet, fonts, images and forms. No script is allowed, so only tools can
 * make connections.
 */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Headers of a page with one of this site's scripts. The page works without the script. */
export const SCRIPTED_PAGE_HEADERS = {
  'content-security-policy': `${PAGE_HEADERS['content-security-policy']}; script-src 'self'`,
} as const;

interface PageOptions {
  readonly title: string;
  readonly description: string;
  /** The page's language, if it exists in every language. Its route then has the config `TRANSLATED`. */
  readonly language?: Language;
  /** True if the records shown are fictional; undefined before the first publication, or if it was not looked up. */
  readonly fictional: boolean | undefined;
  /** The canonical URL of a public page, for search engines and sharing. */
  readonly canonical?: string;
  /** The URL of a preview image for sharing. */
  readonly image?: string;
  /** The URL of the page's oEmbed description. */
  readonly oembed?: string;
  /** The address of the feed with the same content. */
  readonly feed?: string;
  /** Keeps the page out of search engines. Pages of a signed-in account are excluded anyway. */
  readonly robots?: 'noindex';
  /** The page's address in the menu. */
  readonly current?: string;
  /** The signed-in account, on pages that only it may see. On other pages it is added when they are sent. */
  readonly account?: ShownAccount | undefined;
  readonly main: Html;
}

/** Renders the frame that all pages share. If the data is fictional, every page says so at the top. */
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
<main id="main">
${main}
</main>
${renderFooter(language)}
</body>
</html>
`;
}

/** The main text font, which is preloaded in parallel with the style sheet. */
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

/** Lists the page in every language for search engines. The default for any other language is English. */
function renderAlternates({ canonical, language }: PageOptions): Html {
  if (!canonical || !language) return EMPTY_HTML;
  const links = [...LANGUAGES.map((each) => [each, each] as const), ['x-default', 'en'] as const].map(
    ([name, each]) => html`
<link rel="alternate" hreflang="${name}" href="${addressIn(canonical, each)}">`,
  );
  return joinHtml(links, '');
}

/** Returns the URL in another language. */
function addressIn(full: string, language: Language): string {
  const { origin, pathname, search } = new URL(full);
  const local = inLanguage(`${pathname}${search}`, language);
  return local === '/' && !full.endsWith('/') ? origin : `${origin}${local}`;
}
