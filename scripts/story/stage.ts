import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startService } from '../../test/support/process.ts';
import { createInspector, type Inspector, openBrowser } from './browser.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { summarize } from './steps.ts';

/** Where a story is told: the service with demo records, a mailbox, a browser. */
export interface Stage {
  readonly origin: string;
  readonly dataDir: string;
  readonly mailbox: Mailbox;
  readonly inspect: Inspector;
  readonly browser: Browser;
}

/** Sets the stage, tells, and clears it away; the process ends with 1 when a page had something wrong with it. */
export async function tellOnStage(name: string, tell: (stage: Stage) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'story-'));
  const mailbox = await openMailbox();
  // The port must be known beforehand, since links in mails hold it.
  const port = String(20_000 + (process.pid % 20_000));
  const origin = `http://127.0.0.1:${port}`;
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
    await tell({ origin, dataDir, mailbox, inspect, browser });
    process.exitCode = summarize(name, inspect) ? 0 : 1;
  } finally {
    await browser.close();
    await service.stop();
    await mailbox.close();
    await rm(dataDir, { recursive: true });
  }
}
