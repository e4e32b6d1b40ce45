import { drawFrom, drawInt, type Random } from '../../src/lib/random.ts';

/** Bytes for one connection, and the responses that are allowed. */
export interface RawCase {
  readonly index: number;
  readonly family: string;
  /** The parts of the bytes, which are written one after another. */
  readonly parts: readonly Buffer[];
  /** Milliseconds between the parts. With 0, each part is sent as soon as the previous one is written. */
  readonly pauseMs: number;
  /** The action after everything is written: wait for responses, close our side, or reset the connection. */
  readonly end: 'wait' | 'fin' | 'reset';
  /** Resets the connection after this many bytes have arrived. */
  readonly resetAfter: number | undefined;
  /**
   * The maximum number of responses. If there are more, the server mistook some of the bytes for another
   * request.
   */
  readonly answersMax: number;
  /** True if silence is a fault, so there must be a response or the connection must be closed. */
  readonly mustAnswer: boolean;
  /** The required kind of first response; undefined if several kinds are right. */
  readonly expects: Expected | undefined;
  /** The requested path if the request line is complete. It determines the format of an error. */
  readonly target: string | undefined;
}

/**
 * `refused`: any 4xx. `answered`: every request is answered, or the last response announces that the
 * connection will be closed.
 */
type Expected = 'ok' | 'refused' | 'answered';

type RawDraft = Partial<Omit<RawCase, 'index' | 'family' | 'parts'>> & {
  readonly parts: readonly Buffer[];
};
export type RawFamily = (random: Random, tools: RawTools) => RawDraft;

/** The tools for building cases. */
interface RawTools {
  readonly host: string;
  /** A request that must never be answered. Its path does not appear in any good request. */
  readonly canary: string;
}

const CANARY = '/smuggled-request';

export function makeTools(host: string): RawTools {
  return { host, canary: `GET ${CANARY} HTTP/1.1\r\nHost: ${host}\r\n\r\n` };
}

/** Returns true if a response is an answer to the canary. */
export function answersCanary(body: string): boolean {
  return body.includes(CANARY);
}

export const GOOD_TARGETS = [
  '/healthz',
  '/readyz',
  '/',
  '/api/vendors?q=tacos',
  '/api/v1/coverage',
  '/api/v1/public/events',

  '/assets/icon.svg',
  '/.well-known/jwks.json',
  '/api/v1/decision?license_number=MFD5890001',
  '/search?q=bbq',
];
/** Paths whose responses have tens of kilobytes or more. */
export const LARGE_TARGETS = [
  '/openapi.json',
  '/docs/json',
  '/api/vendors?limit=100',
  '/docs/receipts/verify.mjs',
];

/** Returns a GET request as a good client would send it. `lines` are additional header lines. */
export function get({ host }: RawTools, target: string, lines: readonly string[] = []): string {
  return `${['GET', target, 'HTTP/1.1'].join(' ')}\r\n${[`Host: ${host}`, ...lines].join('\r\n')}\r\n\r\n`;
}

/** Returns a POST with exactly these header lines and this body. */
export function post(
  { host }: RawTools,
  lines: readonly string[],
  body: string,
  target = '/api/v1/decision/verify',
): string {
  return `POST ${target} HTTP/1.1\r\n${[`Host: ${host}`, 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n${body}`;
}

export function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

export function one(text: string): readonly Buffer[] {
  return [bytes(text)];
}

/** Returns a complete request that a good client could send. */
export function drawGood(random: Random, tools: RawTools): string {
  if (random() < 0.7) return get(tools, drawFrom(random, GOOD_TARGETS));
  const body = JSON.stringify({ receipt: 'x'.repeat(drawInt(random, 200)) });
  return post(tools, [`Content-Length: ${body.length}`], body);
}

/** Returns the same bytes with a few of them flipped, removed, duplicated or inserted. */
export function mutateBytes(random: Random, source: Buffer): Buffer {
  let result = source;
  const times = 1 + drawInt(random, 4);
  for (let done = 0; done < times; done++) {
    const at = drawInt(random, result.length + 1);
    const length = 1 + drawInt(random, random() < 0.8 ? 2 : 20);
    const before = result.subarray(0, at);
    const after = result.subarray(at);
    switch (drawInt(random, 4)) {
      case 0:
        result = Buffer.concat([
          before,
          Buffer.from([(after[0] ?? 0) ^ (1 << drawInt(random, 8))]),
          after.subarray(1),
        ]);
        break;
      case 1:
        result = Buffer.concat([before, after.subarray(length)]);
        break;
      case 2:
        result = Buffer.concat([before, after.subarray(0, length), after]);
        break;
      default:
        result = Buffer.concat([before, drawInserted(random, length), after]);
    }
  }
  return result;
}

function drawInserted(random: Random, length: number): Buffer {
  if (random() < 0.5)
    return bytes(
      drawFrom(random, [
        '\r',
        '\n',
        '\r\n',
        '\0',
        ' ',
        '\t',
        ':',
        ',',
        '%',
        '\x7f',
        '\xff',
        '0',
        'HTTP/1.1',
        '\r\n\r\n',
      ]),
    );
  return Buffer.from(Array.from({ length }, () => drawInt(random, 256)));
}
