import { AppError } from '../../http/errors.ts';
import { createBoundedPool, type Lane, PoolFullError } from '../../platform/bounded-pool.ts';
import { type HashCost, hashPassword, isOutdated, matchesPassword } from '../../platform/password-hash.ts';

/**
 * Hashes and checks passwords, two at a time. Each takes 128 MiB and a third of a second on one of the four threads that
 * Node also reads files and looks up names with: more at once would starve both memory and answers.
 */
export interface PasswordHashes {
  /**
   * Runs work that hashes, when it is its turn; throws `busy` when too many wait already. Never inside a transaction. What
   * the work counts is so counted two at a time as well, and nothing is counted of who was refused as busy.
   */
  inTurn<Value>(lane: Lane, work: (turn: HashTurn) => Promise<Value>): Promise<Value>;
  /** A turn for one hash. */
  hash(password: string, lane?: Lane): Promise<string>;
}

/** What can be done in a turn. */
interface HashTurn {
  hash(password: string): Promise<string>;
  /** Takes as long for every wrong password, also where there is no hash. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether a hash is to be renewed while its password is at hand. */
  isOutdated(hash: string): boolean;
}

const AT_ONCE = 2;
/** In each lane: the last one waits some ten seconds. */
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
  return new AppError(
    'busy',
    `Many people are signing in right now. Please try again in ${RETRY_AFTER_SECONDS} seconds.`,
    { cause, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  );
}
