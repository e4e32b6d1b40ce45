import { openLedger } from '../../../src/platform/db/open.ts';
import { createLogger } from '../../../src/platform/log/log.ts';
import { startMailDelivery } from '../../../src/platform/mail/delivery.ts';
import { createMailTransport } from '../../../src/platform/mail/transport.ts';

/** Delivers email until it is killed. */
const CLAIM_MS = 300;
const POLL_MS = 20;

const [, , dataDir = '', databaseUrl = '', smtpUrl = ''] = process.argv;
const { db } = openLedger({ databaseUrl: databaseUrl || undefined, dataDir });
const log = createLogger('silent');
const transport = createMailTransport({
  smtpUrl,
  from: 'no-reply@localhost',
  outboxDir: dataDir,
  siteUrl: 'http://localhost',
  log,
});
process.stdin.once('end', () => process.exit(1)).resume();
console.log('ready');
startMailDelivery({ ledgerDb: db, transport, log, pollMs: POLL_MS, claimMs: CLAIM_MS });
