import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiptIn as inClient } from '../../client/src/receipts.ts';
import { receiptIn, shortNumberIn } from '../../src/decisions/receipts/parse-receipt-text.ts';

/** The service and the client parse pasted text in the same way. */

const RECEIPT = `eyJw${'Ab-_9'.repeat(60)}`;
const wrapped = (width: number, end: string, start = '') =>
  (RECEIPT.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).map((line) => start + line).join(end);

test('a receipt can be read however an email program wrapped, quoted, or encoded it', () => {
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

/** Builds a receipt in the same form as the service: JSON that ends with its signatures. */
const madeReceipt = (name: string) =>
  Buffer.from(
    JSON.stringify({ payload: name.repeat(40), signatures: [{ signature: 'a' }, { signature: 'b' }] }),
  ).toString('base64url');

test('a receipt is found within any text, wrapped or not, and a repeated receipt counts once', () => {
  for (const name of ['x', 'yy', 'zzz']) {
    const receipt = madeReceipt(name);
    const lines = receipt.replace(/.{60}/g, '$&\n');
    for (const text of [receipt, lines, lines.replaceAll('\n', '\n> ')])
      for (const pasted of [
        `Hi Ann,\nhere is our receipt:\n\n${text}\n\nBest, Joe`,
        `Hi Ann,\nhere it is\n${text}\nBest\nJoe`,
        `Receipt: ${text}`,
        `Receipt ${text} from us`,
        `${text}\n${receipt}\n`,
      ])
        for (const read of [receiptIn, inClient]) assert.equal(read(pasted), receipt, pasted);
    for (const pasted of [
      JSON.stringify({ receipt }),
      JSON.stringify({ verify_url: `https://v.example/verify?receipt=${receipt}`, receipt }, null, 2),
      JSON.stringify({ body: JSON.stringify({ receipt }) }),
      `(https://v.example/verify?receipt=${receipt}&lang=es)`,
    ])
      for (const read of [receiptIn, inClient]) assert.equal(read(pasted), receipt, pasted);
  }
});

test('two different receipts in one text cause an error that says so', () => {
  for (const between of ['\n', ' and ', '\n\nBest, Joe\n', '","'])
    for (const read of [receiptIn, inClient])
      assert.throws(() => read(`${madeReceipt('x')}${between}${madeReceipt('y')}`), /two different receipts/);
});

test('a short number is found in a sentence and with any kind of dash, and two different numbers cause an error', () => {
  const one = '27JS-9X41-JP61-1RRP';
  const other = 'WERC-8GMR-ZGE1-96QF';
  for (const pasted of [
    one,
    `Our receipt number is ${one}.`,
    `our receipt number is ${one.toLowerCase()}, thanks`,
    one.replaceAll('-', '–'),
    `Receipt (${one.replaceAll('-', '‑')}), and again ${one}`,
    `See https://v.example/v/${one}.`,
  ])
    assert.deepEqual(shortNumberIn(pasted), { kind: 'number', number: one }, pasted);
  assert.deepEqual(shortNumberIn(`number ${one.slice(0, -1)}X`), { kind: 'mistyped' });
  assert.deepEqual(shortNumberIn('Telephone 4075-5501-0012'), { kind: 'other' });
  assert.throws(() => shortNumberIn(`${one} and ${other}`), /two different receipts/);
});

test('a megabyte of any text is parsed in a single pass', () => {
  for (const read of [receiptIn, inClient])
    for (const unit of [
      '"',
      '>',
      '= ',
      '\n> ',
      '\u200B',
      '?receipt',
      '&receipt=',
      ' ',
      'eyJw ',
      'eyJw a ',
      'eyJwa',
      'ABCD-',
      ' a',
    ]) {
      const text = `x eyJw${unit.repeat(1_000_000 / unit.length)}x`;
      const before = process.cpuUsage();
      read(text);
      shortNumberIn(text);
      // A second pass for every character would take minutes.
      assert.ok(process.cpuUsage(before).user < 2_000_000, JSON.stringify(unit));
    }
});

test('only characters that email programs add are removed, so that a changed receipt is not taken for a genuine one', () => {
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
