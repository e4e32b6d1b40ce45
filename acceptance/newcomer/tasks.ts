import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { linkIn, type Mailbox } from '../browser/mailbox.ts';
import { DESK, type Person, PHONE } from './person.ts';

/**
 * The tasks, each with the ways to reach its goal, shortest first. A checkout is measured by the first way
 * that works on its pages.
 */

export interface Task {
  readonly name: string;
  readonly window: typeof DESK;
  readonly ways: readonly Way[];
}

interface Way {
  readonly name: string;
  /**
   * Goes this way to the goal. Throws `WayEnds` if a page lacks the next step. Any other error is a fault.
   */
  go(person: Person, given: Given): Promise<void>;
}

/** Facts that newcomers know beforehand. */
export interface Given {
  readonly origin: string;
  readonly mailbox: Mailbox;
  /** A business with grade D. */
  readonly vendor: { readonly name: string; readonly number: string; readonly county: string };
  /** The text printed on a receipt. */
  readonly paper: { readonly address: string; readonly number: string };
  /** An unused email address. */
  readonly email: string;
}

const PASSWORD = 'a pelican reads the news';
/** The number of days from today to the event that a newcomer asks about. */
const DAYS_AHEAD = 21;
const DAY_MS = 86_400_000;
const OWN_KEY: readonly Way[] = [
  {
    name: '“Sign in”, “Sign up”, confirmed by mail, settings, a key, its command',
    go: (person, given) => useOwnKey(person, given, /^Sign in$/),
  },
  {
    name: '“For organizers”, “Sign up”, confirmed by mail, settings, a key, its command',
    go: (person, given) => useOwnKey(person, given, /^For organizers$/),
  },
];
const county = (given: Given) => new RegExp(`^${given.vendor.county}$`);

export const TASKS: readonly Task[] = [
  {
    name: 'A vendor finds what holds the grade back',
    window: PHONE,
    ways: [
      {
        name: 'name in the search, the page of the vendor, self-check',
        async go(person, given) {
          await person.open(given.origin, 'given');
          await person.type(/^Name/, given.vendor.name);
          await person.press(/^(?:Check|Search vendors)$/);
          await person.follow(new RegExp(`^${escapeName(given.vendor.name)}`, 'i'));
          await person.follow(/Self-check/);
          await person.find(/^Everything that’s holding the grade back/);
          await person.find(/^What to do:/);
        },
      },
    ],
  },
  {
    name: 'An organizer checks one vendor and files the proof',
    window: DESK,
    ways: [
      {
        name: 'the form on the home page, receipt as PDF',
        go: (person, given) => checkAndFile(person, given),
      },
      {
        name: '“Check”, the form, receipt as PDF',
        go: (person, given) => checkAndFile(person, given, /^Check the vendor for it|^Check$/),
      },
    ],
  },
  {
    name: 'A visitor verifies a receipt from paper: by its address',
    window: PHONE,
    ways: [
      {
        name: 'the address beside the code is typed',
        async go(person, given) {
          await person.open(given.paper.address, 'typed');
          await person.find(/genuine/i);
        },
      },
    ],
  },
  {
    name: 'A visitor verifies a receipt from paper: by its number',
    window: PHONE,
    ways: [
      {
        name: 'home, “Verify”, the number in small letters with blanks for hyphens',
        async go(person, given) {
          await person.open(given.origin, 'given');
          await person.follow(/^verify/i);
          await person.type(
            /^Receipt or receipt number/,
            given.paper.number.toLowerCase().replaceAll('-', ' '),
          );
          await person.press(/^Verify/);
          await person.find(/genuine/i);
        },
      },
    ],
  },
  {
    name: 'A journalist gets a county’s numbers and the line to cite',
    window: DESK,
    ways: [
      {
        name: 'statistics, the county’s page',
        async go(person, given) {
          await person.open(given.origin, 'given');
          await person.follow(/statistics/i);
          await person.follow(county(given));
          await person.find(/^On record$/);
          await person.find(/^Cite this$/);
        },
      },
      {
        name: 'statistics, the county’s row',
        async go(person, given) {
          await person.open(given.origin, 'given');
          await person.follow(/statistics/i);
          await person.find(county(given));
          await person.find(/^Cite this$/);
        },
      },
    ],
  },
  {
    name: 'A journalist gets the numbers of counties as a file',
    window: DESK,
    ways: [
      {
        name: 'statistics, the table as CSV',
        async go(person, given) {
          await person.open(given.origin, 'given');
          await person.follow(/statistics/i);
          const table = (await person.download(/CSV/)).toString();
          assert.match(table, new RegExp(`^"?${given.vendor.county}"?,`, 'm'), 'the table lists the county');
        },
      },
    ],
  },
  {
    name: 'A developer makes a first call with a key',
    window: DESK,
    ways: [
      {
        name: '“Start in five minutes”, its key and its command',
        async go(person, given) {
          await person.open(given.origin, 'given');
          await person.follow(/^API$|^Every endpoint/);
          await person.follow(/^Start in five minutes/);
          const key = await person.copyCode(/^API_KEY=/);
          const call = await person.copyCode(/Authorization: Bearer/);
          answered(await person.run([key, call]));
        },
      },
      ...OWN_KEY,
    ],
  },
  {
    name: 'A developer makes a first call with a key of their own',
    window: DESK,
    ways: OWN_KEY,
  },
];

async function checkAndFile(person: Person, given: Given, begin?: RegExp): Promise<void> {
  await person.open(given.origin, 'given');
  if (begin) await person.follow(begin);
  await person.type(/^(?:Name or l|L)icense number/, given.vendor.number);
  // The home page does not ask for the kind of event.
  if (begin) await person.pick(/^Festival/);
  const day = new Date(Date.now() + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10);
  await person.type(/^Event date/, day);
  await person.press(/^Check$/);
  const proof = await person.download(/^Print \(PDF\)/);
  assert.equal(proof.subarray(0, 5).toString(), '%PDF-', 'the proof is a PDF');
}

async function useOwnKey(person: Person, { origin, mailbox, email }: Given, begin: RegExp): Promise<void> {
  await person.open(origin, 'given');
  await person.follow(begin);
  await person.follow(/^Sign up$/);
  await person.type(/^Name/, 'Dee Developer');
  await person.type(/^Email/, email);
  await person.type(/^Password/, PASSWORD);
  await person.press(/^Sign up/);
  await person.open(linkIn(await mailbox.next(email), '/confirm-email'), 'link in a mail');
  await person.type(/^Password/, PASSWORD);
  await person.press(/./);
  await person.follow(/^Settings/);
  await person.follow(/API keys/);
  await person.type(/^Name/, 'First try');
  await person.press(/^Create a key/);
  answered(await person.run([await person.copyCode(/Authorization: Bearer/)]));
}

/** Asserts that the call succeeded, so the response has data and does not have an error. */
function answered(answer: string): void {
  const { data, error = null } = JSON.parse(answer);
  assert.ok(Array.isArray(data) && error === null, `the call is answered: ${answer.slice(0, 300)}`);
}

function escapeName(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Finds a vendor with grade D that is the first search result for its own name, and the text printed on a
 * receipt about that vendor.
 */
export async function prepare(origin: string): Promise<Pick<Given, 'vendor' | 'paper'>> {
  const ask = async (at: string) => JSON.parse(await (await fetch(`${origin}${at}`)).text());
  for (const { id, name, license, county: place } of await ask('/api/vendors?grade=D&limit=50')) {
    const [first] = await ask(`/api/vendors?q=${encodeURIComponent(name)}&limit=1`);
    if (first?.id !== id) continue;
    const decided = await ask(`/api/v1/decision?license_number=${license.number}&event_type=festival`);
    const printed = await fetch(`${decided.data.receipt_url}.pdf`);
    const text = await readText(new Uint8Array(await printed.arrayBuffer()));
    const address = /https?:\/\/\S+\/v\/([-\dA-Z]+)/.exec(text);
    if (!address?.[1]) throw new Error('no address on the printed receipt');
    return {
      vendor: { name, number: license.number, county: place },
      paper: { address: address[0], number: address[1] },
    };
  }
  throw new Error('no vendor with the grade D is found first by its name');
}

async function readText(pdf: Uint8Array): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'newcomer-'));
  try {
    const file = path.join(folder, 'receipt.pdf');
    await writeFile(file, pdf);
    return (await promisify(execFile)('pdftotext', [file, '-'])).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
