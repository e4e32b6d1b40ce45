import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { AppError } from '../../../http/errors/errors.ts';
import type { LedgerDb } from '../../../platform/db/database.ts';
import type { IssuedReceipt, ReceiptService } from '../../receipts/service.ts';
import type { PreparedDecision } from '../decision-response.ts';
import { deleteAnswers, findAnswer, insertAnswer } from './idempotent-store.ts';

const DAY_MS = 86_400_000;
const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/** A request from an account with an idempotency key. */
export interface KeyedQuestion {
  readonly accountId: string;
  readonly key: string;
  /** A hash of the request, from {@link questionOf}. */
  readonly questionSha256: string;
}

/** Stores responses, at most one per account, key and day. */
export interface IdempotentAnswers {
  /**
   * Finds the response for the key; undefined if there is none. Throws a 422 if the key was used for a
   * different request.
   */
  find(asked: KeyedQuestion): Promise<string | undefined>;
  /**
   * Issues the receipts and stores the response with them, or returns the response of a simultaneous request.
   */
  make(
    asked: KeyedQuestion,
    prepared: readonly PreparedDecision[],
    decidedAt: Date,
    toText: (issued: readonly (IssuedReceipt & { readonly decidedAt: Date })[]) => string,
  ): Promise<{ readonly text: string; readonly isNew: boolean }>;
}

export function createIdempotentAnswers({
  ledgerDb,
  receipts,
  now,
}: {
  readonly ledgerDb: LedgerDb;
  readonly receipts: Pick<ReceiptService, 'issueIf'>;
  readonly now: () => Date;
}): IdempotentAnswers {
  const find = async (asked: KeyedQuestion) => {
    const row = await findAnswer(ledgerDb, asked, dayBefore(now()));
    if (row === undefined) return undefined;
    if (row.question_sha256 !== asked.questionSha256)
      throw new AppError(
        'idempotency_key_reused',
        'This Idempotency-Key was sent with another question in the last 24 hours. Send a new key with each new question.',
        { parameter: 'idempotency-key' },
      );
    return String(await unpack(row.answer));
  };
  return {
    find,
    async make(asked, prepared, decidedAt, toText) {
      let text = '';
      const issued = await receipts.issueIf(
        prepared.map(({ claims }) => claims),
        decidedAt,
        async (tx, all) => {
          text = toText(all.map((each) => ({ ...each, decidedAt })));
          const row = {
            account_id: asked.accountId,
            idempotency_key: asked.key,
            question_sha256: asked.questionSha256,
            answer: await pack(text),
            created_at: now().toISOString(),
          };
          return insertAnswer(tx, row, dayBefore(now()));
        },
      );
      if (issued) return { text, isNew: true };
      const earlier = await find(asked);
      if (earlier === undefined) throw new Error('an answer was removed that was kept a moment ago');
      return { text: earlier, isNew: false };
    },
  };
}

/** Returns a hash of the request that does not depend on the order of its fields. */
export function questionOf(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts));
}

/** Deletes the responses that are too old to be replayed. */
export async function removeOldAnswers(ledgerDb: LedgerDb, now: Date): Promise<void> {
  await deleteAnswers(ledgerDb, dayBefore(now));
}

function dayBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}
