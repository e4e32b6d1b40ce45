import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  chosenLanguage,
  isTranslated,
  languageOf,
  rememberLanguage,
} from '../../../http/input/choose-language.ts';
import { localPath } from '../../../lib/address/local-path.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language, parseLanguage } from '../../../lib/language/language.ts';
import { inLanguage, isEnglishPage } from '../../../lib/language/language-address.ts';
import { queryOf } from '../forms/forms.ts';
import { EMPTY_HTML, type Html, html } from '../html.ts';
import { FRAME } from './messages.ts';
import { PLACES } from './site-frame.ts';

/**
 * Adds the address that the language switch links to. Each page gets its switch when it is sent ({@link
 * finishPage}), because a cached page does not know its own address. Pages therefore do not need to pass
 * their address.
 */
export function addLanguageSwitch(
  app: FastifyInstance,
  options: { readonly isSecure: boolean; readonly perMinute: number },
): void {
  app.get<{ Params: { language: string } }>(
    '/language/:language',
    {
      schema: { hide: true },
      onRequest: app.rateLimit({ name: 'language', perMinute: options.perMinute }),
    },
    async (request, reply) => {
      const language = parseLanguage(request.params.language) ?? 'en';
      // Accept only a path on this site, so that the language switch cannot redirect to another site.
      const page = localPath(queryOf(request).get('page')) ?? '/';
      return rememberLanguage(reply, language, options.isSecure)
        .code(303)
        .headers({ location: inLanguage(page, language), 'cache-control': 'no-store' })
        .send();
    },
  );
}

/**
 * Returns the page as it is sent for this request: links lead to pages in its language, and the language
 * switch and the language hint are filled in.
 */
export function finishPage(request: FastifyRequest, page: string): string {
  const address = isTranslated(request) ? addressToRead(request) : undefined;
  const language = languageOfPage(page);
  return withLanguage(page, language)
    .replace(HINT, () => (address && wantsHint(request) ? renderHint(address) : EMPTY_HTML).toString())
    .replace(SWITCH, () => (address ? renderSwitch(language, address) : EMPTY_HTML).toString());
}

/**
 * Returns a key for everything except the page that {@link finishPage} depends on. Requests with equal keys
 * get the same page.
 */
export function variantOf(request: FastifyRequest): string {
  const address = isTranslated(request) ? addressToRead(request) : undefined;
  return `${address ? wantsHint(request) : ''} ${address ?? ''}`;
}

/**
 * Returns the language declared in a page. It can differ from the address's language, such as when an error
 * is shown for a page that exists only in English.
 */
export function languageOfPage(page: string): Language {
  return parseLanguage(/^<!doctype html>\s<html lang="(\w+)">/.exec(page)?.[1]) ?? 'en';
}

const HINT = PLACES.hint.toString();
const SWITCH = PLACES.switch.toString();

/**
 * Changes a page's links and forms so that they lead to pages in its language, and labels links to pages that
 * exist only in English. Templates escape equals signs and quotes in text, so any match is an attribute.
 */
function withLanguage(page: string, language: Language): string {
  if (language === 'en') return page;
  return page
    .replace(/<a (?:[\w-]+="[^"]*" )*href="(\/[^"]*)"/g, (whole, address: string) =>
      isEnglishPage(address) ? `${whole} hreflang="en"` : whole,
    )
    .replace(
      / (href|action|formaction)="(\/[^"]*)"/g,
      (_whole, name: string, address: string) => ` ${name}="${inLanguage(address, language)}"`,
    );
}

/** Returns true if the response is a page. */
export function isPage(reply: FastifyReply): boolean {
  const type = reply.getHeader('content-type');
  return typeof type === 'string' && type.startsWith('text/html');
}

/**
 * Returns the address to request the page again. After a form is submitted, this is the page at the form's
 * own address, if there is one.
 */
function addressToRead({ method, url, routeOptions, server }: FastifyRequest): string | undefined {
  if (method === 'GET' || method === 'HEAD') return url;
  return server.answersGet?.(routeOptions.url ?? '') ? url : undefined;
}

function renderSwitch(shown: Language, page: string): Html {
  return renderLink(LANGUAGES.find((language) => language !== shown) ?? 'en', page);
}

function renderLink(language: Language, page: string): Html {
  const address = `/language/${language}?${new URLSearchParams({ page })}`;
  return html`<a class="language" href="${address}" lang="${language}" hreflang="${language}" rel="nofollow">${LANGUAGE_NAMES[language]}</a>`;
}

/**
 * Returns true if the reader prefers Spanish to English and has not chosen a language. Every page shows such
 * a reader the language hint but does not redirect.
 */
function wantsHint(request: FastifyRequest): boolean {
  if (languageOf(request) !== 'en' || chosenLanguage(request) !== undefined) return false;
  return /^\s*es\b/i.test(request.headers['accept-language'] ?? '');
}

function renderHint(page: string): Html {
  return html`<aside class="banner" lang="es" aria-label="${FRAME.es.language}">${FRAME.es.hint} ${renderLink('es', page)}</aside>`;
}
