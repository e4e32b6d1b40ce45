import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { linkIn } from './mailbox.ts';
import type { BrowserRun } from './run.ts';
import { done, fill } from './steps.ts';

/**
 * A vendor uploads the seven documents for a food truck night from a phone, in English and Spanish, with and
 * without JavaScript. Counts the clicks, starting at the documents page. Each photo is larger than one
 * megabyte. With JavaScript, the page shrinks it to a smaller JPEG before the upload.
 */
const CLICKS_MAX = 8;
const EVENT = 'Gulf Truck Night';
const FILES = ['license_copy', 'insurance_certificate', 'fire_extinguisher_tag', 'food_manager_certificate'];
const STATEMENTS = ['hood_suppression_certificate', 'propane_declaration', 'generator_details'];

export async function sendDocuments(run: BrowserRun): Promise<void> {
  for (const language of ['en', 'es'])
    for (const hasScript of [true, false]) {
      const context = await run.browser.newContext({
        viewport: { width: 360, height: 740 },
        javaScriptEnabled: hasScript,
      });
      const page = await context.newPage();
      const clicks = await sendAs(run, page, { language, hasScript });
      await context.close();
      assert.ok(clicks <= CLICKS_MAX, `${clicks} clicks`);
      done(`seven documents: ${clicks} clicks (${language}, ${hasScript ? 'with' : 'without'} script)`);
    }
}

async function sendAs(
  run: BrowserRun,
  page: Page,
  { language, hasScript }: { readonly language: string; readonly hasScript: boolean },
): Promise<number> {
  const { inspect } = run;
  await page.goto(await apply(run, page, `${language}-${hasScript}@trucks.example`, language));
  if (hasScript) await inspect.look(page, `60-documents-${language}`);
  await page.setViewportSize({ width: 360, height: 740 });
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  for (const code of FILES) {
    const day = page.locator(`#${code}_expires_on`);
    if ((await day.count()) > 0) await day.fill('2030-06-01');
    const chosen = page.waitForEvent('filechooser');
    await click(page.locator(`#${code}_file`));
    await (await chosen).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo() });
  }
  for (const code of STATEMENTS) await click(page.locator(`#${code}_none`));
  await page.fill('#generator_details_power', 'none');
  const arrived = page.waitForURL(/done=sent/);
  await click(page.locator('.send-all button'));
  await arrived;
  if (hasScript) await inspect.look(page, `61-documents-sent-${language}`);
  const links = page.locator('.document-row a[href*="/application/files/"]');
  assert.equal(await links.count(), FILES.length + STATEMENTS.length);
  const file = await page.request.get(
    new URL((await links.first().getAttribute('href')) ?? '', page.url()).href,
  );
  assert.equal(file.headers()['content-type'], hasScript ? 'image/jpeg' : 'image/png');
  return clicks;
}

/** Submits an application, and returns the URL of its documents page. */
async function apply({ origin, mailbox }: BrowserRun, page: Page, email: string, language: string) {
  await page.goto(`${origin}${language === 'en' ? '' : `/${language}`}/events`);
  await page.locator('main').getByRole('link', { name: EVENT }).first().click();
  await fill(page, {
    license_number: 'MFD5890003',
    business_name: 'Fabled Flamingo Arepas',
    contact_name: 'Flora Flamenco',
    contact_email: email,
    contact_phone: '352 555 0102',
  });
  await page.selectOption('main [name=food_kind]', { index: 1 });
  await page.locator('textarea[name^=q_]').first().fill('Arepas');
  await page.locator('input[type=number][name^=q_]').first().fill('22');
  for (const group of await page.locator('fieldset[role=radiogroup]').all())
    await group.locator('input').first().check();
  await page.locator('main form[method=post] button[type=submit]').first().click();
  await page.waitForURL(/\/applied/);
  return linkIn(await mailbox.next(email), '/application?token=').replace(
    '/application?',
    '/application/documents?',
  );
}

/** Returns a 1.7 MB picture of random noise, which cannot be compressed. */
function photo(): Buffer {
  const side = 750;
  const rows = Buffer.concat(
    Array.from({ length: side }, () => Buffer.concat([Buffer.alloc(1), randomBytes(side * 3)])),
  );
  const size = Buffer.alloc(8);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  const head = Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])]);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
