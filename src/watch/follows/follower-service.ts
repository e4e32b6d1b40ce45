import { deriveToken, hashToken } from '../../lib/hash-token.ts';
import { parseLanguage } from '../../lib/language/language.ts';
import type { LedgerDb, LedgerEngine, LedgerTx, PublishedAccess } from '../../platform/db/database.ts';
import type { FollowsTable } from '../../platform/db/schema/ledger-tables/monitoring-tables.ts';
import type { ListedClosures } from './closed-business.ts';
import type { Follower } from './mail-texts.ts';
import * as store from './store.ts';

/** The dependencies of all code about subscriptions. */
export interface FollowContext {
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  /** Used to recreate the tokens in links, so that only their hashes need to be stored. */
  readonly secret: string;
  readonly readClosures: () => Promise<ListedClosures>;
  readonly now: () => Date;
}

/** Returns the token in a subscription's links. The text must not change, because sent emails have the token. */
export function tokenOf({ secret }: Pick<FollowContext, 'secret'>, id: string): string {
  return deriveToken(secret, `closure-follow:${id}`);
}

/**
 * Returns the reader with the token for links. If the secret has changed, this token differs from the stored
 * one.
 */
export async function toFollower(
  context: FollowContext,
  tx: LedgerTx,
  { id, email, language, token_sha256: stored }: FollowsTable,
): Promise<Follower> {
  const token = tokenOf(context, id);
  const hashed = hashToken(token);
  if (hashed !== stored) await store.updateToken(tx, id, hashed);
  return { email, language: parseLanguage(language) ?? 'en', token };
}

/** The number of subscriptions per query. */
const BATCH = 200;

/** Sends an email for each due subscription, in the order of their ids. Returns the number sent. */
export async function sendToEach(
  listDue: (page: { readonly after: string; readonly rowsMax: number }) => Promise<readonly FollowsTable[]>,
  send: (row: FollowsTable) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const due = await listDue({ after, rowsMax: BATCH });
    for (const row of due) if (await send(row)) count += 1;
    const last = due.at(-1);
    if (due.length < BATCH || last === undefined) return count;
    after = last.id;
  }
}
