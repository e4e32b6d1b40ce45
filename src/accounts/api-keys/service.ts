import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../http/caller.ts';
import { AppError } from '../../http/errors/errors.ts';
import type { Checked } from '../../lib/field-errors.ts';
import { hashToken } from '../../lib/hash-token.ts';
import type { ListWindow } from '../../lib/list-window.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Logger } from '../../platform/log/log.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { isUsable } from '../account/demo-organizers.ts';
import { findAccountId, lockAccount, lockAccountIfThere } from '../account/service.ts';
import { emailCredentialChange } from '../credential-news/credential-news-service.ts';
import { generateKey, isKeyId, KEY_PREFIX, parseKey } from './key.ts';
import {
  type ApiKeyRow,
  countKeys,
  countLiveKeys,
  findKey,
  findSecret,
  forgetRevoked,
  insertKey,
  listKeys,
  markRevoked,
  markUsed,
} from './store.ts';

/** The maximum number of active keys for one account. */
export const KEYS_MAX = 500;
/** The maximum number of revoked keys that are stored for one account, newest first. */
export const REVOKED_MAX = 500;
const ALL_KEYS: ListWindow = { offset: 0, rowsMax: KEYS_MAX + REVOKED_MAX };

export type ApiKey = ApiKeyRow;

/** A new key. `key` is shown only once. */
export interface NewApiKey {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly created_at: string;
}

export interface ApiKeyService {
  /** Throws `invalid_parameter` for `name` if the name is invalid or the account has too many keys. */
  create(accountId: string, name: string): Promise<NewApiKey>;
  /**
   * Creates at most one key per form, even if the form is sent repeatedly. Returns undefined if the form has
   * already created its key.
   */
  createOnce(accountId: string, name: string, formId: string): Promise<NewApiKey | undefined>;
  /** Lists all keys or some of them: active ones first, then newest first. */
  list(accountId: string, window?: ListWindow): Promise<ApiKey[]>;
  count(accountId: string): Promise<number>;
  /** Returns undefined for another account's id, an unknown id and a malformed id. */
  find(accountId: string, id: string): Promise<ApiKey | undefined>;
  /** Returns false if {@link find} would return undefined. Revoking again changes nothing. */
  revoke(accountId: string, id: string): Promise<boolean>;
  /**
   * Returns the caller that a token authenticates, or undefined if the token is not valid. Queries the
   * database every time, so a revoked key is rejected at the next request.
   */
  verify(token: string): Promise<Caller | undefined>;
  /** Finds the account with this email address, ignoring case. */
  findAccountId(email: string): Promise<string | undefined>;
  /** Resolves when every key use so far has been stored. Await it before the database closes. */
  usesWritten(): Promise<void>;
}

/** Counted in characters as people see them. */
export const NAME_LENGTH_MAX = 60;

export function createApiKeyService(
  ledgerDb: LedgerDb,
  {
    now,
    log,
    baseUrl,
    isFictional,
  }: {
    /** Used for links in emails, because the owner is notified of every key that is created or revoked. */
    readonly baseUrl: string;
    readonly now: () => Date;
    readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
    /**
     * Returns whether the published records are fictional, or undefined before the first publication. Demo
     * organizers stop working when it returns false.
     */
    readonly isFictional: () => Promise<boolean | undefined>;
  },
): ApiKeyService {
  const uses = createUses(ledgerDb, log);
  const tell = (tx: LedgerTx, accountId: string, kind: 'key_made' | 'key_revoked', id: string) =>
    emailCredentialChange(tx, { accountId, baseUrl, now: now() }, { kind, key: `${KEY_PREFIX}${id}` });
  const create = async (accountId: string, text: string, idBytes?: Uint8Array) => {
    const name = checkedName(text);
    const { id, text: key } = generateKey(randomBytes, idBytes);
    const created_at = now().toISOString();
    const row = { id, account_id: accountId, name, secret_sha256: hashToken(key), created_at };
    const isNew = await inTransaction(ledgerDb, async (tx) => {
      await lockAccount(tx, accountId);
      const live = await countLiveKeys(tx, accountId);
      const inserted = await insertKey(tx, row);
      if (inserted && live >= KEYS_MAX) throw tooMany();
      await forgetRevoked(tx, accountId, REVOKED_MAX);
      if (inserted) await tell(tx, accountId, 'key_made', id);
      return inserted;
    });
    return isNew ? { id, key, name, created_at } : undefined;
  };
  return {
    async create(accountId, name) {
      const made = await create(accountId, name);
      if (!made) throw new Error('80 random bits came twice');
      return made;
    },
    createOnce: (accountId, name, formId) => create(accountId, name, idOfForm(accountId, formId)),
    list: (accountId, window = ALL_KEYS) => listKeys(ledgerDb, accountId, window),
    count: (accountId) => countKeys(ledgerDb, accountId),
    find: async (accountId, id) => (isKeyId(id) ? findKey(ledgerDb, accountId, id) : undefined),
    async revoke(accountId, id) {
      if (!isKeyId(id)) return false;
      return inTransaction(ledgerDb, async (tx) => {
        await lockAccountIfThere(tx, accountId);
        const before = await findKey(tx, accountId, id);
        if (before?.revoked_at === null) {
          await markRevoked(tx, accountId, id, now().toISOString());
          await tell(tx, accountId, 'key_revoked', id);
        }
        return before !== undefined;
      });
    },
    async verify(token) {
      const key = parseKey(token);
      if (!key) return undefined;
      const stored = await findSecret(ledgerDb, key.id);
      const isSame = isSameHash(hashToken(key.text), stored?.secret_sha256 ?? NOBODY);
      if (!stored || !isSame) {
        logSecurity(log, 'wrong_key', stored ? { key_id: key.id, account_id: stored.account_id } : {});
        return undefined;
      }
      if (stored.revoked_at !== null) {
        logSecurity(log, 'revoked_key_used', { key_id: key.id, account_id: stored.account_id });
        return undefined;
      }
      uses.note(key.id, stored.last_used_at, now());
      if (!(await isUsable(stored.account_id, isFictional))) return undefined;
      return { accountId: stored.account_id, keyId: key.id };
    },
    findAccountId: (email) => findAccountId(ledgerDb, email),
    usesWritten: () => uses.written(),
  };
}

/** The hash to compare with if the key does not exist, so that the check takes just as long. */
const NOBODY = hashToken('');

function isSameHash(hash: string, stored: string): boolean {
  const a = Buffer.from(hash);
  const b = Buffer.from(stored);
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Derives the key's public part from the form, so that the database itself rejects a second key from the same
 * form.
 */
function idOfForm(accountId: string, formId: string): Uint8Array {
  return createHash('sha256').update(`${accountId}\n${formId}`).digest();
}

function checkedName(text: string): string {
  const name = parseKeyName(text);
  if (name.ok) return name.value;
  throw new AppError('invalid_parameter', name.errors.name ?? 'This name cannot be used.', {
    parameter: 'name',
  });
}

function tooMany(): AppError {
  return new AppError(
    'invalid_parameter',
    `This account has ${KEYS_MAX} API keys in use, which is the limit. Revoke one that you no longer need.`,
    { parameter: 'name' },
  );
}

/**
 * Records when keys were last used, to the minute. A key's use is written at most once a minute, after the
 * response is sent. A failure is logged and does not delay requests.
 */
function createUses(ledgerDb: LedgerDb, log: Pick<Logger, 'error'>) {
  const writing = new Map<string, Promise<void>>();
  let isFailing = false;
  const write = async (id: string, minute: string): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    await markUsed(ledgerDb, id, minute);
  };
  return {
    note(id: string, last: string | null, at: Date): void {
      const minute = `${at.toISOString().slice(0, 16)}:00.000Z`;
      if (writing.has(id) || (last !== null && last >= minute)) return;
      const written = write(id, minute)
        .then(() => {
          isFailing = false;
        })
        .catch((error: unknown) => {
          // During an outage every request with a key fails here; only the first failure is logged.
          if (!isFailing)
            log.error({ err: error, key_id: id }, 'the last use of an API key could not be stored');
          isFailing = true;
        })
        .finally(() => writing.delete(id));
      writing.set(id, written);
    },
    async written(): Promise<void> {
      while (writing.size > 0) await Promise.all(writing.values());
    },
  };
}

/** Parses the name that an account gives a key: one line of 1 to 60 characters. */
function parseKeyName(text: string): Checked<string> {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name === '') return refuse('Give the key a name, so that you know it again.');
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return refuse('Use letters, digits and signs only in the name.');
  if ([...name].length > NAME_LENGTH_MAX)
    return refuse(`Use at most ${NAME_LENGTH_MAX} characters for the name.`);
  return { ok: true, value: name };
}

function refuse(text: string): Checked<string> {
  return { ok: false, errors: { name: text } };
}
