import { type Config, publicationDay } from '../../config.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log/log.ts';
import { findPublication } from '../../published-state/service.ts';
import { isReadFormat } from '../../records/record/record-format.ts';

/**
 * Republishes the records before the first request if they cannot be served, because their file is lost or
 * this version cannot read their format. Records in an earlier, readable format are served until the schedule
 * has rebuilt them.
 */
export async function renewUnreadable(
  config: Config,
  database: OpenLedger,
  log: Logger,
  isRead = isReadFormat,
): Promise<void> {
  const state = await findPublication(database.db);
  if (!state || (isRead(state.record_format) && (await isReadable(database)))) return;
  log.info('this version cannot read the records or their file; publishing them again');
  const now = () => new Date();
  const { publish } = await import('../../records/publication/service.ts');
  await publish(database, { files: [], ...publicationDay(config, now()), now });
}

async function isReadable({ published }: OpenLedger): Promise<boolean> {
  return published.use(({ version }) => version > 0).catch(() => false);
}
