import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFailure, nextAttemptAt } from './transport.ts';

test('an email is retried after 1, 5, 15, 60 and 240 minutes, then every 12 hours until it is 3 days old', () => {
  const createdAt = new Date('2026-03-16T15:00:00Z');
  const pauses: number[] = [];
  let now: Date | undefined = createdAt;
  for (let failures = 1; now; failures++) {
    const next = nextAttemptAt(createdAt, failures, now);
    if (next) pauses.push((next.getTime() - now.getTime()) / 60_000);
    now = next;
  }
  assert.deepEqual(pauses, [1, 5, 15, 60, 240, 720, 720, 720, 720, 720]);
});

test('a failure is described in one short line without the recipient’s address, links or codes', () => {
  const cases: [message: string, recipient: string, described: string][] = [
    ['550 5.1.1 <jane@x.example>: unknown', 'jane@x.example', '550 5.1.1 … unknown'],
    ['550 user JANE.DOE unknown', 'jane.doe@x.example', '550 user … unknown'],
    ['554 bad https://a.example/reset?token=s3cret here', 'j@x.example', '554 bad … here'],
    ['554 seen a.example/reset?token=s3cret', 'j@x.example', '554 seen …'],
    [`554 ${'k'.repeat(41)} seen`, 'j@x.example', '554 … seen'],
    ['450\r\nlater,\u0000 please', 'j@x.example', '450 later, please'],
    ['not an address', '', 'not an address'],
    ['for "a b"@x.example', '"a b"@x.example', 'for …'],
  ];
  for (const [message, recipient, described] of cases)
    assert.equal(describeFailure(new Error(message), recipient), described);
  assert.equal(describeFailure(new Error('word '.repeat(100)), 'j@x.example').length, 200);
});
