import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { findFreePort } from '../../test/support/free-port.ts';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import { runProcess, startService } from '../../test/support/process.ts';
import { openBrowser } from '../browser/inspector.ts';
import { linkIn, type Mailbox, openMailbox } from '../browser/mailbox.ts';

/** The reader of a page. Each has a window with its own cookies. */
export type Reader = 'visitor' | 'organizer' | 'vendor';

export interface World {
  readonly origin: string;
  readonly browser: Browser;
  readonly mailbox: Mailbox;
  readonly windows: Readonly<Record<Reader, BrowserContext>>;
}

/** The license that the vendor here holds. */
const OWN_LICENSE = 'MFD5890003';
const VENDOR = { name: 'Vera Vendor', email: 'vera@pictures.example', password: 'a truck nobody knows' };
const ORGANIZER = { email: 'parks@demo.example', password: 'fictional-parks' };

/**
 * Starts the service with demo data, and a browser. Signs in the demo's organizer and a vendor who is
 * verified as the holder of a license.
 */
export async function withWorld(
  act: (world: World) => Promise<void>,
  { hasOwner = true }: { readonly hasOwner?: boolean } = {},
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pictures-'));
  const mailbox = await openMailbox();
  const port = String(await findFreePort());
  const origin = `http://127.0.0.1:${port}`;
  const settings = { DATA_DIR: dataDir, SMTP_URL: mailbox.url, BASE_URL: origin, ...LIMITS_OFF };
  const service = await startService({ PORT: port, ...settings });
  const browser = await openBrowser();
  try {
    await service.logged('refresh finished');
    await service.logged('demo organizers are ready');
    const windows = {
      visitor: await browser.newContext(),
      organizer: await browser.newContext(),
      vendor: await browser.newContext(),
    };
    await post(windows.organizer, `${origin}/sign-in`, ORGANIZER);
    await post(windows.vendor, `${origin}/sign-up`, VENDOR);
    const link = linkIn(await mailbox.next(VENDOR.email), '/confirm-email');
    const token = new URL(link).searchParams.get('token') ?? '';
    await post(windows.vendor, `${origin}/confirm-email`, { token, password: VENDOR.password });
    if (hasOwner) await claimLicense(origin, windows.vendor, settings);
    await act({ origin, browser, mailbox, windows });
  } finally {
    await browser.close();
    await service.stop();
    await mailbox.close();
    await rm(dataDir, { recursive: true });
  }
}

async function claimLicense(
  origin: string,
  vendor: BrowserContext,
  settings: Record<string, string>,
): Promise<void> {
  const claimed = await vendor.request.post(`${origin}/claim`, {
    multipart: { license: OWN_LICENSE, proof: 'post' },
    headers: { origin },
  });
  assert.equal(claimed.status(), 200);
  const queued = await runProcess(['claims', 'list', '--json'], settings);
  const [claim] = JSON.parse(queued.stdout).claims;
  const verified = await runProcess(['claims', 'verify', String(claim.id)], settings);
  assert.equal(verified.code, 0, verified.stderr);
}

/** Submits a form as its page would. The cookies in the response are kept in the window. */
export async function post(
  window: BrowserContext,
  address: string,
  form: Record<string, string>,
): Promise<void> {
  const answer = await window.request.post(address, {
    form,
    headers: { origin: new URL(address).origin },
    maxRedirects: 0,
  });
  assert.ok(answer.status() < 400, `${address}: ${answer.status()} ${(await answer.text()).slice(0, 2_000)}`);
}
