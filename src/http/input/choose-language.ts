import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../lib/language/language.ts';
import { parseLanguage } from '../../lib/language/language.ts';
import { inLanguage, splitLanguage } from '../../lib/language/language-address.ts';
import { cutText } from '../../lib/text/cut-text.ts';
import { AppError } from '../errors/errors.ts';

/**
 * One route serves a page in every language: `/es/check` is routed as `/check`, and `languageOf` says how it was asked for.
 * A browser that chose Spanish is led from an address without a language to the Spanish one.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the page of a route, named as it was added (`/vendor/:id`), exists in every language. */
    isTranslatedAt?(route: string): boolean;
  }
  interface FastifyContextConfig {
    /** Whether the page exists in every language. */
    readonly isTranslated?: boolean;
  }
}

/** The `config` of a route whose page exists in every language. */
export const TRANSLATED = { isTranslated: true } as const;

const COOKIE = 'language';
const COOKIE_SECONDS = 365 * 86_400;

/** The address that a request is routed by, for `rewriteUrl`. */
export function withoutLanguage({ url = '/' }: { readonly url?: string | undefined }): string {
  return splitLanguage(url).url;
}

/** The language that a request is answered in: what its address says, where the page exists in it. */
export function languageOf(request: FastifyRequest): Language {
  return isTranslated(request) ? languageAskedOf(request) : 'en';
}

/** What the address says, also where no page is: for an error, which has words in every language. */
export function languageAskedOf({ originalUrl }: FastifyRequest): Language {
  return splitLanguage(originalUrl).language;
}

/** Whether the page at this address exists in every language. */
export function isTranslated({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.isTranslated === true;
}

/** The language that this browser chose; undefined when it never did. */
export function chosenLanguage({ headers }: FastifyRequest): Language | undefined {
  const pair = headers.cookie?.split(';').find((each) => each.trim().startsWith(`${COOKIE}=`));
  return parseLanguage(pair?.trim().slice(COOKIE.length + 1));
}

/** Remembers a choice for a year. It says nothing about whoever made it, so no script needs it and no form depends on it. */
export function rememberLanguage(reply: FastifyReply, language: Language, isSecure: boolean): FastifyReply {
  const secure = isSecure ? '; Secure' : '';
  return reply.header(
    'set-cookie',
    `${COOKIE}=${language}; Max-Age=${COOKIE_SECONDS}; Path=/; HttpOnly${secure}; SameSite=Lax`,
  );
}

/** Leads to the address that fits: away from a prefix where there is English only, to the prefix whoever chose it. */
export function addLanguages(app: FastifyInstance): void {
  const translated = new Set<string>();
  app.decorate('isTranslatedAt', (route) => translated.has(route));
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.isTranslated) translated.add(url);
  });
  // Not an async function: most requests are a program's, and each would wait for a promise.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) return done();
    const asked = languageAskedOf(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isTranslated(request)) {
      if (asked === 'en') return done();
      // A form of a Spanish page, of which there is English only: its answer leads on.
      if (!isRead && inLanguage(request.url, asked) !== request.url) return done();
      // What programs read has one address.
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
