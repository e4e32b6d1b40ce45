import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { laterDay, type StateSize } from './scale-files.ts';

/**
 * The size of a state that `scale.ts --keep` left, whose records must be those of the day before the one so many days after the first. Throws a sentence
 * for anything else: a service over it would replace its records by those of its demo.
 */
export function readKeptState(folder: string, days: number): StateSize {
  const [, vendors, months, pace] = /^(\d+)-(\d+)-([\d.]+)$/.exec(path.basename(folder)) ?? [];
  const file = path.join(folder, 'sqlite-data', 'registry.sqlite');
  if (pace === undefined || !existsSync(file))
    throw new Error(
      `${folder} is no folder that scale.ts --keep left, such as 1600000-120-1 with its sqlite-data.`,
    );
  const database = new DatabaseSync(file, { readOnly: true });
  const asOf = database.prepare('select as_of from published_state').get()?.as_of;
  database.close();
  if (asOf !== laterDay(days - 1))
    throw new Error(
      `The records in ${folder} are as of ${asOf}; those of day ${days - 1} would be of ${laterDay(days - 1)}. Choose another --day.`,
    );
  return { vendors: Number(vendors), months: Number(months), pace: Number(pace) };
}
