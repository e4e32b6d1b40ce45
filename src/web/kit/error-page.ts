import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasHungUp } from '../../http/error-answers.ts';
import { AppError, type ErrorCode } from '../../http/errors.ts';
import { asUnavailable, logUnavailable } from '../../http/unavailable.ts';
import { countNoun } from '../../lib/text.ts';
import { type Html, html } from './html.ts';
import { PAGE_HEADERS, renderPage } from './page.ts';

/** Answers a failure on a page as a page; of our own failures it shows a fixed text and the request's id. */
export function answerErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = hasHungUp(request) ? new AppError('invalid_body', 'The form broke off.') : toAppError(error);
  if (answer.status === 500) request.log.error({ err: error }, 'page failed');
  logUnavailable(request.log, answer);
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, ...PAGE_HEADERS, 'cache-control': 'no-store' })
    .send(renderError(answer, request.id).toString());
}

function renderError(error: AppError, requestId: string): Html {
  const { code, status } = error;
  const title = TITLES_BY_CODE[code] ?? TITLES[status] ?? 'This did not work';
  const text = textOf(error);
  const main = html`<p class="kicker">${status}</p>
<h1>${title}</h1>
<p class="lead">${text}</p>
<p class="small">Request <span class="code">${requestId}</span></p>
<p><a href="/check">Check a vendor</a> · <a href="/verify">Verify a receipt</a> · <a href="/">First page</a></p>`;
  return renderPage({ title, description: title, fictional: undefined, main });
}

/** For a reader: a limit's name and its seconds are for programs. */
function textOf({ code, forPeople, headers }: AppError): string {
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
  404: 'Nothing here',
  413: 'Too long',
  415: 'That cannot be read',
  429: 'Too many at once',
  500: 'That failed',
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
