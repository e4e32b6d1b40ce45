import { asJson, type Json } from './api-document.ts';

/** Sends requests to the API in this process or on a remote service. */

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly url: string;
  readonly body?: Json;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a request to the API on behalf of the tool's caller, with the caller's IP address and key. */
export type Ask = (request: ApiRequest) => Promise<ApiAnswer>;

/** Returns a function that sends requests to a remote service, each with `apiKey`. */
export function askService(baseUrl: string, apiKey: string | undefined): Ask {
  return async ({ method, url, body }) => {
    const answer = await fetch(`${baseUrl}${url}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
    });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: await answer.text(),
    };
  };
}

/** Returns the message from an error response, in either of the API's formats. */
export function errorOf(answer: ApiAnswer): string {
  const body = asJson(parse(answer.text));
  const text = typeof body.error === 'string' ? body.error : asJson(body.error).message;
  const message = typeof text === 'string' ? text : `The service answered ${answer.status}.`;
  return answer.status < 500
    ? message
    : `${message} (status ${answer.status}, X-Request-Id ${answer.headers['x-request-id'] ?? 'unknown'})`;
}

/** Returns the code from an error response, in either of the API's formats. */
export function codeOf(answer: ApiAnswer): string | undefined {
  const body = asJson(parse(answer.text));
  const code = body.code ?? asJson(body.error).code;
  return typeof code === 'string' ? code : undefined;
}

/** Parses a response. Returns undefined if it is not JSON, such as a proxy's error page. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
