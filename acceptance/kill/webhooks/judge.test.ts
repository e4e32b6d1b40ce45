import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  applicationChanged,
  applicationReceived,
  bodyOf,
  bookedVendorChanged,
} from '../../../src/webhooks/messages/payloads.ts';
import { type Copy, judgeWebhooks, type Line, type Told } from './judge.ts';

const APPLICATION = 'application-1';
const ENDPOINT = 'endpoint-1';
const timeOf = (second: number) => `2026-03-16T15:00:0${second}.000Z`;

const LINES: readonly Line[] = (
  [
    ['submitted', 'applicant', 'status'],
    ['approved', 'organizer', 'taken_back'],
    ['approved', 'organizer', 'message'],
    ['submitted', 'organizer', 'undone'],
  ] as const
).map(([status, changed_by, kind], index) => ({
  application_id: APPLICATION,
  position: index + 1,
  status,
  changed_by,
  kind,
}));

const NOTED = {
  application_id: APPLICATION,
  changed_at: timeOf(5),
  grave: 1,
  verdict_from: 'ELIGIBLE',
  verdict_to: 'BLOCKED',
  changes: '[{"kind":"hold"},{"kind":"hold"}]',
};

const VENDOR = { name: 'CRAB SHACK', license_number: 'MFD5890001', verdict: 'CLEAR' };

/** The message as the service queues it. */
const OF_VENDOR = {
  id: 'msg_5',
  body: bodyOf(
    bookedVendorChanged(
      {
        vendorId: 'vendor-1',
        application_id: APPLICATION,
        event_id: 'event-1',
        kinds: ['hold', 'hold'],
        grave: true,
        from: 'ELIGIBLE',
        to: 'BLOCKED',
        vendor: VENDOR,
      },
      'https://vendors.example',
    ),
    new Date(timeOf(5)),
  ),
};
const OF_APPLICATION = LINES.filter(({ kind }) => kind !== 'message').map(
  ({ position, status, changed_by }) => {
    const news = { id: APPLICATION, event_id: 'event-1', status, changed_by, vendor: VENDOR };
    const make = position === 1 ? applicationReceived : applicationChanged;
    return {
      id: `msg_${position}`,
      body: bodyOf(make(news, 'https://vendors.example'), new Date(timeOf(position))),
    };
  },
);

const MESSAGES = [...OF_APPLICATION, OF_VENDOR];

/** In this run, the message was delivered on the second attempt, after the receiver failed once. */
const TOLD: Told = {
  lines: LINES,
  noted: [NOTED],
  messages: MESSAGES,
  endpointIds: [ENDPOINT],
  kills: 1,
  deliveries: MESSAGES.map(({ id }) => ({
    endpoint_id: ENDPOINT,
    message_id: id,
    attempts: 2,
    delivered_at: timeOf(9),
    next_attempt_at: null,
    claimed_until: null,
  })),
  attempts: MESSAGES.flatMap(({ id }) => [
    attempt(id, { made_at: timeOf(8), outcome: 'delivered', status: 204 }),
    attempt(id, { made_at: timeOf(5), outcome: 'refused', status: 500 }),
  ]),
  copies: MESSAGES.flatMap((message) => [copy(message, 500), copy(message, 204)]),
};

function attempt(id: string, made: Omit<Told['attempts'][number], 'endpoint_id' | 'message_id'>) {
  return { endpoint_id: ENDPOINT, message_id: id, ...made };
}

function copy(message: Told['messages'][number], answered: number | undefined): Copy {
  return { ...message, endpointId: ENDPOINT, isSigned: true, answered };
}

describe('the webhook judge', () => {
  const [first, second, ...rest] = MESSAGES;
  assert.ok(first && second);

  test('finds nothing wrong if everything was delivered', () => {
    assert.deepEqual(judgeWebhooks(TOLD), []);
  });

  test('accepts one unlogged request to each endpoint, which a killed process may leave', () => {
    const twice = { ...TOLD, copies: [...TOLD.copies, copy(first, 204)] };
    assert.deepEqual(judgeWebhooks(twice), []);
    assert.match(judgeWebhooks({ ...twice, kills: 0 }).join(), /not in the log/);
  });

  test('accepts an attempt without a response', () => {
    const [good, , ...others] = TOLD.attempts;
    assert.ok(good);
    const late = attempt(first.id, { made_at: timeOf(5), outcome: 'timeout', status: null });
    const copies = [copy(first, undefined), ...TOLD.copies.slice(1)];
    assert.deepEqual(judgeWebhooks({ ...TOLD, copies, attempts: [good, late, ...others] }), []);
  });

  test('finds a change that was not delivered, was delivered twice or is wrong, and times that are out of order', () => {
    const swapped = [
      first,
      { ...second, body: rest[0]?.body ?? '' },
      { ...rest[0], id: 'msg_4', body: second.body },
      OF_VENDOR,
    ];
    const sameTime = [first, { ...second, body: second.body.replace(timeOf(2), timeOf(1)) }, ...rest];
    const late = [first, { ...second, body: second.body.replace(timeOf(2), timeOf(7)) }, ...rest];
    const wrong = [first, { ...second, body: second.body.replace('approved', 'declined') }, ...rest];
    const sets = [[first, ...rest], [...MESSAGES, { ...second, id: 'msg_9' }], sameTime, late, wrong];
    for (const messages of sets) {
      const copies = messages.flatMap((message) => [copy(message, 500), copy(message, 204)]);
      assert.match(judgeWebhooks({ ...TOLD, messages, copies }).join(), /happened|one time/);
    }
    // Only the ids are swapped. The times and bodies still describe the events in order.
    const copies = swapped.flatMap((message) => [copy(message, 500), copy(message, 204)]);
    assert.deepEqual(judgeWebhooks({ ...TOLD, messages: swapped, copies }), []);
  });

  test('finds a vendor change that was not delivered, was delivered twice, is wrong or did not happen', () => {
    const judge = (part: Partial<Told>) => judgeWebhooks({ ...TOLD, ...part }).join();
    const again = { ...OF_VENDOR, id: 'msg_9' };
    assert.match(judge({ messages: OF_APPLICATION }), /of a vendor, and not told/);
    assert.match(judge({ messages: [...MESSAGES, again] }), /told of a vendor, and not in the ledger/);
    assert.match(judge({ noted: [] }), /told of a vendor, and not in the ledger/);
    assert.match(judge({ noted: [NOTED, NOTED] }), /of a vendor, and not told/);
    for (const wrong of [
      { verdict_to: 'REVIEW' },
      { grave: 0 },
      { changed_at: timeOf(6) },
      { changes: '[]' },
    ])
      assert.match(judge({ noted: [{ ...NOTED, ...wrong }] }), /not told.*not in the ledger/s);
  });

  test('finds a message that did not arrive, was unsigned or altered, went to the wrong endpoint, or is not in the ledger', () => {
    const others = TOLD.copies.slice(2);
    const faulty: readonly (readonly [Partial<Told>, RegExp])[] = [
      [{ copies: [copy(first, 500), copy(first, 500), ...others] }, /never arrived/],
      [{ copies: others }, /never arrived/],
      [{ copies: [...TOLD.copies, { ...copy(first, 204), isSigned: false }] }, /signature/],
      [{ copies: [...TOLD.copies, { ...copy(first, 204), body: '{}' }] }, /another body/],
      [{ copies: [...TOLD.copies, { ...copy(first, 204), endpointId: 'nobody' }] }, /address of nobody/],
      [{ copies: [...TOLD.copies, { ...copy(first, 204), id: 'msg_9' }] }, /not in the ledger/],
      [{ deliveries: TOLD.deliveries.slice(1) }, /no delivery/],
    ];
    for (const [part, problem] of faulty) assert.match(judgeWebhooks({ ...TOLD, ...part }).join(), problem);
  });

  test('finds a message log that differs from what was sent', () => {
    const [delivered, refused, ...others] = TOLD.attempts;
    const [delivery, ...deliveries] = TOLD.deliveries;
    assert.ok(delivered && refused && delivery);
    const waiting = { ...delivery, delivered_at: null, next_attempt_at: timeOf(9) };
    const faulty: readonly (readonly [Partial<Told>, RegExp])[] = [
      [{ attempts: [refused, ...others] }, /once, last/],
      [{ attempts: [delivered, delivered, ...others] }, /once, last/],
      [{ attempts: [delivered, { ...refused, made_at: timeOf(9) }, ...others] }, /once, last/],
      [{ attempts: [delivered, ...others] }, /counts 2 attempts and logs 1/],
      [{ attempts: [delivered, { ...refused, status: 503 }, ...others] }, /not answered/],
      [{ attempts: [...TOLD.attempts, refused] }, /logs 3 attempts, and 2 came/],
      [{ deliveries: [waiting, ...deliveries] }, /not noted/],
      [{ deliveries: [{ ...delivery, claimed_until: timeOf(9) }, ...deliveries] }, /not noted/],
    ];
    for (const [part, problem] of faulty) assert.match(judgeWebhooks({ ...TOLD, ...part }).join(), problem);
  });
});
