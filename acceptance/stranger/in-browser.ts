import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { openBrowser } from '../browser/inspector.ts';

/**
 * Uses the installed verifier as a module in a page, with the browser's WebCrypto. Verifies a genuine receipt
 * and one with a flipped bit.
 */
export async function verifyInBrowser(folder: string, receipt: string): Promise<void> {
  const dist = path.join(folder, 'node_modules/vendor-compliance-client/dist');
  const server = createServer(async (request, response) => {
    const name = path.basename(request.url ?? '');
    if (!name.endsWith('.js')) return response.setHeader('content-type', 'text/html').end('<title>x</title>');
    response.setHeader('content-type', 'text/javascript').end(await readFile(path.join(dist, name)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const keys = JSON.parse(await readFile(path.join(folder, 'jwks.json'), 'utf8'));
    const verdicts = await page.evaluate(`(${VERIFY_BOTH})(${JSON.stringify({ receipt, keys })})`);
    assert.deepEqual(verdicts, [true, false]);
  } finally {
    await browser.close();
    server.close();
  }
}

/** This code runs in the page. It is a string, so that the compiler does not try to resolve the import. */
const VERIFY_BOTH = `async ({ receipt, keys }) => {
  const { createReceiptVerifier } = await import('/receipts.js');
  const verify = createReceiptVerifier(keys);
  const altered = receipt.slice(0, 400) + (receipt[400] === 'A' ? 'B' : 'A') + receipt.slice(401);
  return [(await verify(receipt)).valid, (await verify(altered)).valid];
}`;
