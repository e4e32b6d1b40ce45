import type { LedgerDb } from '../db/database.ts';
import type { Logger } from '../log/log.ts';
import { createOutageLog, startPolling } from '../poll.ts';
import { type ClaimedMail, claimMail, listDueMails, markFailed, markSent, releaseMail } from './outbox.ts';
import {
  describeFailure,
  type MailTransport,
  nextAttemptAt,
  PermanentMailError,
  SENDING_MAX,
} from './transport.ts';

export interface MailDelivery {
  /**
   * Sends due emails, or waits for a delivery that is already running. Resolves to the number of emails
   * handled. Never throws.
   */
  deliverDue(): Promise<number>;
  /** Finishes the emails in progress unless `cutOff` is aborted, and does not start others. */
  stop(): Promise<void>;
}

interface Parts {
  readonly ledgerDb: LedgerDb;
  readonly transport: MailTransport;
  readonly log: Logger;
  readonly now: () => Date;
  readonly claimMs: number;
  readonly cutOff: AbortSignal | undefined;
  /**
   * Emails that the server has accepted but that are not yet marked as sent in the database. They are marked
   * later and not sent again.
   */
  readonly unmarked: Set<string>;
  readonly outage: ReturnType<typeof createOutageLog>;
}

const CLAIM_MS = 5 * 60_000;
const BATCH_SIZE = 30;

/**
 * Sends queued email while the process runs. Several processes share the work through claims that expire, so
 * an email claimed by a killed process is sent after the claim expires. An email may be sent twice, with the
 * same Message-ID, if the process is killed or stopped after the server accepts the email and before it is
 * marked as sent. No order of steps can avoid both duplicate and lost email.
 */
export function startMailDelivery(options: {
  readonly ledgerDb: LedgerDb;
  readonly transport: MailTransport;
  readonly log: Logger;
  readonly now?: () => Date;
  readonly pollMs?: number;
  readonly claimMs?: number;
  /** Aborted to interrupt the emails in progress, which then stay in the queue. */
  readonly cutOff?: AbortSignal;
}): MailDelivery {
  const {
    ledgerDb,
    transport,
    log,
    now = () => new Date(),
    pollMs = 1_000,
    claimMs = CLAIM_MS,
    cutOff,
  } = options;
  const outage = createOutageLog(log, {
    begins: 'the email queue could not be read; trying again',
    ends: 'the email queue can be read again',
  });
  const parts: Parts = { ledgerDb, transport, log, now, claimMs, cutOff, unmarked: new Set(), outage };
  let running: Promise<number> | undefined;
  let stopped = false;

  const deliverDue = (): Promise<number> => {
    if (stopped) return Promise.resolve(0);
    running ??= deliverAll(parts, () => stopped).finally(() => {
      running = undefined;
    });
    return running;
  };
  const polling = startPolling(deliverDue, pollMs);
  return {
    deliverDue,
    async stop() {
      stopped = true;
      await polling.stop();
      // Another caller may have started this delivery.
      await running;
    },
  };
}

async function deliverAll(parts: Parts, isStopped: () => boolean): Promise<number> {
  let taken = 0;
  try {
    let due: string[];
    do {
      due = await listDueMails(parts.ledgerDb, parts.now(), BATCH_SIZE);
      if (due.length === 0) parts.outage.worked();
      const waiting = [...due];
      const sendInTurn = async (): Promise<void> => {
        for (let id = waiting.shift(); id !== undefined && !isStopped(); id = waiting.shift())
          if (await deliver(parts, id)) taken += 1;
      };
      const ended = await Promise.allSettled(Array.from({ length: SENDING_MAX }, sendInTurn));
      for (const each of ended) if (each.status === 'rejected') throw each.reason;
    } while (due.length === BATCH_SIZE && !isStopped());
  } catch (error) {
    parts.outage.failed(error);
  }
  return taken;
}

/**
 * Sends one email, and resolves to true if this process could claim it. Each email is claimed when its turn
 * comes, so that no claim expires while the email waits in a list. Throws if claiming fails.
 */
async function deliver(parts: Parts, id: string): Promise<boolean> {
  const { ledgerDb, now, log, unmarked } = parts;
  const mail = await claimMail(ledgerDb, id, now(), parts.claimMs);
  parts.outage.worked();
  if (!mail) return false;
  try {
    if (!unmarked.has(id) && !(await sendOrRecordFailure(parts, mail))) return true;
    unmarked.add(id);
    await markSent(ledgerDb, id, now());
    unmarked.delete(id);
    log.info({ mail: id }, 'email sent');
  } catch (error) {
    log.error({ mail: id, err: error }, 'could not store the result of sending an email');
  }
  return true;
}

async function sendOrRecordFailure(parts: Parts, mail: ClaimedMail): Promise<boolean> {
  const { ledgerDb, transport, now, log, cutOff } = parts;
  try {
    await transport.send(mail, cutOff);
    return true;
  } catch (error) {
    if (cutOff?.aborted && !(error instanceof PermanentMailError)) {
      await releaseMail(ledgerDb, mail);
      log.info({ mail: mail.id }, 'email interrupted while stopping; it stays in the queue');
      return false;
    }
    const failures = mail.attempts + 1;
    const reason = describeFailure(error, mail.to);
    const next =
      error instanceof PermanentMailError ? undefined : nextAttemptAt(mail.createdAt, failures, now());
    await markFailed(ledgerDb, mail, { error: reason, nextAttemptAt: next });
    if (next) log.warn({ mail: mail.id, failures, reason, next }, 'email not sent; it will be retried');
    else log.error({ mail: mail.id, failures, reason }, 'gave up on sending an email');
    return false;
  }
}
