import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RESERVED_LICENSES } from '../src/demo/florida/reserved/reserved-licenses.ts';
import { openDemoApp } from '../test/support/demo-app.ts';
import { openTestSqlite } from '../test/support/engines.ts';
import { findFreePort } from '../test/support/free-port.ts';
import { openBrowser } from './browser/inspector.ts';

interface Measured {
  readonly border: string;
  readonly whole: number;
  readonly room: number;
}

/**
 * Embeds a card for every kind of record in another site's page in Chromium, exactly as `/oembed` returns it.
 * The style sheet must apply, and all of the text must fit in the frame. Exits with 1 otherwise.
 */
const port = await findFreePort();
const baseUrl = `http://localhost:${port}`;
const demo = await openDemoApp(await openTestSqlite(), 300, { BASE_URL: baseUrl });
await demo.app.listen({ port, host: '127.0.0.1' });
let body = '';
const site = createServer((_, response) =>
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<!doctype html><title>Another site</title>${body}`),
).listen(0, '127.0.0.1');
const browser = await openBrowser();
const failed: string[] = [];
let looked = 0;
try {
  const page = await browser.newPage();
  for (const { state, license_number, maxwidth } of RESERVED_LICENSES.flatMap((each) =>
    [440, 300, 200].map((maxwidth) => ({ ...each, maxwidth })),
  )) {
    const found = (await demo.get(`/api/vendors?q=${license_number}`)).json as { id: string; name: string }[];
    const [vendor] = found;
    if (!vendor) continue;
    const embed = await demo.get(
      `/oembed?url=${encodeURIComponent(`${baseUrl}/vendor/${vendor.id}`)}&maxwidth=${maxwidth}`,
    );
    body = (embed.json as { html: string }).html.replace('loading="lazy"', '');
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const frame = page.frames().find((each) => each.url().includes('/embed/'));
    if (!frame) throw new Error(`no frame for ${state}`);
    await frame.waitForLoadState('load');
    const { border, whole, room } = await frame.evaluate<Measured>(`({
      border: getComputedStyle(document.querySelector('.card')).borderLeftWidth,
      whole: document.documentElement.scrollHeight,
      room: innerHeight,
    })`);
    looked += 1;
    if (border !== '6px' || whole > room)
      failed.push(
        `${state}, ${maxwidth} wide: border ${border}, ${whole} pixels of text in a frame of ${room}`,
      );
  }
} finally {
  await browser.close();
  site.close();
  await demo.close();
}
for (const each of failed) console.error(each);
console.log(`${looked} cards in another page, ${failed.length} unstyled or cut`);
process.exitCode = failed.length > 0 || looked === 0 ? 1 : 0;
