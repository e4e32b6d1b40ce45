import { AppError } from '../../http/errors/errors.ts';
import { inEach } from '../../lib/language/language.ts';
import { CLAIM_ERRORS } from './messages.ts';

/** Sentences that explain why an action on a claim is rejected. */

export const CHANGED_MEANWHILE = CLAIM_ERRORS.en.changedMeanwhile;
export const OTHER_OWNER =
  'Another account is the verified owner of this license. Its claim must be released first.';
/** Returns the same error for another account's id, an unknown id and a malformed id. */
export function noSuchClaim(): AppError {
  return new AppError('not_found', NO_SUCH_CLAIM.en, { forPeople: NO_SUCH_CLAIM });
}

const NO_SUCH_CLAIM = inEach((language) => CLAIM_ERRORS[language].noSuchClaim);
