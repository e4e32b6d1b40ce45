import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../lib/language/language.ts';
import { parseLanguage } from '../../lib/language/language.ts';
import { inLanguage, splitLanguage } from '../../lib/language/language-address.ts';
import { cutText } from '../../lib/text/cut-text.ts';
import { AppError } from '../errors/errors.ts';

/**
 * One route serves a page in every language: `/es/check` is routed as `/check`, and `languageOf` returns the
 * requested language. If the user chose Spanish, an address without a language prefix redirects to the
 * Spanish page.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns true if a route's page exists in every language. The route is written as it was added, such as
     * `/vendor/:id`.
     */
    isTranslatedAt?(route: string): boolean;
  }
  interface FastifyContextConfig {
    /** True if the page exists in every language. */
    readonly isTranslated?: boolean;
  }
}

/** The `config` of a route whose page exists in every language. */
export const TRANSLATED = { isTranslated: true } as const;

const COOKIE = 'language';
const COOKIE_SECONDS = 365 * 86_400;

/** Returns a request's address without the language prefix; passed to Fastify as `rewriteUrl`. */
export function withoutLanguage({ url = '/' }: { readonly url?: string | undefined }): string {
  return splitLanguage(url).url;
}

/** Returns the language of the response: the language in the address, or English if only that exists. */
export function languageOf(request: FastifyRequest): Language {
  return isTranslated(request) ? languageAskedOf(request) : 'en';
}

/**
 * Returns the language in the address, even if the page does not exist in that language. Error pages exist in
 * every language.
 */
export function languageAskedOf({ originalUrl }: FastifyRequest): Language {
  return splitLanguage(originalUrl).language;
}

/** Returns true if the page at this address exists in every language. */
export function isTranslated({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.isTranslated === true;
}

/** Returns the language chosen in this browser; undefined if none was chosen. */
export function chosenLanguage({ headers }: FastifyRequest): Language | undefined {
  const pair = headers.cookie?.split(';').find((each) => each.trim().startsWith(`${COOKIE}=`));
  return parseLanguage(pair?.trim().slice(COOKIE.length + 1));
}

/**
 * Stores the chosen language in a cookie for a year. The cookie contains only the language, and no script or
 * form depends on it.
 */
export function rememberLanguage(reply: FastifyReply, language: Language, isSecure: boolean): FastifyReply {
  const secure = isSecure ? '; Secure' : '';
  return reply.header(
    'set-cookie',
    `${COOKIE}=${language}; Max-Age=${COOKIE_SECONDS}; Path=/; HttpOnly${secure}; SameSite=Lax`,
  );
}

/**
 * Redirects to the address without the language prefix if the page exists only in English, and to the address
 * with the prefix if the user chose that language.
 */
export function addLanguages(app: FastifyInstance): void {
  const translated = new Set<string>();
  app.decorate('isTranslatedAt', (route) => translated.has(route));
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.isTranslated) translated.add(url);
  });
  // Not async: most requests come from programs, and an async hook would make each of them wait for a
  // promise.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) return done();
    const asked = languageAskedOf(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isTranslated(request)) {
      if (asked === 'en') return done();
      // A form on a Spanish page may be sent to an address that exists only in English, because the response
      // is a redirect.
      if (!isRead && inLanguage(request.url, asked) !== request.url) return done();
      // Addresses for programs never have a language prefix.
      if (!isRead || request.url.startsWith('//'))
        return done(new AppError('not_found', `There is nothing at ${cutText(request.originalUrl)}.`));
      return leadTo(reply, request.url);
    }
    if (asked !== 'en') return done();
    reply.header('vary', 'Cookie, Accept-Language');
    const address = inLanguage(request.url, chosenLanguage(request) ?? 'en');
    if (isRead && address !== request.url) return leadTo(reply, address);
    done();
  });
}

function leadTo(reply: FastifyReply, location: string): void {
  reply.code(302).headers({ location, 'cache-control': 'no-store' }).send();
}
