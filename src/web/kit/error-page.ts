import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerError, hasHungUp } from '../../http/error-answers.ts';
import { AppError, type ErrorCode } from '../../http/errors.ts';
import { asUnavailable, logUnavailable } from '../../http/unavailable.ts';
import { countNoun } from '../../lib/text.ts';
import { EMPTY_HTML, type Html, html } from './html.ts';
import { PAGE_HEADERS, renderPage } from './page.ts';
import { pageAbove } from './page-above.ts';

/** Answers a failure on a page as a page; of our own failures it shows a fixed text and the request's id. */
export function answerErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A program that asks for JSON gets it, also at the address of a page.
  if (error instanceof Error && asksForJson(request)) return answerError(error, request, reply);
  const answer = hasHungUp(request) ? new AppError('invalid_body', 'The form broke off.') : toAppError(error);
  if (answer.status === 500) request.log.error({ err: error }, 'page failed');
  logUnavailable(request.log, answer);
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, ...PAGE_HEADERS, 'cache-control': 'no-store' })
    .send(renderError(answer, request.id, wayOnFrom(request, answer)).toString());
}

function asksForJson({ headers }: FastifyRequest): boolean {
  return headers.accept?.startsWith('application/json') === true;
}

/** Of an address that only takes a form, the page that it belongs to: whoever reloads after a form comes here. */
function wayOnFrom(request: FastifyRequest, { code }: AppError): string | undefined {
  return code === 'method_not_allowed' && request.method === 'GET' ? pageAbove(request) : undefined;
}

function renderError(error: AppError, requestId: string, wayOn: string | undefined): Html {
  const { code, status } = error;
  const title = TITLES_BY_CODE[code] ?? TITLES[status] ?? 'This did not work';
  const text = textOf(error);
  const main = html`<p class="kicker">${status}</p>
<h1>${title}</h1>
<p class="lead">${text}</p>
${wayOn === undefined ? EMPTY_HTML : html`<p class="actions"><a class="button" href="${wayOn}">Go on</a></p>`}
<h2>Where to go from here</h2>
<ul class="links"><li><a href="/search">Search for a vendor</a></li><li><a href="/check">Check a vendor for an event</a></li><li><a href="/verify">Verify a receipt</a></li><li><a href="/">Home</a></li><li><a href="/contact">Contact whoever runs this service</a></li></ul>
<p class="small">When you write to us about this, name the request: <span class="code">${requestId}</span></p>`;
  return renderPage({ title, description: title, fictional: undefined, main });
}

/** For a reader: a limit's name and its seconds are for programs. */
function textOf({ code, forPeople, headers }: AppError): string {
  if (code === 'method_not_allowed')
    return 'This address only takes what a form sends. Opening it changed nothing: go on from the page below.';
  if (code === 'internal_error') return 'Something went wrong on our side. Please try again.';
  if (code !== 'rate_limited') return forPeople;
  const wait = waitText(Number(headers['retry-after']));
  return `We got too many requests from you in a short time. Wait ${wait}, then try again. If you sent a form, go back to it in your browser and send it again then.`;
}

/** Rounded up, so that a retry does not come too early. */
function waitText(seconds: number): string {
  if (!(seconds > 0)) return 'a minute';
  if (seconds <= 90) return countNoun(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? countNoun(minutes, 'minute') : countNoun(Math.ceil(minutes / 60), 'hour');
}

/** Where the same status has another reason. */
const TITLES_BY_CODE: Readonly<Partial<Record<ErrorCode, string>>> = {
  unavailable: 'Please try again',
  payment_unavailable: 'Please try again later',
  busy: 'Very busy right now',
  forbidden: 'You can read this',
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'That cannot be read',
  403: 'Sent from elsewhere',
  404: 'Page not found',
  405: 'There is no page here',
  413: 'Too long',
  415: 'That cannot be read',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Not ready yet',
};

const UNAVAILABLE_MESSAGE =
  'Our database is unavailable right now. Wait a few seconds, then reload this page. If you sent a form, check whether ' +
  'it was saved before you send it again.';

/** Refusals of the HTTP layer in words for a reader; anything unknown is a failure of ours. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('body_too_large', 'That is longer than this form can be.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'This address takes what its form sends, nothing else.');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('invalid_body', 'What was sent cannot be read.');
    case 'FST_ERR_BAD_URL':
      return new AppError(
        'invalid_parameter',
        'This address is damaged: a “%” in it is not followed by what belongs there. Copy the whole link again.',
      );
  }
  return (
    asUnavailable(error, UNAVAILABLE_MESSAGE) ??
    new AppError('internal_error', 'Something went wrong on our side.', { cause: error })
  );
}
