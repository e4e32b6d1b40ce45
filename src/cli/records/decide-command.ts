import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseEventDate } from '../../decisions/decide/days-to-decide.ts';
import { EVENT_TYPES } from '../../decisions/decide/schemas.ts';
import { AppError } from '../../http/errors/errors.ts';
import { decideOn } from '../../judgment/policy/policy.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { Published, PublishedDb } from '../../platform/db/database.ts';
import { expandSnapshot } from '../../platform/db/snapshots/compressed-snapshot.ts';
import { openSnapshot } from '../../platform/db/snapshots/published-snapshot.ts';
import { listSnapshots, type SnapshotFile } from '../../platform/db/snapshots/snapshot-folder.ts';
import { findPublishedState } from '../../published-state/service.ts';
import { createRecordReader } from '../../records/read/record-reader-service.ts';
import { listFacts } from '../../records/read/service.ts';
import { parsePublishedFacts } from '../../records/record/decision-facts.ts';
import { isReadFormat } from '../../records/record/record-format.ts';
import { identifyVendor } from '../../search/find/identify-service.ts';
import { EXIT, type Output } from '../output.ts';

interface Line {
  readonly asked: string;
  readonly verdict: string;
  readonly detail: string;
}

interface AskedDays {
  readonly today: IsoDate;
  readonly eventDate: string | undefined;
}

/** Prints one line per license number with the decision and its reasons. Does not issue receipts. */
export async function decideCommand(
  published: Published,
  numbers: readonly string[],
  { today, eventDate }: AskedDays,
  output: Output,
): Promise<number> {
  const event = parseEventDate(eventDate, today);
  const records = createRecordReader(published, { today: () => today });
  const lines: Line[] = [];
  for (const asked of numbers) {
    try {
      const facts = (await identifyVendor(published, records, { license_number: asked })).facts();
      const { verdict, reasons } = decideOn(facts, { today, event });
      const grade = facts.evidence.grade ?? facts.evidence.grade_status;
      lines.push({
        asked,
        verdict,
        detail: `${grade}; ${reasons.map(({ code }) => code).join(', ')}; ${facts.vendor.name}`,
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      lines.push({ asked, verdict: '–', detail: `${error.code}: ${error.message}` });
    }
  }
  output.result(lines, () =>
    lines.map(({ asked, verdict, detail }) => `${asked.padEnd(12)} ${verdict.padEnd(12)} ${detail}`),
  );
  return lines.every(({ verdict }) => verdict !== '–') ? EXIT.done : EXIT.failed;
}

/**
 * Opens the snapshot of an earlier publication or, without a version, the current one. If the snapshot is not
 * available, throws an error that lists the available versions.
 */
export async function openVersion(published: Published, version: string | undefined): Promise<Published> {
  if (version === undefined) return published;
  const snapshots = listSnapshots(published.folder);
  const found = snapshots.find((each) => String(each.version) === version);
  if (found) return requireRead(found.isCompressed ? await openExpanded(found) : openSnapshot(found));
  const known = snapshots.map((each) => each.version).join(', ') || 'none';
  throw new Error(`The records of version ${version} are not here any more. There are: ${known}.`);
}

/** Expands a compressed snapshot into a file next to it. That file is removed when the snapshot is closed. */
async function openExpanded({ version, file }: SnapshotFile): Promise<Published> {
  const folder = mkdtempSync(path.join(path.dirname(file), 'unfinished-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const expanded = path.join(folder, path.basename(file));
    await expandSnapshot(file, expanded);
    const opened = openSnapshot({ version, file: expanded });
    return {
      ...opened,
      close() {
        opened.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Throws if another version of the program published the records and this version cannot read them. */
async function requireRead(published: Published): Promise<Published> {
  const state = await findPublishedState(published.db);
  if (state && isReadFormat(state.record_format)) return published;
  published.close();
  throw new Error(
    `The records of version ${state?.version ?? ''} have a format that this version of the program cannot read.`,
  );
}

/** Counts vendors by verdict, per event type and first reason. */
export async function countDecisionsCommand(
  db: PublishedDb,
  { today, eventDate }: AskedDays,
  output: Output,
): Promise<number> {
  const event = parseEventDate(eventDate, today);
  const verdicts: Record<string, number> = {};
  const reasons: Record<string, number> = {};
  for (const body of await listFacts(db)) {
    const decision = decideOn(parsePublishedFacts(body), { today, event });
    const first = `${decision.verdict} ${decision.reasons[0]?.code}`;
    verdicts[decision.verdict] = (verdicts[decision.verdict] ?? 0) + 1;
    reasons[first] = (reasons[first] ?? 0) + 1;
  }
  // The event type affects only the documents, not the verdict.
  const byEventType = Object.fromEntries(EVENT_TYPES.map((type) => [type, verdicts]));
  const sorted = (counts: Record<string, number>) =>
    Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  output.result({ by_event_type: byEventType, by_first_reason: reasons }, () => [
    ...EVENT_TYPES.map(
      (type) =>
        `${type.padEnd(18)} ${sorted(verdicts)
          .map(([verdict, count]) => `${verdict} ${count}`)
          .join('  ')}`,
    ),
    '',
    ...sorted(reasons).map(([reason, count]) => `${String(count).padStart(6)}  ${reason}`),
  ]);
  return EXIT.done;
}
