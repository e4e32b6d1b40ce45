import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiptIn as inClient } from '../../client/src/receipts.ts';
import { receiptIn } from '../../src/decisions/receipts/pasted.ts';

/** The service and the client read what was pasted in the same way. */

const RECEIPT = `eyJw${'Ab-_9'.repeat(60)}`;
const wrapped = (width: number, end: string, start = '') =>
  (RECEIPT.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).map((line) => start + line).join(end);

test('a receipt is read however an email program wrapped, quoted or encoded it', () => {
  for (const pasted of [
    RECEIPT,
    `${RECEIPT}\n`,
    `\r\n  ${RECEIPT}\t`,
    wrapped(76, '\r\n'),
    wrapped(76, '\n', '> '),
    wrapped(60, '\n', '>> > '),
    wrapped(60, '\n', '| '),
    wrapped(75, '=\r\n'),
    wrapped(75, '= \n'),
    wrapped(20, '\u200B'),
    wrapped(20, '\u00AD'),
    `\uFEFF${RECEIPT}\u2060`,
    wrapped(20, '\u00A0'),
    `"${RECEIPT}"`,
    `“${RECEIPT}”.`,
    `<${RECEIPT}>`,
    `\`${RECEIPT}\``,
    `https://vendors.example/verify?receipt=${RECEIPT}`,
    `<https://vendors.example/verify?lang=es&receipt=${RECEIPT}>`,
    `> https://vendors.example/verify?receipt=${wrapped(70, '=\n> ')}`,
  ])
    for (const read of [receiptIn, inClient])
      assert.equal(read(pasted), RECEIPT, JSON.stringify(pasted.slice(0, 40)));
});

test('a text of a megabyte is read in one pass, whatever is in it', () => {
  for (const read of [receiptIn, inClient])
    for (const unit of ['"', '>', '= ', '\n> ', '\u200B', '?receipt', '&receipt=', ' ']) {
      const text = `x${unit.repeat(1_000_000 / unit.length)}x`;
      const before = process.cpuUsage();
      read(text);
      // A second pass for every character takes minutes.
      assert.ok(process.cpuUsage(before).user < 2_000_000, JSON.stringify(unit));
    }
});

test('every character that no email program adds stays, so that what was changed is not taken for genuine', () => {
  for (const changed of [
    `${RECEIPT}==`.replace('==', '==x'),
    `${RECEIPT.slice(0, 9)}=${RECEIPT.slice(9)}`,
    `${RECEIPT.slice(0, 9)}>${RECEIPT.slice(9)}`,
    `${RECEIPT.slice(0, 9)}.${RECEIPT.slice(9)}`,
    `${RECEIPT}é`,
    RECEIPT.toLowerCase(),
  ])
    for (const read of [receiptIn, inClient]) assert.notEqual(read(changed), RECEIPT, changed.slice(0, 20));
});
