import { type DeletionContext, deleteByOperator } from '../../accounts/account/deletion-service.ts';
import { findAccount } from '../../accounts/account/service.ts';
import type { StoredAccount } from '../../accounts/account/store.ts';
import { notifyOfDeletion } from '../../accounts/teams/service.ts';
import { COMMAND_LINE } from '../../operators/access/operator-action.ts';
import { logAction } from '../../operators/access/service.ts';
import type { LinkMaker } from '../../organizer/applications/apply/private-link.ts';
import { cancelEventsOf, withdrawToErase } from '../../organizer/applications/service.ts';
import { requestCancellation } from '../../owner/billing/service.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { removeWebhooksOf } from '../../webhooks/endpoints/service.ts';
import { countOf, type Person } from '../export/export-store.ts';
import type { LedgerTable } from '../export/exported-table.ts';
import { EXPORTED } from '../export/exported-tables.ts';
import { eraseApplications, findEventOf, listOfPerson } from './applications-store.ts';
import { eraseTraces } from './traces-store.ts';

interface EraseContext extends Omit<DeletionContext, 'beforeDelete'> {
  readonly links: LinkMaker;
}

export interface ErasePlan {
  /** The number of the person's rows in each table. Tables without any are omitted. */
  readonly rows: Readonly<Record<string, number>>;
  /** The number of applications to erase personal details from. Open applications are withdrawn first. */
  readonly applications: number;
}

interface Erased {
  readonly applications: number;
  /** The number of applications that were withdrawn because their event has not taken place yet. */
  readonly withdrawn: number;
  readonly account: boolean;
}

/** Returns what {@link erasePerson} would find, without changing anything. */
export async function planErasure(ledgerDb: LedgerDb, person: Person): Promise<ErasePlan> {
  const rows: Record<string, number> = {};
  for (const table of Object.keys(EXPORTED) as LedgerTable[]) {
    const count = await countOf(ledgerDb, table, person);
    if (count > 0) rows[table] = count;
  }
  return { rows, applications: (await listOfPerson(ledgerDb, person)).length };
}

/**
 * Erases a person from the ledger. Each application is handled in its own transaction. The final transaction
 * deletes the account. If there is no account, it erases mentions of the address in other people's rows
 * instead. It also writes the operators' log entry. If the process is killed at any point, it is safe to run
 * this again.
 */
export async function erasePerson(
  context: EraseContext,
  { account, email }: { readonly account: StoredAccount | undefined; readonly email: string },
): Promise<Erased> {
  const { ledgerDb, log, now } = context;
  const person: Person = { accountId: account?.id, email };
  const done = await eraseAllApplications(context, person);
  const isDeleted = account !== undefined && (await deleteByOperator(withLeaving(context), account));
  if (!account)
    await inTransaction(ledgerDb, async (tx) => {
      await eraseTraces(tx, person);
      await logErasure(tx, undefined, now());
    });
  // The account's owner has just deleted it, so there is no transaction for this log entry to join.
  else if (!isDeleted) await logErasure(ledgerDb, account.id, now());
  // Handle applications that were sent before the account was gone.
  const late = account ? await eraseAllApplications(context, person) : { applications: 0, withdrawn: 0 };
  const erased = {
    applications: done.applications + late.applications,
    withdrawn: done.withdrawn + late.withdrawn,
    account: isDeleted,
  };
  log.info(
    { ...(account && { account_id: account.id }), ...erased, at: now().toISOString() },
    'personal data was erased',
  );
  return erased;
}

async function eraseAllApplications(context: EraseContext, person: Person): Promise<Omit<Erased, 'account'>> {
  const { ledgerDb, now, links } = context;
  const ids = await listOfPerson(ledgerDb, person);
  let withdrawn = 0;
  for (const id of ids) {
    const isWithdrawn = await inTransaction(ledgerDb, async (tx) => {
      const eventId = await findEventOf(tx, id);
      if (eventId === undefined) return false;
      const change = await withdrawToErase(tx, { baseUrl: links.baseUrl, now }, { id, eventId });
      await eraseApplications(tx, [id], now().toISOString());
      return change;
    });
    if (isWithdrawn) withdrawn += 1;
  }
  return { applications: ids.length, withdrawn };
}

function withLeaving(context: EraseContext): DeletionContext {
  const { links, now } = context;
  return {
    ...context,
    async beforeDelete(tx, id) {
      await leaveEverything(tx, id, { now: now(), links });
      await logErasure(tx, id, now());
    },
  };
}

/** Logs only the account id, because logging an address would store what was just erased. */
async function logErasure(tx: LedgerDb, accountId: string | undefined, now: Date): Promise<void> {
  const subject = accountId ?? 'an applicant without an account';
  await logAction(tx, { accountId: COMMAND_LINE, action: 'account.erase', subject, detail: '' }, now);
}

/**
 * Prepares an account for deletion by its owner or an operator. Notifies people who rely on the account,
 * cancels its events, cancels its subscription, and removes it from other people's rows. The rows that refer
 * to the account are deleted with it.
 */
export async function leaveEverything(
  tx: LedgerTx,
  accountId: string,
  { now, links }: { readonly now: Date; readonly links: LinkMaker },
): Promise<void> {
  const account = await findAccount(tx, accountId);
  // Do this first, because it deletes queued emails to this address, and the emails queued below must still
  // be sent.
  if (account) await eraseTraces(tx, { accountId, email: account.email, name: account.name });
  await removeWebhooksOf(tx, accountId);
  await notifyOfDeletion(tx, accountId, { now, baseUrl: links.baseUrl });
  await cancelEventsOf(tx, accountId, now, links);
  await requestCancellation(tx, { accountId, baseUrl: links.baseUrl, now });
}
