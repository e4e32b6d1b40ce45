import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The backups in a folder that the service makes them in: by their names, which are the time they were begun. */

const NAME = /^vendor-compliance-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/;

export interface KeptBackup {
  readonly file: string;
  readonly begunAt: Date;
}

/** The name of a backup that is begun now. */
export function nameOf(now: Date): string {
  return `vendor-compliance-${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.age`;
}

/** The newest first; nothing that has another name is ever listed, and so never removed. */
export function listKept(folder: string): KeptBackup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .reverse()
    .flatMap((name) => {
      const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
      if (year === undefined) return [];
      const begunAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      return Number.isNaN(begunAt.getTime()) ? [] : [{ file: path.join(folder, name), begunAt }];
    });
}
