import { drawFrom, drawInt } from '../../src/lib/random.ts';
import {
  bytes,
  drawGood,
  GOOD_TARGETS,
  get,
  LARGE_TARGETS,
  mutateBytes,
  one,
  post,
  type RawFamily,
} from './raw-case.ts';

/** Raw requests whose body ends in the wrong place, and several requests on one connection. */

/**
 * Sends a body whose length is ambiguous or cannot be determined. The message must be rejected, and the bytes
 * after it must not be treated as a request.
 */
export const smuggling: RawFamily = (random, tools) => {
  const { canary } = tools;
  const length = canary.length + 5;
  const lines = drawFrom(random, [
    [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked', `Content-Length: ${length}`],
    ['Content-Length: 5', 'Transfer-Encoding: chunked'],

    ['Content-Length: 5', `Content-Length: ${length}`],
    [`Content-Length: ${length}, 5`],
    ['Content-Length: 5', 'content-length: 6'],
    ['Content-Length: 5,6'],
    ['Content-Length: 5 6'],

    ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    ['Transfer-Encoding: identity, chunked', 'Content-Length: 5'],
    ['Transfer-Encoding: chunked, identity'],
    ['Transfer-Encoding: xchunked'],
    ['Transfer-Encoding: chunkedx'],
    ['Transfer-Encoding: "chunked"'],

    ['Transfer-Encoding : chunked', 'Content-Length: 5'],
    ['Transfer-Encoding\t: chunked'],
    ['Transfer-Encoding:\x0bchunked', 'Content-Length: 5'],
    ['Transfer-Encoding:\r\n chunked', 'Content-Length: 5'],
    ['Transfer_Encoding: chunked', `Content-Length: ${length}`],
    ['X: y\nTransfer-Encoding: chunked', `Content-Length: ${length}`],
    ['X: y\rTransfer-Encoding: chunked', `Content-Length: ${length}`],

    ['Content-Length : 5'],
    ['Content-Length\0: 5'],
    ['Transfer-Encoding: chunked\0'],
    ['Transfer-Encoding: gzip, chunked', 'Content-Length: 5'],
    ['Transfer-Encoding: gzip'],
    ['Transfer-Encoding: chunked, chunked'],
    ['Transfer-Encoding: ,chunked', 'Content-Length: 5'],
    ['Transfer-Encoding:', 'Content-Length: 5'],
  ]);
  const target = drawFrom(random, ['/api/v1/decision/verify', '/verify', '/healthz', '/nowhere']);
  const text = post(tools, lines, `0\r\n\r\n${canary}`, target);
  return { parts: one(text), mustAnswer: true, answersMax: 1 };
};

/** Sends a body with a method that does not need one. The body must still be treated as a body. */
export const unwantedBody: RawFamily = (random, { host, canary }) => {
  const method = drawFrom(random, ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PUT', 'TRACE', 'POST']);
  const target = drawFrom(random, [
    ...GOOD_TARGETS,
    '/nowhere',
    '/api/v1/decision/verify',
    '/webhooks/stripe',
  ]);
  const isChunked = random() < 0.4;
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${canary.length}`;
  const body = isChunked ? `${canary.length.toString(16)}\r\n${canary}\r\n0\r\n\r\n` : canary;
  const head = `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${framing}\r\n\r\n`;
  return {
    parts: [bytes(head), bytes(body)],
    pauseMs: drawInt(random, 4),
    mustAnswer: true,
    answersMax: 1,
    ...(method === 'HEAD' ? { end: 'fin' } : {}),
  };
};

export const chunks: RawFamily = (random, tools) => {
  const { canary } = tools;
  const body = drawFrom(random, [
    '-1\r\nx\r\n',
    '0x5\r\nhello\r\n',
    '5 \r\nhello\r\n0\r\n\r\n',
    ' 5\r\nhello\r\n',
    '+5\r\nhello\r\n',
    'g\r\n',
    '\r\n',
    '5\nhello\n0\n\n',
    '5\r\nhello0\r\n\r\n',
    '5\r\nhellox\r\n0\r\n\r\n',
    '5;\r\nhello\r\n0\r\n\r\n',

    '5;a=b\r\nhello\r\n0\r\n\r\n',
    `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
    '5;a\nb\r\nhello\r\n0\r\n\r\n',
    '5;\0\r\nhello\r\n',
    'FFFFFFFFFFFFFFFF\r\nx',
    'FFFFFFFFFFFFFFFFF\r\nx',
    '10000000000000005\r\nhello\r\n0\r\n\r\n',
    '7FFFFFFF\r\nx',
    '00000000000000000000005\r\nhello\r\n0\r\n\r\n',

    '0\r\nX: y\r\n\r\n',
    '0\r\nContent-Length: 50\r\n\r\n',
    '0\r\nHost: evil.example\r\n\r\n',
    `0\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
    '0\r\nX : y\r\n\r\n',
    '0\r\n\0\r\n\r\n',
    '0\r\n',
    '0',
    `2;\n${canary}`,
    `0\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
    `${'1\r\nx\r\n'.repeat(1 + drawInt(random, 400))}0\r\n\r\n`,
    `${'1;a=bcdefghijklmnop\r\nx\r\n'.repeat(2_000)}0\r\n\r\n`,
  ]);
  return {
    parts: one(post(tools, ['Transfer-Encoding: chunked'], body)),
    answersMax: 1,
    end: drawFrom(random, ['wait', 'fin'] as const),
  };
};

export const contentLength: RawFamily = (random, tools) => {
  const value = drawFrom(random, [
    '-1',
    '+5',
    '0x5',
    '5.0',
    '5e0',
    '5,5',
    '5, 5',
    '',
    ' ',
    'x',
    '٥',
    '05',
    '000000000000000000005',
    '5\0',
    '5 5',
    '5;',
    '99999999999999999999',
    '18446744073709551615',
    '18446744073709551621',
    '9223372036854775808',
    '4294967301',
    '1e9',
    'Infinity',
    'NaN',
    '\xb2',
    '65537',
    '70000',
    '1000000000',
  ]);
  const target = drawFrom(random, [
    '/api/v1/decision/verify',
    '/verify',
    '/claim',
    '/nowhere',
    '/webhooks/stripe',
  ]);
  const body = drawFrom(random, ['hello', '{"receipt":"x"}', '', 'x'.repeat(70_000)]);
  return {
    parts: one(post(tools, [`Content-Length: ${value}`], body, target)),
    end: drawFrom(random, ['wait', 'fin'] as const),
    answersMax: 2,
  };
};

/**
 * Sends good and bad requests together on one connection. Every good request before the first bad one must be
 * answered.
 */
export const pipeline: RawFamily = (random, tools) => {
  const count = 2 + drawInt(random, 49);
  const isGood = random() < 0.5;
  const requests = Array.from({ length: count }, () => {
    const good = drawGood(random, tools);
    return isGood || random() < 0.85 ? bytes(good) : mutateBytes(random, bytes(good));
  });
  return {
    parts: [Buffer.concat(requests)],
    mustAnswer: true,
    answersMax: isGood ? count : count * 3,
    ...(isGood ? { expects: 'answered' } : {}),
  };
};

/** Disconnects during the response. */
export const earlyClose: RawFamily = (random, tools) => {
  const count = drawFrom(random, [1, 1, 2, 5, 20]);
  const requests = Array.from({ length: count }, () => get(tools, drawFrom(random, LARGE_TARGETS)));
  return {
    parts: one(requests.join('')),
    resetAfter: drawInt(random, random() < 0.5 ? 2 : 200_000),
    answersMax: count,
  };
};

/** Disconnects in the middle of the request body. */
export const brokenUpload: RawFamily = (random, tools) => {
  const target = drawFrom(random, [
    '/api/v1/decision/verify',
    '/verify',
    '/claim',
    '/sign-in',
    '/webhooks/stripe',
    '/nowhere',
  ]);
  const sent = 'x'.repeat(drawInt(random, 60_000));
  const lines =
    random() < 0.5
      ? [`Content-Length: ${sent.length + 1 + drawInt(random, 1_000)}`]
      : ['Transfer-Encoding: chunked'];
  const body = lines[0] === 'Transfer-Encoding: chunked' ? `ffff\r\n${sent}` : sent;
  return {
    parts: [bytes(post(tools, lines, '', target)), bytes(body)],
    pauseMs: drawInt(random, 4),
    end: drawFrom(random, ['fin', 'reset'] as const),
    answersMax: 1,
  };
};

export const mutation: RawFamily = (random, tools) => {
  const good = bytes(Array.from({ length: 1 + drawInt(random, 3) }, () => drawGood(random, tools)).join(''));
  return {
    parts: [mutateBytes(random, good)],
    end: drawFrom(random, ['wait', 'fin'] as const),
    answersMax: 12,
  };
};
