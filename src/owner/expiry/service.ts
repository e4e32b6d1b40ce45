import { lockAccount } from '../../accounts/account/service.ts';
import { AppError } from '../../http/errors/errors.ts';
import { hashToken } from '../../lib/hash-token.ts';
import { inEach } from '../../lib/language/language.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import type { LicenseOwner } from '../../organizer/documents/held/held-documents.ts';
import { listHeldDocuments } from '../../organizer/documents/held/held-documents-service.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type ExpiryDate, listExpiryDates } from './expiry-dates.ts';
import { type ExpiryContext, sendExpiryReminders, stopToken } from './expiry-job.ts';
import { readLicenseDates } from './license-dates-service.ts';
import { EXPIRY_ERRORS } from './messages.ts';
import { findSetting, hasLink, turnOffByLink, upsertSetting } from './store.ts';

/** Emails to verified owners before a license or a document expires. */
export interface ExpiryReminders {
  /** Sends each email that is due once, even with several processes; returns how many. */
  send(): Promise<number>;
  /** Lists when these licenses, and the documents that their owner sent, expire next; earliest first. */
  listNext(owners: readonly LicenseOwner[]): Promise<ExpiryDate[]>;
  /** Returns true unless the account turned these emails off. */
  isOn(accountId: string): Promise<boolean>;
  setOn(accountId: string, isOn: boolean): Promise<void>;
  /** Throws `not_found` unless an email has a link with this token. */
  requireLink(token: string): Promise<void>;
  /** Turns the emails of the link's account off. Throws as `requireLink` does. */
  stop(token: string): Promise<void>;
}

export function createExpiryReminders(context: ExpiryContext): ExpiryReminders {
  const { ledgerDb } = context;
  return {
    send: () => sendExpiryReminders(context),
    async listNext(owners) {
      const digits = owners.map(({ license_digits }) => license_digits);
      const { licenses } = await readLicenseDates(context.registry, digits);
      const documents = await listHeldDocuments(context, owners);
      return listExpiryDates(owners, licenses, documents, jurisdictionDay(context.now()));
    },
    isOn: async (accountId) => (await findSetting(ledgerDb, accountId))?.is_off !== 1,
    async setOn(account_id, isOn) {
      const token_sha256 = hashToken(stopToken(context, account_id));
      await inTransaction(ledgerDb, async (tx) => {
        await lockAccount(tx, account_id);
        await upsertSetting(tx, { account_id, is_off: Number(!isOn), token_sha256 });
      });
    },
    async requireLink(token) {
      if (!(await hasLink(ledgerDb, hashToken(token)))) throw unknownLink();
    },
    async stop(token) {
      if (!(await turnOffByLink(ledgerDb, hashToken(token)))) throw unknownLink();
    },
  };
}

function unknownLink(): AppError {
  const texts = inEach((language) => EXPIRY_ERRORS[language].noLink);
  return new AppError('not_found', texts.en, { forPeople: texts });
}
