import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readPage } from '../../test/support/read-page.ts';
import type { Catalogue, OpenApiDocument } from './catalogue.ts';
import { idsIn, listOperations, templateOf } from './catalogue.ts';
import { type CheckContext, checkAnswer } from './checks.ts';
import { Client } from './connections.ts';
import { createAnswerChecker } from './document.ts';
import { Findings } from './findings.ts';
import { makeRequest } from './generate.ts';
import { judgeMemory } from './memory.ts';
import { judgeRaw } from './raw-checks.ts';
import { makeRawCase } from './raw-generate.ts';
import { type FuzzRequest, toBytes, toCurl } from './request.ts';
import { BadResponse, type Response, ResponseReader } from './response.ts';
import { encode } from './values.ts';

const EVENT = '7efd5204-8d56-5ba0-8683-772bc88cc272';
const REQUEST_ID = '0ceac42b-87a3-4829-acf1-184c93c9db39';
const TRUCK = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, grade: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
};
const DOCUMENT: OpenApiDocument = {
  paths: {
    '/api/trucks/{id}': {
      get: {
        parameters: [
          { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
          {
            in: 'query',
            name: 'limit',
            required: false,
            schema: { type: 'integer', minimum: 1, maximum: 9 },
          },
        ],
        responses: {
          '200': { content: { 'application/json': { schema: TRUCK } } },
          '4XX': { content: { 'application/json': { schema: { type: 'object', required: ['code'] } } } },
        },
      },
    },
  },
};
const CATALOGUE: Catalogue = {
  operations: listOperations(DOCUMENT),
  pages: [{ role: 'organizer', address: `/organizer/events/${EVENT}`, template: '/organizer/events/*' }],
  forms: [
    {
      role: 'vendor',
      action: '/claim',
      template: '/claim',
      method: 'post',
      isMultipart: true,
      fields: [
        { name: 'license', type: 'text', value: '', options: [] },
        { name: 'document', type: 'file', value: '', options: [] },
      ],
    },
  ],
  known: {
    licenses: ['MFD5890001'],
    vendorIds: [EVENT],
    names: ['TACOS'],
    cities: ['OCALA'],
    receipts: ['x'],
    eventIds: [EVENT],
    etags: ['"a"'],
    emails: ['a@b.example'],
    passwords: ['p'],
    tokens: ['t'],
    revokedKeys: ['svc_pk_a.b'],
  },
  ownedIds: new Set([EVENT]),
  secrets: ['a-secret-id'],
};
const [OPERATION] = CATALOGUE.operations;
const CONTEXT: CheckContext = {
  document: createAnswerChecker(DOCUMENT),
  catalogue: CATALOGUE,
  baseUrl: 'http://127.0.0.1:1',
  folders: ['/a/folder'],
};

describe('the hostile request generator', () => {
  const make = (seed: number) =>
    Array.from({ length: 400 }, (_, index) => makeRequest(CATALOGUE, seed, index, 400));

  test('makes the same requests for the same seed, and different ones for a different seed', () => {
    assert.deepEqual(make(7), make(7));
    assert.notDeepEqual(make(7), make(8));
  });

  test('makes each request independently of earlier ones', () => {
    assert.deepEqual(makeRequest(CATALOGUE, 7, 123, 400), make(7)[123]);
  });

  test('covers every kind of caller, and operations, pages and forms', () => {
    const requests = make(1);
    assert.equal(new Set(requests.map(({ caller }) => caller)).size, 7);
    for (const start of ['GET /api/trucks', 'GET /organizer/events', 'POST /claim', 'GET /docs'])
      assert.ok(
        requests.some(({ name }) => name.startsWith(start)),
        start,
      );
  });

  test('makes a request with a single head, which no target or header can break out of', () => {
    for (const request of make(3)) {
      const text = toBytes(request, 'h', []).toString('latin1');
      const head = text.slice(0, text.indexOf('\r\n\r\n'));
      assert.equal(head.split('\r\n').length, head.split(/[\r\n]+/).length);
      assert.match(head, /^[\w-]+ [\x21-\xff]+ HTTP\/1\.1\r\nhost: h/);
    }
  });

  test('encodes half of a surrogate pair as the bytes that UTF-8 forbids', () => {
    assert.equal(encode('a\ud800😀'), `a%ed%a0%80${encodeURIComponent('😀')}`);
  });

  test('gives each finding’s example as a command without a session cookie or key', () => {
    const request = requestOf({ caller: 'organizer', target: "/a'b" });
    const command = toCurl(request, 'http://h', [['cookie', 'secret=1']]);
    assert.ok(command.includes('$COOKIE') && !command.includes('secret=1'), command);
    assert.ok(command.includes(String.raw`/a\'b`), command);
  });
});

describe('the response reader', () => {
  const read = (text: string, isHead = false): Response | undefined => {
    const reader = new ResponseReader();
    for (const byte of Buffer.from(text, 'latin1')) reader.push(Buffer.from([byte]));
    reader.end();
    return reader.next(isHead);
  };
  const good: readonly (readonly [string, string, string])[] = [
    ['with a known length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab', 'ab'],
    ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n', 'ab'],
    ['that ends with the connection', 'HTTP/1.1 200 OK\r\n\r\nab', 'ab'],
    ['after an interim one', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', ''],
    ['without a body', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', ''],
  ];
  for (const [title, text, body] of good)
    test(`reads a response ${title}, byte by byte`, () => assert.equal(read(text)?.body.toString(), body));

  test('does not read a body in a response to HEAD, even if the response declares a length', () => {
    assert.equal(read('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', true)?.body.length, 0);
  });

  test('reads consecutive responses on one connection', () => {
    const reader = new ResponseReader();
    reader.push(
      Buffer.from(
        'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n',
      ),
    );
    assert.deepEqual(
      [reader.next(false)?.status, reader.next(false)?.status, reader.isAtStart],
      [200, 404, true],
    );
  });

  const bad = [
    'hello',
    'HTTP/1.0 200 OK\r\n\r\n',
    'HTTP/1.1 20 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nNo colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA : b\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA: b\nC: d\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA: \0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n',
    'HTTP/1.1 204 No\r\nContent-Length: 1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab',
    'HTTP/1.1 200 OK\r\nX-Request-Id: a\r\nX-Request-Id: b\r\n\r\n',
  ];
  for (const text of bad)
    test(`rejects ${JSON.stringify(text)}`, () => assert.throws(() => read(text), BadResponse));
});

describe('the checks on a response', () => {
  test('accept a response that matches the document', () => {
    assert.deepEqual(kindsOf(requestOf({}), answerOf(200, '{"name":"a","grade":null}')), []);
  });

  test('report a body that violates its schema, and an undocumented field, status or content type', () => {
    assert.deepEqual(kindsOf(requestOf({}), answerOf(200, '{"name":1}')), ['off schema']);
    assert.deepEqual(kindsOf(requestOf({}), answerOf(200, '{"name":"a","account_id":1}')), ['off schema']);
    assert.deepEqual(kindsOf(requestOf({}), answerOf(200, 'no JSON')), ['off schema']);
    assert.deepEqual(kindsOf(requestOf({}), answerOf(202, '{}')), ['undocumented status']);
    assert.deepEqual(kindsOf(requestOf({}), answerOf(200, 'a', [['content-type', 'text/plain']])), [
      'undocumented type',
    ]);
  });

  test('report server errors and responses that reveal internals', () => {
    assert.ok(kindsOf(requestOf({}), answerOf(500, '{"error":"x","code":"internal_error"}')).includes('5xx'));
    for (const inside of [
      'at run (file:///x/y.ts:1)',
      'SQLITE_ERROR',
      '/a/folder/ledger',
      'x/node_modules/y',
    ])
      assert.deepEqual(kindsOf(requestOf({}), answerOf(200, JSON.stringify({ name: inside }))), [
        'shows the inside',
      ]);
  });

  test('require a known error code that matches the status, in the format for the path', () => {
    const check = (target: string, status: number, body: string) =>
      kindsOf(requestOf({ target, operation: undefined }), answerOf(status, body));
    const enveloped = '{"data":null,"meta":null,"error":{"message":"x","code":"not_found"}}';
    assert.deepEqual(check('/api/v1/x', 404, enveloped), []);
    assert.deepEqual(check('/api/x', 404, '{"error":"x","code":"not_found"}'), []);
    assert.deepEqual(check('/api/x', 404, enveloped), ['error body']);
    assert.deepEqual(check('/api/v1/x', 404, '{"error":"x","code":"not_found"}'), ['error body']);
    assert.deepEqual(check('/api/x', 404, '{"error":"x","code":"made_up"}'), ['error body']);
    assert.deepEqual(check('/api/x', 400, '{"error":"x","code":"not_found"}'), ['error body']);
  });

  test('report an injected header, a redirect to another site, unescaped markup and a missing header', () => {
    const page = requestOf({ operation: undefined, target: '/page' });
    const html = [
      ['content-type', 'text/html; charset=utf-8'],
      ['content-security-policy', 'x'],
      ['referrer-policy', 'x'],
    ] as const;
    assert.deepEqual(kindsOf(page, answerOf(200, '<p>', html)), []);
    assert.deepEqual(kindsOf(page, answerOf(200, '<p><x-fuzz>', html)), ['unescaped']);
    assert.deepEqual(kindsOf(page, answerOf(200, '<p>', html.slice(0, 2))), ['page without header']);
    assert.deepEqual(kindsOf(page, answerOf(303, '', [['x-fuzz', 'injected']])), ['header injected']);
    for (const location of ['//x.example', 'https://x.example', '/\\x.example', '/a b'])
      assert.deepEqual(kindsOf(page, answerOf(303, '', [['location', location]])), ['leads elsewhere']);
    assert.deepEqual(
      checkAnswer(page, { ...answerOf(200, 'x'), headers: [['content-type', 'text/plain']] }, CONTEXT).map(
        ({ kind }) => kind,
      ),
      ['no X-Request-Id', 'no nosniff'],
    );
  });

  test('require the same response for another account’s items as for missing ones', () => {
    const foreign = requestOf({ operation: undefined, isForeign: true, caller: 'other organizer' });
    assert.deepEqual(kindsOf(foreign, answerOf(200, '{}')), ['somebody else’s']);
    assert.deepEqual(kindsOf(foreign, answerOf(404, '{"error":"x","code":"not_found"}')), []);
    assert.deepEqual(kindsOf(requestOf({ operation: undefined }), answerOf(200, 'a-secret-id')), [
      'secret shown',
    ]);
  });

  test('decompress a compressed response', () => {
    const compressed = (body: Buffer): Response => {
      const plain = answerOf(200, '');
      return { ...plain, headers: [...plain.headers, ['content-encoding', 'gzip']], body };
    };
    const request = requestOf({ operation: undefined });
    assert.deepEqual(kindsOf(request, compressed(gzipSync('a-secret-id'))), ['secret shown']);
    assert.deepEqual(kindsOf(request, compressed(gzipSync('{}'))), []);
    assert.deepEqual(kindsOf(request, compressed(Buffer.from('a-secret-id'))), ['unreadable encoding']);
  });
});

describe('the raw byte generator', () => {
  const make = (seed: number) => Array.from({ length: 300 }, (_, index) => makeRawCase(seed, index, 'h:1'));
  const result = { responses: [], badAnswer: undefined, closedBy: 'us', isSilent: false } as const;
  const error = answerOf(400, '{"error":"x","code":"invalid_body"}');

  test('makes the same bytes for the same seed, and different ones for a different seed', () => {
    assert.deepEqual(make(1), make(1));
    assert.notDeepEqual(make(1), make(2));
    assert.equal(new Set(make(1).map(({ family }) => family)).size, 20);
  });

  test('comes with a judge that reports a response to a smuggled request, silence, and an error without a code', () => {
    const made = { ...made0(), mustAnswer: true };
    assert.deepEqual(judgeRaw(made, { ...result, responses: [error] }), []);
    const kinds = (more: object) => judgeRaw(made, { ...result, ...more }).map(({ kind }) => kind);
    assert.deepEqual(kinds({ responses: [error, answerOf(200, 'There is nothing at /smuggled-request.')] }), [
      'too many answers',
      'smuggled',
    ]);
    assert.deepEqual(kinds({ isSilent: true }), ['silence']);
    assert.deepEqual(kinds({ closedBy: 'server' }), ['closed without an answer']);
    assert.deepEqual(kinds({ responses: [answerOf(400, '{"error":"Bad Request"}')] }), ['error body']);
    assert.deepEqual(kinds({ responses: [{ ...error, headers: [['content-type', 'application/json']] }] }), [
      'no X-Request-Id',
    ]);
  });

  function made0() {
    const [first] = make(1);
    assert.ok(first);
    return { ...first, answersMax: 1, expects: undefined, target: undefined, resetAfter: undefined };
  }
});

describe('a fuzz run', () => {
  test('distinguishes good responses, responses that are not HTTP, and missing responses', async () => {
    const answers = ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 'HTTP/1.1 2000 OK\r\n\r\n', ''];
    const server = createServer((socket) =>
      socket.on('data', () => socket.end(answers.shift() ?? '')),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const kinds: string[] = [];
    for (let asked = 0; asked < 3; asked++)
      kinds.push((await new Client(port).send(Buffer.from('x'), false)).kind);
    server.close();
    assert.deepEqual(kinds, ['answer', 'bad answer', 'no answer']);
  });

  test('judges memory by the medians of its quarters, and does not judge a run that is too short', () => {
    const samples = (last: number) => Array.from({ length: 80 }, (_, at) => (at < 60 ? 100 : last));
    assert.deepEqual(
      [samples(115), samples(116), [1, 2]].map((each) => judgeMemory(each).isFlat),
      [true, false, undefined],
    );
  });

  test('groups findings of one kind for one operation, even if they contain different ids', () => {
    const findings = new Findings();
    for (const detail of [`no ${EVENT}`, `no ${REQUEST_ID}`])
      findings.add({ name: 'a', kind: 'b', status: 1, detail, example: detail });
    assert.deepEqual(
      findings.list().map(({ count }) => count),
      [2],
    );
  });

  test('reads links and forms from a page as a browser would send them', () => {
    const page = `<a href="/a?x&#61;1">a</a><a href="https://elsewhere.example/">b</a><a href="#m">c</a>
<form action="/f" method="post" enctype="multipart/form-data"><input name="t" type="text" value="a &amp; b">
<select name="s"><option value="1"><option value="2"></select><input type="radio" name="r" value="x"><input type="radio" name="r" value="y">
<textarea name="w">in &lt;it&gt;</textarea><button type="submit">Go</button></form>`;
    assert.deepEqual(readPage(page, '/p'), {
      links: ['/a?x=1'],
      forms: [
        {
          action: '/f',
          method: 'post',
          isMultipart: true,
          fields: [
            { name: 't', type: 'text', value: 'a & b', options: [] },
            { name: 's', type: 'select', value: '', options: ['1', '2'] },
            { name: 'r', type: 'radio', value: '', options: ['x', 'y'] },
            { name: 'w', type: 'textarea', value: 'in <it>', options: [] },
          ],
        },
      ],
    });
  });

  test('reduces a URL to its template, and finds the ids in its path', () => {
    assert.equal(
      templateOf(`/organizer/events/${EVENT}/applications?page=2`),
      '/organizer/events/*/applications',
    );
    assert.deepEqual(idsIn(`/organizer/events/${EVENT}/x?id=${REQUEST_ID}`), [EVENT]);
  });
});

function requestOf(more: Partial<FuzzRequest>): FuzzRequest {
  return {
    index: 0,
    name: 'x',
    operation: OPERATION,
    caller: 'anonymous',
    method: 'GET',
    target: '/api/trucks/1',
    headers: [],
    body: undefined,
    isChunked: false,
    isForeign: false,
    ...more,
  };
}

/** Returns a response with all the required headers. `headers` come first, so they take precedence. */
function answerOf(status: number, body: string, headers: Response['headers'] = []): Response {
  const usual = [
    ['x-request-id', REQUEST_ID],
    ['x-content-type-options', 'nosniff'],
    ['cache-control', 'no-store'],
    ...(headers.some(([name]) => name === 'content-type') ? [] : [['content-type', 'application/json']]),
  ].map(([name = '', value = '']) => [name, value] as const);
  return { status, headers: [...headers, ...usual], body: Buffer.from(body), interim: [] };
}

function kindsOf(request: FuzzRequest, answer: Response): string[] {
  return checkAnswer(request, answer, CONTEXT).map(({ kind }) => kind);
}
