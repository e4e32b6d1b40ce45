import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { loadRing, sampleClaims, sampleRing, signText } from '../../../test/support/receipt-samples.ts';
import { encodeJws } from './jws.ts';
import { compromise } from './key-ring-service.ts';
import { toJwks } from './keys.ts';
import { signReceipt } from './receipt.ts';
import { Claims, RECEIPT_LENGTH_MAX, VerificationOutcome } from './schemas.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const text = readFileSync(path.join(ROOT, 'docs/receipts.md'), 'utf8');
const section = (title: string) => text.split(/^## /m).find((each) => each.startsWith(title)) ?? '';
const firstCells = (title: string) =>
  [...section(title).matchAll(/^\|(.*?)\|/gm)].map(([, cell = '']) => cell);
const codes = (cells: readonly string[]) =>
  cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code));

describe('docs/receipts.md', () => {
  test('lists every field of a receipt in order, and no others', () => {
    assert.deepEqual(codes(firstCells('What it says')), Object.keys(Claims.properties));
  });

  test('explains every reason and the maximum length', () => {
    const told = [...section('What the answer means').matchAll(/^\| `false` \| `(\w+)`/gm)].map(
      ([, code]) => code,
    );
    const { anyOf } = JSON.parse(JSON.stringify(VerificationOutcome.properties.reason));
    assert.deepEqual(told, anyOf[0].enum);
    assert.ok(text.includes(`${RECEIPT_LENGTH_MAX.toLocaleString('en')} characters`));
  });

  test('has an example that verifies a genuine receipt and rejects anything else', async () => {
    const [, example] = /^```js\n([\s\S]*?)^```/m.exec(text) ?? [];
    assert.ok(example);
    const ring = sampleRing(2);
    const [old, signing] = [...loadRing(ring).values()];
    const [stranger] = [...loadRing(sampleRing(1)).values()];
    assert.ok(old && signing && stranger);
    const run = async (receipt: string, keys = ring) => {
      const address = `data:application/json,${encodeURIComponent(JSON.stringify(toJwks(keys)))}`;
      const args = ['--input-type=module', '-e', example, '--', 'verify.mjs', receipt, address];
      return (await promisify(execFile)(process.execPath, args, { cwd: ROOT })).stdout;
    };
    const receipt = signReceipt(sampleClaims(2), old);
    const { payload, signatures } = JSON.parse(Buffer.from(receipt, 'base64url').toString());
    const altered = encodeJws({ payload: payload.replace('J', 'K'), signatures });
    const [genuine] = await Promise.all([
      run(receipt),
      assert.rejects(run(altered), /signature verification failed/),
      assert.rejects(run(signReceipt(sampleClaims(2), stranger)), /signature verification failed/),
      assert.rejects(run(signText('{"typ":"something else"}', signing)), /Signed, but no receipt/),
      assert.rejects(run(receipt, compromise(ring, old.ring.id, new Date())), /Its key was found out/),
    ]);
    assert.match(genuine, /^GENUINE \{\n {2}typ: 'vendor-decision-receipt'/);
  });
});
