import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseCheckpoint } from '../../client/src/log.ts';
import { writeDemoFiles } from '../../src/demo/florida/files/write-demo-files.ts';
import { addDays, jurisdictionDay } from '../../src/lib/time/dates.ts';
import { findFreePort } from '../../test/support/free-port.ts';
import { askPage, claimsOf, type Held, keep, runClient, type Said } from './holder.ts';
import {
  backdate,
  deleteRow,
  growAt,
  leaveOut,
  listNamedFiles,
  nameFiles,
  replaceReceipt,
} from './operator.ts';
import { copyWorld, fetchKeys, importFiles, rebuild, serve, type World } from './world.ts';

/**
 * An operator with the database and every key cheats in every known way. A witness and the holders of two
 * receipts see only published data. They must notice every time, and the message must say what happened. They
 * must not report an honest operator. Exits with 1 otherwise.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const folder = mkdtempSync(path.join(tmpdir(), 'cheats-'));
const world: World = {
  folder,
  port: await findFreePort(),
  files: path.join(folder, 'files'),
  keysFile: path.join(folder, 'jwks.json'),
};
const origin = `127.0.0.1:${world.port}/log`;
const TODAY = jurisdictionDay(new Date());
const AS_OF = addDays(TODAY, -1);
const WEEKS_AGO = new Date(Date.now() - 21 * 24 * 60 * 60 * 1_000);
const VENDORS = 300;
const FEW = 5;
const MANY = 30;

/** Two receipts. The backup restored later contains only the first one. */
interface Holders {
  readonly early: Held;
  readonly late: Held;
}

const VALID = /^VALID: not a character was changed, and the log \S+ has it as entry \d+ since /m;
const STILL = /^ {2}The log still has it: its checkpoint of size \d+ continues from the one in the proof\.$/m;
const IN_LOG = /IN THE LOG This receipt has been in the log since/;
const NOT_ON_RECORD =
  /SIGNED, BUT NOT ON RECORD This receipt was signed with our key, but we have no record of it/;
const FORKED = /THE LOG FORKED: it signed two histories/;
const WENT_BACK = /THE LOG WENT BACK: it signed a smaller size than before, so entries that it had are gone/;
const ANOTHER = /ANOTHER LOG is at this address: entries of the one before may be gone/;
const UNPROVEN =
  /ITS DATE IS NOT PROVEN: it says \S+, and nothing shows that there was such a receipt before/;

const PLAYS: Readonly<Record<string, (holders: Holders) => Promise<void>>> = {
  'an honest operator': playHonest,
  'a row is deleted': playDeletedRow,
  'a receipt is backdated': playBackdated,
  'a receipt is backdated, and so is the log': playBackdatedLog,
  'a receipt is replaced': playReplaced,
  'a record is changed': playChangedRecord,
  'the log is built again without an entry': playLeftOut,
  'an old backup is restored as if nothing was': playRestored,
  'an old backup is restored honestly': playRestoredHonestly,
};

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, maxRetries: 5 });
}

async function main(): Promise<void> {
  await writeDemoFiles({ directory: world.files, today: AS_OF, vendorCount: VENDORS });
  const data = path.join(folder, 'data-first');
  await importFiles(world.files, data, AS_OF);
  const early = await serve(world, 'first', data, async (played) => {
    // The keys are fetched only now, because the log creates its keys when it begins.
    const held = await played.decide(FEW);
    await fetchKeys(world, played.service.url);
    says(await played.witness(), 0, /^ok {2}\S+ {2}size \d+ {2}followed from now on/m);
    return held;
  });
  const later = copyWorld(world, 'first', 'second');
  const late = await serve(world, 'second', later, async (played) => {
    const held = await played.decide(MANY);
    says(await played.witness(), 0, /^ok {2}\S+ {2}size \d+ {2}\+\d+/m);
    return held;
  });
  for (const [name, play] of Object.entries(PLAYS)) {
    if (!name.includes(values.only)) continue;
    console.log(`\n# ${name}`);
    await play({ early, late });
  }
  console.log('\neach was noticed');
}

async function playHonest({ early, late }: Holders): Promise<void> {
  const data = copyWorld(world, 'second', 'honest');
  // Publishes the records for a different day, and issues a receipt about them.
  await importFiles(world.files, data, TODAY);
  await serve(world, 'honest', data, async (played) => {
    const held = await played.decide(FEW);
    says(await played.witness(), 0, /^ok {2}\S+ {2}size \d+ {2}\+\d+/m);
    for (const each of [early, late, held]) {
      const said = await played.verify(each);
      says(said, 0, VALID, STILL, /^ {2}Its record is in publication \d+ as of \S+, entry \d+ of the log/m);
      saysNothing(said, UNPROVEN);
      for (const typed of [each.receipt, each.number]) {
        const page = { code: 0, text: await askPage(played.service.url, typed) };
        says(page, 0, IN_LOG);
        saysNothing(page, /isn’t proven/);
      }
      const record = path.join(folder, `record-${claimsOf(each.receipt).jti}.json`);
      says(await rebuild(world.files, each, record), 0, /THE SAME AS IN THE LOG/);
      assert.equal(hash('sha256', readFileSync(record)), claimsOf(each.receipt).record_sha256);
    }
  });
}

async function playDeletedRow({ early, late }: Holders): Promise<void> {
  const data = copyWorld(world, 'second', 'deleted');
  await deleteRow(data, claimsOf(late.receipt));
  await serve(world, 'deleted', data, async (played) => {
    await played.decide(FEW);
    says(await played.verify(late), 0, VALID, STILL);
    says({ code: 0, text: await askPage(played.service.url, late.receipt) }, 0, NOT_ON_RECORD);
    const answer = await fetch(`${played.service.url}/api/v1/decision/verify?receipt=${late.receipt}`);
    const { data: found } = Object(await answer.json());
    assert.deepEqual([found.valid, found.issued, found.log], [true, false, null]);
    says(await played.verify(early), 0, VALID, STILL);
  });
}

async function playBackdated({ late }: Holders): Promise<void> {
  const data = copyWorld(world, 'second', 'backdated');
  const receipt = await backdate(data, claimsOf(late.receipt), WEEKS_AGO);
  await serve(world, 'backdated', data, async (played) => {
    const held = keep(folder, 'backdated', receipt, '', await played.prove(receipt));
    says(await played.verify(held), 0, VALID, UNPROVEN);
    says({ code: 0, text: await askPage(played.service.url, receipt) }, 0, IN_LOG, /Its date isn’t proven/);
  });
}

async function playBackdatedLog({ late }: Holders): Promise<void> {
  const data = copyWorld(world, 'second', 'backdated-log');
  const receipt = await backdate(data, claimsOf(late.receipt), WEEKS_AGO);
  await growAt(data, origin, WEEKS_AGO);
  await serve(world, 'backdated-log', data, async (played) => {
    says(await played.witness(), 1, /THE CLOCK OF THE LOG WENT BACK: it grew, and signed an earlier time/);
    const held = keep(folder, 'backdated-log', receipt, '', await played.prove(receipt));
    says(await played.verify(held), 0, /since \S+ by the clock of the log\.$/m);
  });
}

async function playReplaced({ early, late }: Holders): Promise<void> {
  const data = copyWorld(world, 'second', 'replaced');
  const receipt = await replaceReceipt(data, late, { name: 'ANOTHER NAME' });
  await serve(world, 'replaced', data, async (played) => {
    await played.decide(FEW);
    // Looking up the number now returns a receipt with a proof, but the proof is invalid.
    const held = keep(folder, 'replaced', receipt, late.number, await played.prove(receipt));
    says(await played.verify(held), 1, /^INVALID: the proof is of another receipt, or altered\./m);
    says(await played.verify(late), 0, VALID, STILL);
    says({ code: 0, text: await askPage(played.service.url, late.receipt) }, 0, NOT_ON_RECORD);
  });
  const swapped = readFileSync(early.proofFile, 'utf8').replace(/^extra (.*)$/m, (_line, extra: string) => {
    const said = JSON.parse(Buffer.from(extra, 'base64').toString());
    said.record.entry = said.record.entry.replace(/ [0-9a-f]{64} /, ` ${'ab'.repeat(32)} `);
    return `extra ${Buffer.from(JSON.stringify(said)).toString('base64')}`;
  });
  const other = keep(folder, 'swapped', early.receipt, early.number, swapped);
  const args = ['verify', other.receiptFile, '--proof', other.proofFile, '--jwks', world.keysFile];
  says(await runClient(args), 1, /^INVALID: the record that the receipt names is not in the publication/m);
}

/**
 * The operator changes a row in the regulator's file before the records are built. The published list then
 * names either the changed file or the original.
 */
async function playChangedRecord(): Promise<void> {
  const edited = path.join(folder, 'edited');
  cpSync(world.files, edited, { recursive: true });
  assert.ok(changeOneLine(edited), 'the files contain a warning');
  const genuine = await listNamedFiles(path.join(folder, 'data-first'));
  for (const [name, isHidden, sentence] of [
    ['changed', true, /NOT WHAT THE LOG SAYS: these are the files that the log names, but the records made/],
    ['changed-openly', false, /OTHER FILES: these are not the files that the log names/],
  ] as const) {
    const data = path.join(folder, `data-${name}`);
    await importFiles(edited, data, AS_OF);
    if (isHidden) await nameFiles(data, genuine);
    const own = { ...world, keysFile: path.join(folder, `jwks-${name}.json`) };
    await serve(
      own,
      name,
      data,
      async (played) => {
        const held = await played.decide(1);
        await fetchKeys(own, played.service.url);
        says(await played.verify(held), 0, VALID, STILL);
        says(await rebuild(world.files, held), 1, sentence);
      },
      edited,
    );
  }
}

function changeOneLine(files: string): boolean {
  for (const name of readdirSync(files).filter((each) => each.includes('fdinspi'))) {
    const file = path.join(files, name);
    const text = readFileSync(file, 'latin1');
    const changed = text.replace('"Warning Issued"', '"Inspection Completed - No Further Action"');
    if (changed === text) continue;
    writeFileSync(file, changed, 'latin1');
    return true;
  }
  return false;
}

async function playLeftOut({ early, late }: Holders): Promise<void> {
  const data = copyWorld(world, 'second', 'left-out');
  await leaveOut(data, claimsOf(early.receipt));
  await serve(world, 'left-out', data, async (played) => {
    const held = await played.decide(FEW);
    says(await played.witness(), 1, FORKED);
    says(await played.verify(early), 1, VALID, FORKED, /Keep the receipt and its proof/);
    says(await played.verify(late), 1, VALID, FORKED);
    says({ code: 0, text: await askPage(played.service.url, early.receipt) }, 0, NOT_ON_RECORD);
    // A new holder never saw the old history, so the new history looks valid to them.
    says(await played.verify(held), 0, VALID, STILL);
  });
}

async function playRestored({ early, late }: Holders): Promise<void> {
  const data = copyWorld(world, 'first', 'restored');
  copyWitness('second', 'restored');
  await serve(world, 'restored', data, async (played) => {
    says(await played.witness(), 1, WENT_BACK);
    says(await played.verify(late), 1, VALID, WENT_BACK);
    await played.decide(2 * MANY);
    says(await played.witness(), 1, FORKED);
    says(await played.verify(late), 1, VALID, FORKED);
    says({ code: 0, text: await askPage(played.service.url, late.receipt) }, 0, NOT_ON_RECORD);
    says(await played.verify(early), 0, VALID, STILL);
  });
}

async function playRestoredHonestly({ early, late }: Holders): Promise<void> {
  const data = copyWorld(world, 'first', 'restored-honestly');
  copyWitness('second', 'restored-honestly');
  // This file is not part of the database, so restoring the backup leaves it unchanged.
  cpSync(path.join(folder, 'data-second/log-head'), path.join(data, 'log-head'));
  await serve(world, 'restored-honestly', data, async (played) => {
    const held = await played.decide(FEW);
    says(await played.witness(), 1, ANOTHER);
    says(await played.verify(late), 1, VALID, ANOTHER);
    const logged = played.service.log.map(({ msg }) => String(msg)).join('\n');
    says(
      { code: 0, text: logged },
      0,
      /the database is older than the public log because a backup was restored or rows were lost/,
    );
    const note = await (await fetch(`${played.service.url}/log/checkpoint`)).text();
    const size = parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1))?.size;
    const bundle = await fetch(`${played.service.url}/log/tile/entries/000.p/${size}`);
    says({ code: 0, text: await bundle.text() }, 0, /"type":"continues","log":"[^"]+","size":\d+/);
    const own = { ...world, keysFile: path.join(folder, 'jwks-restored.json') };
    await fetchKeys(own, played.service.url);
    for (const each of [early, late, held]) {
      const args = ['verify', each.receiptFile, '--proof', each.proofFile, '--jwks', own.keysFile];
      says(await runClient(args), 0, VALID);
    }
  });
}

function copyWitness(from: string, name: string): void {
  const to = path.join(folder, `witness-${name}`);
  rmSync(to, { recursive: true });
  cpSync(path.join(folder, `witness-${from}`), to, { recursive: true });
}

/** Throws unless the output contains each of these sentences and the exit code is as expected. */
function says({ code, text }: Said, expected: number, ...sentences: readonly RegExp[]): void {
  assert.equal(code, expected, text);
  for (const sentence of sentences) {
    assert.match(text, sentence);
    console.log(`  ${sentence.exec(text)?.[0].trim()}`);
  }
}

function saysNothing({ text }: Said, sentence: RegExp): void {
  assert.doesNotMatch(text, sentence);
}
