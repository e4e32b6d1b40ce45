import { AppError } from '../../../http/errors/errors.ts';
import { inEach } from '../../../lib/language/language.ts';
import type { LedgerDb } from '../../../platform/db/database.ts';
import { isOpen } from '../../applications/decide/statuses.ts';
import type { StoredApplication } from '../../applications/store.ts';
import { UPLOAD_ERRORS } from '../messages.ts';
import { findFile } from '../store.ts';

export interface DocumentFile {
  readonly code: string;
  readonly media_type: string;
  readonly content: Uint8Array;
}

/**
 * Returns a file of an open application. Throws the same `not_found` for any other id, for a waiver and for a
 * deleted file.
 */
export async function getFile(
  ledgerDb: LedgerDb,
  { id, status }: Pick<StoredApplication, 'id' | 'status'>,
  fileId: string,
): Promise<DocumentFile> {
  const file = isOpen(status) ? await findFile(ledgerDb, id, fileId) : undefined;
  if (!file)
    throw new AppError('not_found', UPLOAD_ERRORS.en.noSuchFile, {
      forPeople: inEach((language) => UPLOAD_ERRORS[language].noSuchFile),
    });
  return file;
}
