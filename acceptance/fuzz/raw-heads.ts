import { drawFrom, drawInt } from '../../src/lib/random.ts';
import { bytes, drawGood, GOOD_TARGETS, get, one, post, type RawFamily } from './raw-case.ts';

/** Raw requests with faulty request lines, versions and header lines. */

const LINES = [
  '',
  ' ',
  'GET',
  'GET ',
  'GET /',
  'GET / ',
  'GET  / HTTP/1.1',
  'GET\t/\tHTTP/1.1',
  'GET / HTTP/1.1 x',
  'GET / / HTTP/1.1',
  ' GET / HTTP/1.1',
  '\tGET / HTTP/1.1',

  'G\0T / HTTP/1.1',
  '\0\x01\x02',
  'GET /\0 HTTP/1.1',
  'GET /\x7f HTTP/1.1',
  'GET /\xe9 HTTP/1.1',
  'GET /\x80\xff HTTP/1.1',
  'GET http HTTP/1.1',
  'GET ../x HTTP/1.1',
  'GET /# HTTP/1.1',
  'GET //evil.example/ HTTP/1.1',

  'GET /\\ HTTP/1.1',
  'GET /% HTTP/1.1',
  'GET ? HTTP/1.1',
  'GET @ HTTP/1.1',
  'get / HTTP/1.1',
  'GeT / HTTP/1.1',
  'GETT / HTTP/1.1',
  'GE T / HTTP/1.1',
  'FOO /api/v1/x HTTP/1.1',
  '<script> / HTTP/1.1',
  'GET/HTTP/1.1',
  'GET / HTTP / 1.1',

  'QUERY / HTTP/1.1',
  'QUERY /api/v1/decision HTTP/1.1',
  'TRACE / HTTP/1.1',
  'PROPFIND /api HTTP/1.1',
  'PRI / HTTP/1.1',
  'SOURCE / HTTP/1.1',
  'M-SEARCH * HTTP/1.1',
  'DESCRIBE / RTSP/1.0',
  'A'.repeat(10_000),
  `GET /${'x'.repeat(9_000)} HTTP/1.1`,
  `GET /${'x'.repeat(20_000)} HTTP/1.1`,
  `GET /${'/'.repeat(5_000)} HTTP/1.1`,
  `${'A'.repeat(200)} / HTTP/1.1`,
];
const VERSIONS = [
  'HTTP/0.9',
  'HTTP/1.0',
  'HTTP/1.2',
  'HTTP/1.9',
  'HTTP/2.0',
  'HTTP/2',
  'HTTP/3.0',
  'HTTP/9.9',
  'HTTP/1',
  'HTTP/1.',
  'HTTP/1.1.1',
  'HTTP/1.11',
  'HTTP/01.1',
  'http/1.1',
  'HTTP/1.1\0',
  'HTTP/-1.1',
  'HTTP/1,1',
  'HTTPS/1.1',
  'ICE/1.0',
  'RTSP/1.0',
  'HTTP',
  'HTTP/',
  'X',
];

export const requestLine: RawFamily = (random, { host }) => {
  const line = drawFrom(random, LINES);
  return { parts: one(`${line}\r\nHost: ${host}\r\n\r\n`), mustAnswer: line.trim() !== '' };
};

export const version: RawFamily = (random, { host }) => ({
  parts: one(`GET ${drawFrom(random, GOOD_TARGETS)} ${drawFrom(random, VERSIONS)}\r\nHost: ${host}\r\n\r\n`),
  mustAnswer: true,
});

export const hostHeader: RawFamily = (random, { host }) => {
  // `/healthz` and `/readyz` are left out, because probes may request them under any host name.
  const target = drawFrom(
    random,
    GOOD_TARGETS.filter((each) => !each.startsWith('/healthz') && !each.startsWith('/readyz')),
  );
  const [port] = host.split(':').slice(-1);
  const refused = [
    [],
    [''],
    ['evil.example'],
    [`evil.example:${port}`],
    [host, host],
    [host, 'evil.example'],
    ['evil.example', host],
    [`${host}, evil.example`],
    [`${host}@evil.example`],
    [`evil.example#${host}`],

    ['a b'],
    ['/'],
    ['http://127.0.0.1'],
    [`${host}/x`],
    ['[::1'],
    ['\xff'],
    ['x'.repeat(300)],
    ['127.0.0.1.evil.example'],
    ['localhost.evil.example'],
    ['127.0.0.1:x'],
    ['127.0.0.1:99999999'],
  ];
  const fine = [[host], [`localhost:${port}`], ['localhost'], ['127.0.0.1'], ['[::1]'], [`[::1]:${port}`]];
  const isFine = random() < 0.25;
  const hosts = drawFrom(random, isFine ? fine : refused);
  const lines = hosts.map((each) => `${drawFrom(random, ['Host', 'host', 'HOST'])}: ${each}\r\n`);
  return {
    parts: one(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`),
    mustAnswer: true,
    target,
    expects: isFine ? 'ok' : 'refused',
  };
};

/** Sends heads whose size is close to or above the accepted 16 KiB. */
export const headSize: RawFamily = (random, tools) => {
  const target = drawFrom(random, GOOD_TARGETS);
  const many = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: ${at}`);
  const lines = drawFrom(random, [
    ['X: '.padEnd(16_384, 'x')],
    ['X: '.padEnd(20_000, 'x')],
    ['X: '.padEnd(70_000, 'x')],
    [`${'n'.repeat(17_000)}: x`],
    ['Cookie: '.padEnd(17_000, 'a=b; ')],

    many(90),
    many(1_000),
    many(1_900),
    many(2_100),
    many(5_000),
    Array.from({ length: 1_500 }, () => 'A: b'),
    Array.from({ length: 3_000 }, () => ':'),
  ]);
  return {
    parts: one(get(tools, target, lines)),
    mustAnswer: true,
    target: lines.length < 2_000 ? target : undefined,
  };
};

const HEADER_LINES = [
  'X: a\0b',
  'X\0: a',
  '\0',
  'X: \x01\x02\x1f',
  'X: \x7f',
  'X: \xff\xfe',
  'X\xff: a',
  'X : a',
  ' X: a',
  '\tX: a',
  ': a',
  ':',
  'X',
  'X a',
  'X:',
  'X:a',
  'X::::',
  'X\t: a',
  '"X": a',
  'X(Y): a',
  '{}: a',
  'X@: a',

  'X: a\r\n b',
  'X: a\r\n\tb',
  'X: a\r\n  ',
  ' : ',
  'X: a\nY: b',
  'X: a\rY: b',
  'X: a\n\nY: b',
  'X: a\r\rY: b',
  'X: a\r\n\nY: b',
  'X: a\x0bY: b',
  'X: a\r',
  'X: a\r\n\r',
  'X: a\n',

  'Connection: x, close, keep-alive',
  'Connection: Host',
  'Connection: Content-Length',
  'Keep-Alive: timeout=99999999',
  'Connection: close\r\nConnection: keep-alive',
  'Proxy-Connection: keep-alive',
  'TE: chunked',
  'Trailer: Content-Length',
  'Transfer-Encoding: identity',
  'Content-Length: 0',
  'Content-Length: 0\r\nContent-Length: 0',
  'Content-Encoding: gzip',
  '__proto__: x',
  'constructor: x',
  'Set-Cookie: a=b',
  'X-Forwarded-For: \0',
  'HTTP/1.1 200 OK',
];

export const headerBytes: RawFamily = (random, { host }) => {
  const target = drawFrom(random, GOOD_TARGETS);
  const line = drawFrom(random, HEADER_LINES);
  const lines = random() < 0.5 ? [line, `Host: ${host}`] : [`Host: ${host}`, line];
  const [lineEnd, headEnd] = drawFrom(random, [
    ['\r\n', '\r\n\r\n'],
    ['\r\n', '\r\n\r\n'],
    ['\r\n', '\r\n\r\n'],
    ['\n', '\n\n'],
    ['\r', '\r\r'],
    ['\r\n', '\n\n'],
    ['\n', '\r\n\r\n'],
    ['\r\n', '\r\n\n'],
    ['\r\n', '\n\r\n'],
    ['\r\r\n', '\r\n\r\n'],
  ] as const);
  return { parts: one([`GET ${target} HTTP/1.1`, ...lines].join(lineEnd) + headEnd), answersMax: 2 };
};

/**
 * Splits a good request in two at a random position. The response must be the same as for an undivided
 * request.
 */
export const fragments: RawFamily = (random, tools) => {
  const whole = bytes(get(tools, drawFrom(random, GOOD_TARGETS)));
  const cut = 1 + drawInt(random, whole.length - 1);
  return {
    parts: [whole.subarray(0, cut), whole.subarray(cut)],
    pauseMs: drawInt(random, 3),
    mustAnswer: true,
    expects: 'ok',
  };
};

/** Sends a good request byte by byte. */
export const slow: RawFamily = (random, tools) => {
  const whole = bytes(get(tools, drawFrom(random, GOOD_TARGETS)));
  return {
    parts: Array.from(whole, (byte) => Buffer.from([byte])),
    pauseMs: drawInt(random, 2),
    mustAnswer: true,
    expects: 'ok',
  };
};

/** Sends only the beginning of a good request. */
export const half: RawFamily = (random, tools) => {
  const whole = bytes(drawGood(random, tools));
  return {
    parts: [whole.subarray(0, drawInt(random, whole.length))],
    end: drawFrom(random, ['fin', 'reset'] as const),
  };
};

export const expect: RawFamily = (random, tools) => {
  const value = drawFrom(random, [
    '100-continue',
    '100-Continue',
    '100-continue, x',
    'nonsense',
    '',
    '200-ok',
    '100-continue\r\nExpect: 100-continue',
  ]);
  if (random() < 0.3)
    return { parts: one(get(tools, '/healthz', [`Expect: ${value}`])), mustAnswer: true, target: '/healthz' };
  const target = drawFrom(random, ['/api/v1/decision/verify', '/verify', '/nowhere', '/api/vendors']);
  const body = '{"receipt":"x"}';
  const [head = '', sent = ''] = [
    post(tools, [`Content-Length: ${body.length}`, `Expect: ${value}`], '', target),
    body,
  ];
  return { parts: [bytes(head), bytes(sent)], pauseMs: drawInt(random, 20), mustAnswer: true, target };
};

/**
 * Requests an unsupported upgrade. The server must either ignore the upgrade, so that the connection
 * continues, or reject it.
 */
export const upgrade: RawFamily = (random, tools) => {
  const protocol = drawFrom(random, ['websocket', 'h2c', 'TLS/1.2', 'HTTP/2.0', 'websocket, h2c', 'x', '']);
  const lines = [
    `Upgrade: ${protocol}`,
    `Connection: ${drawFrom(random, ['Upgrade', 'upgrade, HTTP2-Settings', 'keep-alive, Upgrade'])}`,
    ...drawFrom(random, [
      [],
      ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13'],
      ['HTTP2-Settings: AAMAAABkAAQAAP__'],
    ]),
  ];
  const follow = random() < 0.7 ? [bytes(get(tools, '/healthz'))] : [];
  return {
    parts: [bytes(get(tools, drawFrom(random, GOOD_TARGETS), lines)), ...follow],
    pauseMs: drawInt(random, 5),
    mustAnswer: true,
    answersMax: 1 + follow.length,
    expects: 'answered',
  };
};

export const targetForm: RawFamily = (random, { host }) => {
  const line = drawFrom(random, [
    `GET http://${host}/healthz`,
    'GET http://evil.example/healthz',
    `GET https://${host}/healthz`,
    `GET http://u:p@${host}/healthz`,
    'GET http:///healthz',
    `GET http://${host}`,
    `GET HTTP://${host}/api/v1/coverage`,
    'GET ftp://x/y',
    'GET javascript:alert(1)',
    'GET file:///etc/hostname',

    'OPTIONS *',
    'GET *',
    'OPTIONS /*',
    'OPTIONS http://evil.example',
    `CONNECT ${host}`,
    'CONNECT evil.example:443',
    'CONNECT /',
    'CONNECT *',
    'CONNECT :80',
    'GET :80',
    'GET evil.example:80',
    'HEAD *',
    'POST http://evil.example/api/v1/decision/verify',
  ]);
  return { parts: one(`${line} HTTP/1.1\r\nHost: ${host}\r\n\r\n`), mustAnswer: true };
};

const TLS_HELLO = Buffer.from('16030100a5010000a10303', 'hex');
const OTHER_PROTOCOLS = [
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1'),
  Buffer.concat([TLS_HELLO, Buffer.alloc(160, 7)]),
  ...[
    'GET /\r\n',
    'GET /\n',
    'GET / \r\n\r\n',
    'SSH-2.0-x\r\n',
    'EHLO x\r\n',
    '\x05\x01\0',
    '\x04\x01\0\x50\x7f\0\0\x01\0',
    'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\n\r\n',
    '*1\r\n$4\r\nPING\r\n',
    'HTTP/1.1 200 OK\r\n\r\n',
    '\r\n',
    '\n\n\n',
    '\0',
  ].map(bytes),
];

export const otherProtocol: RawFamily = (random) => {
  if (random() < 0.3)
    return {
      parts: [Buffer.from(Array.from({ length: 1 + drawInt(random, 300) }, () => drawInt(random, 256)))],
      end: 'fin',
    };
  return { parts: [drawFrom(random, OTHER_PROTOCOLS)], end: drawFrom(random, ['wait', 'fin'] as const) };
};
