import { ERROR_STATUS } from '../../src/http/errors/errors.ts';
import { answersCanary, type RawCase } from './raw-case.ts';
import type { RawResult } from './raw-connection.ts';
import { headerOf, type Response } from './response.ts';

interface RawFault {
  readonly kind: string;
  readonly detail: string;
}

/** Lists the faults in the responses to a case. */
export function judgeRaw(made: RawCase, result: RawResult): RawFault[] {
  const { responses, badAnswer, isSilent, closedBy } = result;
  const faults: (RawFault | undefined)[] = [
    badAnswer === undefined || made.resetAfter !== undefined
      ? undefined
      : { kind: 'bad answer', detail: badAnswer },
    isSilent
      ? { kind: 'silence', detail: `no answer and no close; answered before: ${responses.length}` }
      : undefined,
    closedBy === 'nobody' ? { kind: 'stays open', detail: 'after we said that we are done' } : undefined,
    made.mustAnswer && closedBy === 'server' && responses.length === 0
      ? { kind: 'closed without an answer', detail: '' }
      : undefined,
    responses.length > made.answersMax
      ? { kind: 'too many answers', detail: `${responses.length} where ${made.answersMax} were asked for` }
      : undefined,
    ...responses.flatMap((response) => judgeResponse(made, response)),
    judgeExpected(made, result),
  ];
  return faults.filter((fault) => fault !== undefined);
}

function judgeResponse(made: RawCase, response: Response): (RawFault | undefined)[] {
  const { status } = response;
  const body = response.body.toString('utf8');
  const shown = body.slice(0, 140);
  return [
    answersCanary(body) ? { kind: 'smuggled', detail: shown } : undefined,
    status >= 500 ? { kind: '5xx', detail: `${status} ${shown}` } : undefined,
    status >= 400 && headerOf(response, 'x-request-id') === undefined
      ? { kind: 'no X-Request-Id', detail: `${status} ${shown}` }
      : undefined,
    status >= 400 ? judgeErrorBody(made, response, body) : undefined,
  ];
}

/** Checks that an error is either a page or JSON with a code, in the format for its path. */
function judgeErrorBody({ target, parts }: RawCase, response: Response, body: string): RawFault | undefined {
  const { status } = response;
  const wrong = (detail: string): RawFault => ({
    kind: 'error body',
    detail: `${status} ${detail}: ${body.slice(0, 140)}`,
  });
  const type = headerOf(response, 'content-type') ?? '';
  const isHead = parts[0]?.toString('latin1', 0, 5) === 'HEAD ';
  if (type.startsWith('text/html') || isHead || type.startsWith('image/svg')) return undefined;
  if (!type.startsWith('application/json')) return wrong(`of type "${type}"`);
  const code = codeIn(body);
  if (code === undefined) return wrong('no code');
  if (!Object.hasOwn(ERROR_STATUS, code.code)) return wrong(`unknown code "${code.code}"`);
  if (target !== undefined && code.isEnveloped !== target.startsWith('/api/v1/'))
    return wrong('the wrong dialect');
  return undefined;
}

function codeIn(body: string): { code: string; isEnveloped: boolean } | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (!isObject(parsed)) return undefined;
    const isEnveloped = 'data' in parsed;
    const error = isEnveloped ? parsed.error : parsed;
    return isObject(error) && typeof error.code === 'string' ? { code: error.code, isEnveloped } : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function judgeExpected({ expects, answersMax }: RawCase, { responses }: RawResult): RawFault | undefined {
  const [first] = responses;
  const last = responses.at(-1);
  switch (expects) {
    case undefined:
      return undefined;
    case 'ok':
      return first?.status === 200
        ? undefined
        : { kind: 'a good request refused', detail: String(first?.status ?? 'no answer') };
    case 'refused':
      return first && first.status >= 400 && first.status < 500
        ? undefined
        : { kind: 'not refused', detail: String(first?.status ?? 'no answer') };
    case 'answered': {
      const saysEnd =
        last !== undefined &&
        (headerOf(last, 'connection')?.toLowerCase() === 'close' || last.status === 101);
      return responses.length >= answersMax || saysEnd
        ? undefined
        : {
            kind: 'left unanswered',
            detail: `${responses.length} of ${answersMax}, and the last one does not say that the connection ends`,
          };
    }
  }
}
