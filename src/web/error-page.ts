import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'ghtml';
import { AppError } from '../http/errors.ts';
import { PAGE_HEADERS, renderPage } from './page.ts';

/** Answers a failure on a page as a page; of our own failures it shows a fixed text and the request's id. */
export function answerErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toAppError(error);
  if (answer.status === 500) request.log.error({ err: error }, 'page failed');
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, ...PAGE_HEADERS, 'cache-control': 'no-store' })
    .send(renderError(answer, request.id));
}

export function renderError({ code, status, message }: AppError, requestId: string): string {
  const title = TITLES[status] ?? 'This did not work';
  const text = code === 'internal_error' ? 'Something went wrong on our side. Please try again.' : message;
  const main = html`<p class="kicker">${status}</p>
<h1>${title}</h1>
<p class="lead">${text}</p>
<p class="small">Request <span class="code">${requestId}</span></p>
<p><a href="/check">Check a vendor</a> · <a href="/verify">Verify a receipt</a> · <a href="/">First page</a></p>`;
  return renderPage({ title, description: title, fictional: undefined, main });
}

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
  }
  return new AppError('internal_error', 'Something went wrong on our side.', { cause: error });
}
