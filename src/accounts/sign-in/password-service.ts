import { AppError } from '../../http/errors/errors.ts';
import { inEach } from '../../lib/language/language.ts';
import {
  type HashCost,
  hashPassword,
  isOutdated,
  matchesPassword,
} from '../../platform/passwords/password-hash.ts';
import { createBoundedPool, type Lane, PoolFullError } from '../../platform/threads/bounded-pool.ts';
import { ACCOUNT_ERRORS } from '../account/messages.ts';

/**
 * Hashes and checks passwords, two at a time. Each hash takes 128 MiB and a third of a second on one of
 * Node's four worker threads. More at a time would exhaust memory and block file reads and DNS look-ups.
 */
export interface PasswordHashes {
  /**
   * Queues hashing work. Throws `busy` if the queue is full. Never call it inside a transaction. Attempts are
   * counted when the work runs, so a request rejected as busy is not counted.
   */
  inTurn<Value>(lane: Lane, work: (turn: HashTurn) => Promise<Value>): Promise<Value>;
  /** Hashes a password, using one place in the queue. */
  hash(password: string, lane?: Lane): Promise<string>;
}

/** The actions available while hashing work runs. */
interface HashTurn {
  hash(password: string): Promise<string>;
  /**
   * Compares a password with a hash. The comparison takes equally long for every wrong password, even if
   * there is no stored hash.
   */
  matches(password: string, hash: string | undefined): Promise<boolean>;
  /** Returns true if the hash should be renewed while its password is available. */
  isOutdated(hash: string): boolean;
}

const AT_ONCE = 2;
/** The limit per lane; the last request in the queue waits about ten seconds. */
const WAITING_MAX = 32;
const RETRY_AFTER_SECONDS = 10;

export function createPasswordHashes(cost: HashCost): PasswordHashes {
  const pool = createBoundedPool({ atOnce: AT_ONCE, waitingMax: WAITING_MAX });
  const turn: HashTurn = {
    hash: (password) => hashPassword(password, cost),
    matches: (password, hash) => matchesPassword(password, hash, cost),
    isOutdated: (hash) => isOutdated(hash, cost),
  };
  const inTurn: PasswordHashes['inTurn'] = async (lane, work) => {
    try {
      return await pool.run(() => work(turn), lane);
    } catch (error) {
      throw error instanceof PoolFullError ? busy(error) : error;
    }
  };
  return { inTurn, hash: (password, lane = 'second') => inTurn(lane, () => turn.hash(password)) };
}

function busy(cause: Error): AppError {
  const forPeople = inEach((language) => ACCOUNT_ERRORS[language].busy({ seconds: RETRY_AFTER_SECONDS }));
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
  return new AppError('busy', forPeople.en, { forPeople, cause, headers });
}
