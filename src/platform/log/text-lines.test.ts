import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from './log.ts';
import { destinationFor } from './text-lines.ts';

/** Returns the text that a logger writes. */
function written(log: (log: ReturnType<typeof createLogger>) => void, isTTY = true): string {
  const texts: string[] = [];
  const output = { isTTY, write: (text: string) => texts.push(text) };
  log(createLogger('info', destinationFor('auto', output)));
  return texts.join('');
}

test('a terminal shows the time, the message and the fields', () => {
  const text = written((log) =>
    log.info(
      { url: 'http://localhost:3000', result: { outcome: 'published', files: 12, doubts: [] } },
      'serving',
    ),
  );
  assert.match(
    text,
    /^\d\d:\d\d:\d\d serving {2}url: http:\/\/localhost:3000 {2}outcome: published {2}files: 12\n$/,
  );
});

test('a request is logged in one short line', () => {
  const text = written((log) =>
    log.info({ reqId: '7', method: 'GET', path: '/search', status: 503, ms: 4.4 }, 'request'),
  );
  assert.match(text, /^\d\d:\d\d:\d\d GET \/search 503 {2}4 ms\n$/);
});

test('an error is marked with ERROR and followed by its stack trace', () => {
  const text = written((log) => log.error({ err: new Error('the disk is full') }, 'refresh failed'));
  const [first = '', second = '', third = ''] = text.split('\n');
  assert.match(first, / ERROR refresh failed$/);
  assert.equal(second, '  Error: the disk is full');
  assert.match(third, /^ {2,}at /);
});

test('input from a stranger cannot move the cursor of the terminal', () => {
  const text = written((log) =>
    log.warn({ path: '/a\u001b[2J\r\u202eb', err: new Error('x\u001b[31m') }, 'request'),
  );
  assert.doesNotMatch(text.replaceAll('\n', ''), /\p{C}/u);
});

test('JSON lines are written if there is no terminal, or on request', () => {
  const [terminal, file] = [true, false].map((isTTY) => ({ isTTY, write: () => {} }));
  assert.equal(destinationFor('auto', file), undefined);
  assert.equal(destinationFor('json', terminal), undefined);
  assert.ok(destinationFor('text', file));
});
