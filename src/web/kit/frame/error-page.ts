import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  answerError,
  asInvalid,
  asUnavailable,
  hasHungUp,
  logUnavailable,
} from '../../../http/errors/error-answers.ts';
import { AppError, type ErrorCode } from '../../../http/errors/errors.ts';
import { languageAskedOf } from '../../../http/input/choose-language.ts';
import { inEach, type Language } from '../../../lib/language/language.ts';
import type { FirstLoadState } from '../../../published-state/first-load.ts';
import { EMPTY_HTML, type Html, html } from '../html.ts';
import { code as inCode } from '../tags.ts';
import { ERRORS, TITLES, TITLES_BY_CODE } from './error-messages.ts';
import { refreshHeaders, renderLoadingPage } from './loading-page.ts';
import { pageAbove } from './page-above.ts';
import { PAGE_HEADERS, renderPage } from './render-page.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the progress of the first load. */
    readonly findFirstLoad?: () => FirstLoadState;
  }
}

/**
 * Responds to an error on a page with an error page. For our own failures, the page has a fixed message and
 * the request id.
 */
export function answerErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A program that asks for JSON gets JSON, even if it requests a page.
  if (error instanceof Error && asksForJson(request)) return answerError(error, request, reply);
  const answer = hasHungUp(request) ? refused('invalid_body', 'brokeOff') : toAppError(error);
  if (answer.status === 500) request.log.error({ err: error }, 'page failed');
  logUnavailable(request.log, answer);
  const loading = answer.code === 'not_ready' ? request.server.findFirstLoad?.() : undefined;
  if (loading && request.method === 'GET')
    return reply
      .code(answer.status)
      .headers({ ...refreshHeaders(loading), ...PAGE_HEADERS, 'cache-control': 'no-store' })
      .send(renderLoadingPage(loading, languageAskedOf(request)).toString());
  const page = renderError(answer, request.id, wayOnFrom(request, answer), languageAskedOf(request));
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, ...PAGE_HEADERS, 'cache-control': 'no-store' })
    .send(page.toString());
}

function asksForJson({ headers }: FastifyRequest): boolean {
  return headers.accept?.startsWith('application/json') === true;
}

/**
 * Returns the page to offer for an address that only accepts forms. Readers get there by reloading the
 * response to a form.
 */
function wayOnFrom(request: FastifyRequest, { code }: AppError): string | undefined {
  return code === 'method_not_allowed' && request.method === 'GET' ? pageAbove(request) : undefined;
}

function renderError(
  error: AppError,
  requestId: string,
  wayOn: string | undefined,
  language: Language,
): Html {
  const { code, status } = error;
  const t = ERRORS[language];
  const byCode: Readonly<Record<string, string>> = TITLES_BY_CODE[language];
  const byStatus: Readonly<Record<string, string>> = TITLES[language];
  const title = error.headline?.[language] ?? byCode[code] ?? byStatus[status] ?? t.other;
  const main = html`<p class="kicker">${status}</p>
<h1>${title}</h1>
<p class="lead">${renderText(error, language)}</p>
${wayOn === undefined ? EMPTY_HTML : html`<p class="actions"><a class="button" href="${wayOn}">${t.goOn}</a></p>`}
<h2>${t.where}</h2>
<ul class="links"><li><a href="/search">${t.search}</a></li><li><a href="/check">${t.check}</a></li><li><a href="/verify">${t.verify}</a></li><li><a href="/">${t.home}</a></li><li><a href="/contact">${t.contact}</a></li></ul>
<p class="small">${t.request({ code: inCode, id: requestId })}</p>`;
  return renderPage({ title, description: title, language, fictional: undefined, main });
}

/**
 * Renders the error message for a reader. Leaves out the rate limit's name and seconds, which are for
 * programs, and marks text that exists only in English.
 */
function renderText(error: AppError, language: Language): Html {
  const { code, headers } = error;
  const t = ERRORS[language];
  if (code === 'method_not_allowed') return html`${t.formOnly}`;
  if (code === 'internal_error') return html`${t.ourSide}`;
  if (code === 'rate_limited')
    return html`${t.tooMany({ wait: waitText(Number(headers['retry-after']), language) })}`;
  const text = error.textIn(language);
  return text === undefined ? html`<span lang="en">${error.forPeople}</span>` : html`${text}`;
}

/** Returns the wait in words, rounded up so that readers do not retry too early. */
function waitText(seconds: number, language: Language): string {
  const t = ERRORS[language];
  if (!(seconds > 0)) return t.aMinute;
  if (seconds <= 90) return t.seconds({ count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? t.minutes({ count: minutes }) : t.hours({ count: Math.ceil(minutes / 60) });
}

/** Creates an error with its message in every language. */
function refused(
  code: ErrorCode,
  key: 'brokeOff' | 'tooLong' | 'wrongKind' | 'unreadable' | 'damaged',
): AppError {
  const forPeople = inEach((language) => ERRORS[language][key]);
  return new AppError(code, forPeople.en, { forPeople });
}

/**
 * Converts errors from the HTTP layer into errors with a message for a reader. An unrecognized error counts
 * as our own failure.
 */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refused('body_too_large', 'tooLong');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refused('unsupported_media_type', 'wrongKind');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refused('invalid_body', 'unreadable');
    case 'FST_ERR_BAD_URL':
      return refused('invalid_parameter', 'damaged');
  }
  return (
    asInvalid(error) ??
    asUnavailable(
      error,
      inEach((language) => ERRORS[language].unavailable),
    ) ??
    new AppError('internal_error', 'Something went wrong on our side.', { cause: error })
  );
}
