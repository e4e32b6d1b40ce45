import { createRandom, drawFrom, drawInt } from '../../../src/lib/random.ts';
import { addDays, type IsoDate } from '../../../src/lib/time/dates.ts';
import { type Damaged, sizeOf, type Target } from '../../feed-faults/fault.ts';
import { FAULTS } from '../../feed-faults/faults.ts';
import { type Table, toBytes, toWorkbook } from '../../feed-faults/table.ts';
import type { Answer } from '../site.ts';
import { type History, kindOf } from './history.ts';
import type { Served, SiteDay } from './schedule.ts';

/** The site's response for one file on one day. */
export interface SiteFile {
  readonly name: string;
  /** The day's good file, and the day on which it was made. */
  readonly good: Uint8Array;
  readonly madeAt: string;
  readonly answer: Answer;
  /** The kind of trouble, and the class of damage if the file is damaged; undefined if the file is good. */
  readonly trouble: string | undefined;
  /** True if the file is damaged and a careful reader of it could have noticed that. */
  readonly isNoticeable: boolean;
}

const WEB_PAGE: Answer = { kind: 'status', status: 200, body: '<!DOCTYPE html><html></html>' };
const DRAWS = 8;
const DATE_OFF_DAYS = 300;

/**
 * Returns the simulated site for a given day. A faulty file's bytes stay the same until the fault ends or the
 * file is renewed.
 */
export async function siteOn(history: History, { files }: SiteDay, seed: number): Promise<SiteFile[]> {
  const made = [...files].map(([name, served]) => ({ name, served, table: tableOf(history, name, served) }));
  return Promise.all(
    made.map(async ({ name, served, table }) => {
      const good = await toBytes(table);
      const madeAt = `${addDays(served.madeOn, 1)}T10:48:00.000Z`;
      const file = { kind: 'file' as const, bytes: good, lastModified: madeAt };
      const { trouble } = served;
      const random = createRandom(seed + 31, trouble?.key ?? 0);
      const as = (answer: Answer, what: string | undefined, isNoticeable = false) => ({
        name,
        good,
        madeAt,
        answer,
        trouble: what,
        isNoticeable,
      });
      switch (trouble?.kind) {
        case undefined:
          return as(file, undefined);
        case 'not_found':
          return as({ kind: 'status', status: 404 }, trouble.kind);
        case 'server_error':
          return as({ kind: 'status', status: 503 }, trouble.kind);
        case 'web_page':
          return as(WEB_PAGE, trouble.kind);
        case 'cut':
          return as({ kind: 'cut', bytes: good }, trouble.kind);
        case 'timeout':
          return as({ kind: 'silence' }, trouble.kind);
        case 'wrong_date': {
          const lastModified = moved(madeAt, drawInt(random, 2 * DATE_OFF_DAYS) - DATE_OFF_DAYS);
          return as({ ...file, lastModified }, trouble.kind);
        }
        case 'older': {
          const bytes = await toBytes(history.fileOn(name, served.beforeThat));
          return as({ ...file, bytes }, trouble.kind);
        }
        case 'damaged': {
          const others = made.filter((each) => each.name !== name).map((each) => each.table);
          const damage = await drawDamage(targetOf(history, name, served, table, others), random);
          return damage
            ? as({ ...file, bytes: damage.bytes }, `damaged: ${damage.fault}`, damage.isNoticeable)
            : as(file, undefined);
        }
      }
    }),
  );
}

function tableOf(history: History, name: string, { madeOn, hasTitles }: Served): Table {
  const table = history.fileOn(name, madeOn);
  return hasTitles ? table : { ...table, titles: undefined };
}

function targetOf(
  history: History,
  name: string,
  served: Served,
  today: Table,
  others: readonly Table[],
): Target {
  const before = (day: IsoDate) => tableOf(history, name, { ...served, madeOn: day });
  const kind = kindOf(name);
  return {
    kind,
    name,
    today,
    yesterday: before(served.beforeThat),
    older: before(addDays(served.beforeThat, -7)),
    otherDistrict: others.find((table) => table.kind === kind),
    otherYear: undefined,
    ours: [...today.rows.keys()],
    otherKinds: others.filter((table) => table.kind !== kind),
  };
}

/**
 * Draws damage from the classes in `feed-faults`. Returns undefined if none of the drawn classes changes the
 * file.
 */
async function drawDamage(target: Target, random: () => number) {
  const fitting = FAULTS.filter(({ kinds }) => kinds.includes(target.kind));
  const good = await toBytes(target.today);
  for (let draw = 0; draw < DRAWS && target.today.rows.length > 0; draw++) {
    const fault = drawFrom(random, fitting);
    const damaged = fault.damage(target, random);
    if (!damaged) continue;
    const bytes = await bytesOf(damaged);
    if (Buffer.compare(bytes, good) !== 0) {
      const isNoticeable = fault.noticeable.when(sizeOf(target, damaged));
      return { fault: fault.name, bytes, isNoticeable };
    }
  }
  return undefined;
}

async function bytesOf({ file, asWorkbook }: Damaged): Promise<Uint8Array> {
  if (typeof file === 'string') return Buffer.from(file);
  if (file instanceof Uint8Array) return file;
  return asWorkbook ? toWorkbook(file) : toBytes(file);
}

function moved(instant: string, days: number): string {
  return new Date(Date.parse(instant) + days * 86_400_000).toISOString();
}
