import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendHeadOnly } from '../../../http/answers/head-only.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { languageOf } from '../../../http/input/choose-language.ts';
import { inEach } from '../../../lib/language/language.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';
import { ERRORS } from '../frame/error-messages.ts';
import { PAGE_HEADERS } from '../frame/render-page.ts';
import type { Html } from '../html.ts';

/** Lets this context accept forms of up to `bytesMax` bytes, and only from this site. */
export function acceptForms(app: FastifyInstance, options: { bytesMax: number; baseUrl: string }): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: options.bytesMax },
    async (_request: FastifyRequest, body: string) => parseForm(body),
  );
  const ownHost = new URL(options.baseUrl).host;
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseOtherSites(request, ownHost);
  });
}

/** A list of 500 lines submits about 550 fields. No other form comes close. */
export const FIELDS_MAX = 1_000;

/**
 * Parses a form. Counts the fields first, because Node's `URLSearchParams` takes a minute to parse 1,500,000
 * fields.
 */
export function parseForm(text: string): URLSearchParams {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > FIELDS_MAX)
      throw new AppError('body_too_large', `A form has at most ${FIELDS_MAX} fields.`, {
        forPeople: TOO_MANY_FIELDS,
      });
  }
  return new URLSearchParams(text);
}

/** Returns the submitted form, or an empty form if the body is not a form. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** Returns the query, parsed like a form's body. Does not throw on invalid encoding. */
export function queryOf({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}

/**
 * Headers for a page that is the same for every reader. A cache may store the page but must revalidate it
 * each time. The page is sent compressed.
 */
export const FOR_ANYONE = { 'cache-control': 'no-cache' } as const;

/** Sends a page with headers that keep it out of caches, unless `headers` overrides them. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: Html,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  return reply
    .code(status)
    .headers({ ...PAGE_HEADERS, 'cache-control': 'no-store', ...headers })
    .send(page.toString());
}

/** Sends only the headers of a page whose body was not rendered. */
export function sendHead(reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply {
  return sendHeadOnly(reply.code(200).headers({ ...PAGE_HEADERS, ...headers }));
}

/**
 * Redirects after a form, so that the next page is fetched with GET and reloading it does not submit the form
 * again.
 */
export function seeOther(reply: FastifyReply, address: string): FastifyReply {
  const location = inLanguage(address, languageOf(reply.request));
  return reply.code(303).headers({ location, 'cache-control': 'no-store' }).send();
}

const TOO_MANY_FIELDS = inEach((language) => ERRORS[language].tooLong);
const OTHER_SITE = inEach((language) => ERRORS[language].otherSite);

/**
 * Rejects forms from other sites, which must not act for an account signed in here. Browsers send a form's
 * origin. A client that does not send one is not a browser, and has a session only if someone deliberately
 * gave it one.
 */
function refuseOtherSites({ headers }: FastifyRequest, ownHost: string): void {
  const site = headers['sec-fetch-site'];
  // Browsers send this header even if a page hides its address, and therefore its origin.
  if (site === 'same-origin' || site === 'none') return;
  const { origin } = headers;
  const host = origin && URL.canParse(origin) ? new URL(origin).host : origin;
  const sameHost = host === undefined || host === headers.host || host === ownHost;
  if (site !== undefined || !sameHost)
    throw new AppError('forbidden_origin', OTHER_SITE.en, { forPeople: OTHER_SITE });
}
