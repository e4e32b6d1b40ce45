import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { findFreePort } from '../../test/support/free-port.ts';
import { startService } from '../../test/support/process.ts';
import { createInspector, type Inspector, openBrowser } from './inspector.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { summarize } from './steps.ts';

/** The environment for a browser test: the service with demo records, a mailbox and a browser. */
export interface BrowserRun {
  readonly origin: string;
  readonly dataDir: string;
  readonly mailbox: Mailbox;
  readonly inspect: Inspector;
  readonly browser: Browser;
}

/** Starts the environment, runs a test and cleans up. The process exits with 1 if a page had a fault. */
export async function runInBrowser(
  name: string,
  test: (run: BrowserRun) => Promise<void>,
  // Browsers support passkeys only for host names, not for IP addresses.
  { host = '127.0.0.1' }: { readonly host?: '127.0.0.1' | 'localhost' } = {},
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'browser-'));
  const mailbox = await openMailbox();
  // The port must be known in advance, because links in emails contain it.
  const port = String(await findFreePort());
  const origin = `http://${host}:${port}`;
  const service = await startService({
    PORT: port,
    BASE_URL: origin,
    DATA_DIR: dataDir,
    SMTP_URL: mailbox.url,
  });
  const browser = await openBrowser();
  try {
    await service.logged('refresh finished');
    const inspect = createInspector(origin, process.argv[2]);
    await test({ origin, dataDir, mailbox, inspect, browser });
    process.exitCode = summarize(name, inspect) ? 0 : 1;
  } finally {
    await browser.close();
    await service.stop();
    await mailbox.close();
    await rm(dataDir, { recursive: true });
  }
}
