import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { laterDay, NEXT_DAY, type StateSize } from './scale-files.ts';
import { askPostgres, type Place } from './scale-import.ts';

/**
 * The size of a state that `scale.ts --keep` left, whose records must be those of the day before the one so many days after the first. Throws a sentence
 * for anything else: a service over it would replace its records by those of its demo.
 */
export async function readKeptState(folder: string, days: number): Promise<StateSize> {
  const [, vendors, months, pace] = /^(\d+)-(\d+)-([\d.]+)$/.exec(path.basename(folder)) ?? [];
  const file = path.join(folder, 'sqlite-data', 'registry.sqlite');
  if (pace === undefined || !existsSync(file))
    throw new Error(
      `${folder} is no folder that scale.ts --keep left, such as 1600000-120-1 with its sqlite-data.`,
    );
  const asOf = await publishedDay({ dataDir: path.dirname(file), databaseUrl: undefined });
  if (asOf !== laterDay(days - 1))
    throw new Error(
      `The records in ${folder} are as of ${asOf}; those of day ${days - 1} would be of ${laterDay(days - 1)}. Choose another --day.`,
    );
  return { vendors: Number(vendors), months: Number(months), pace: Number(pace) };
}

/** The day of the records. On another one a service imports its demo over them. */
export async function publishedDay({ dataDir, databaseUrl }: Place): Promise<string> {
  const statement = 'select as_of from published_state';
  if (databaseUrl !== undefined)
    return (await askPostgres<{ as_of: string }>(databaseUrl, statement))[0]?.as_of ?? NEXT_DAY;
  const database = new DatabaseSync(path.join(dataDir, 'registry.sqlite'), { readOnly: true });
  const row = database.prepare(statement).get();
  database.close();
  return String(row?.as_of ?? NEXT_DAY);
}
