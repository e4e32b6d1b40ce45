import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { decideOn } from '../../src/judgment/policy/policy.ts';
import { readInboxView } from '../../src/organizer/applications/inbox/inbox-view.ts';
import type { ApplicationService } from '../../src/organizer/applications/service.ts';
import { publish } from '../../src/records/publication/service.ts';
import { parsePublishedFacts } from '../../src/records/record/decision-facts.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import { renderApplication } from '../../src/web/organizer/applications/application-page.ts';
import { renderRow } from '../../src/web/organizer/applications/inbox-row.ts';
import { renderEntry } from '../../src/web/organizer/compliance/compliance-entry.ts';
import { renderApplicant } from '../../src/web/public/events/applicant-page.ts';
import { insertAccount } from '../../test/support/account-rows.ts';
import { openTestSqlite, type TestDatabase } from '../../test/support/engines.ts';
import {
  applicationRow,
  insertApplications,
  insertEvent,
  openApplicationService,
} from '../../test/support/ledger-rows.ts';
import { linesOf } from '../../test/support/page-text.ts';
import { publishedRecords } from '../../test/support/published-records.ts';
import { plusDays } from '../truth/days.ts';
import type { Clock } from '../truth/truth.ts';
import { OTHER_NAME } from './application-templates.ts';
import { type SpokenText, withoutLabel } from './spoken.ts';
import { SHOWN, VERDICT_WORDS } from './verdict-names.ts';

/**
 * Reads the statements about each record on application pages. Every vendor applies to two events, and its
 * pages are read at three times.
 */

export interface AppliedVendor {
  readonly type: string;
  readonly digits: string;
  readonly clock: Clock;
  readonly spoken: readonly SpokenText[];
  /** Statements that appear in one place but are missing in another. */
  readonly contradictions: readonly string[];
}

const BASE_URL = 'https://vendors.example';
const ACCOUNT = { name: 'Organizer', accountId: 'organizer' };
/**
 * How many days after the as-of date the pages are read. Over these days, the first event is still ahead,
 * takes place and is over, and the records become old and then too old.
 */
const LATER = [0, 20, 90];
const FIRST_EVENT_AFTER = 20;
/** In one in this many applications, the name is not on record. */
const OTHER_NAME_EACH = 7;
const VIEW = readInboxView(new URLSearchParams(), 1);

interface Applied {
  readonly applicationId: string;
  readonly eventId: string;
  readonly type: string;
  readonly digits: string;
  readonly facts: string;
}

interface Reading {
  readonly take: (vendor: AppliedVendor) => void;
  /** Changes pages to make them wrong, to check that the errors are found. */
  readonly change?: (page: string) => string;
  /** The number of days after the as-of date at which the pages are read. */
  readonly later?: readonly number[];
}

/**
 * Publishes the files, lets every vendor on record apply, and calls `take` with the texts that organizers and
 * applicants then see.
 */
export async function readApplications(
  files: readonly ParsedFile[],
  asOf: string,
  { take, change = (page) => page, later: days = LATER }: Reading,
): Promise<void> {
  const database = await openTestSqlite();
  const at = (day: string) => () => new Date(`${day}T16:00:00Z`);
  for (const batch of Map.groupBy(files, ({ name }) => path.dirname(name)).values())
    await publish(database, { files: batch, asOf, now: at(asOf) });
  await insertAccount(database.db, undefined, ACCOUNT.accountId);
  const applied = await applyForAll(database, asOf);
  for (const later of days) {
    const today = plusDays(asOf, later);
    const service = openApplicationService(database, { now: at(today) });
    // A decision is filed on this day, so that the newest filed decision can be compared.
    for (const eventId of new Set(applied.map((each) => each.eventId)))
      await service.fileDecisions(ACCOUNT.accountId, eventId);
    await readAll(service, applied, today, { take, change });
  }
  await database.close();
}

/**
 * Lets each vendor apply to an event in the near future, and to an event that begins on the last day of the
 * vendor's license.
 */
async function applyForAll({ db, published }: TestDatabase, asOf: string): Promise<Applied[]> {
  const records = await publishedRecords(published.db);
  const events = new Map<string, Promise<string>>();
  const soon = plusDays(asOf, FIRST_EVENT_AFTER);
  const eventFrom = (day: string) => {
    // The events last from the afternoon of the day to the evening of the next day.
    const times = { starts_at: `${day}T19:00:00.000Z`, ends_at: `${plusDays(day, 1)}T22:00:00.000Z` };
    const event = events.get(day) ?? insertEvent(db, ACCOUNT.accountId, times);
    events.set(day, event);
    return event;
  };
  const applied: Applied[] = [];
  for (const [index, { license_type: type, digits, facts }] of records.entries()) {
    const { name, license } = parsePublishedFacts(facts).vendor;
    const days =
      license.expires_on !== null && license.expires_on > asOf ? [soon, license.expires_on] : [soon];
    for (const day of new Set(days)) {
      const eventId = await eventFrom(day);
      const id = randomUUID();
      const isOther = index % OTHER_NAME_EACH === 0;
      await insertApplications(db, [
        applicationRow(eventId, {
          id,
          license_number: license.number,
          license_digits: digits,
          license_type: type,
          business_name: isOther ? OTHER_NAME : name,
        }),
      ]);
      applied.push({ applicationId: id, eventId, type, digits, facts });
    }
  }
  return applied;
}

async function readAll(
  service: ApplicationService,
  applied: readonly Applied[],
  today: string,
  { take, change }: Required<Omit<Reading, 'later'>>,
): Promise<void> {
  const { accountId } = ACCOUNT;
  for (const [eventId, group] of Map.groupBy(applied, (each) => each.eventId)) {
    const rows = await rowsOf(service, eventId);
    const entries = await entriesOf(service, eventId);
    for (const { applicationId, type, digits, facts } of group) {
      const { event, application } = await service.getDetail(accountId, eventId, applicationId);
      const own = renderApplication({
        event,
        application,
        account: ACCOUNT,
        fictional: false,
        view: VIEW,
        actionId: '',
        messages: [],
        food: new Map(),
        neighbors: undefined,
        reliability: { text: '', contests: [] },
      }).toString();
      const days = application.standing?.event ?? { first: today, last: today };
      const clock: Clock = { today, event: days };
      const page = change(own);
      const row = change(rows.get(applicationId) ?? '');
      const entry = change(entries.get(applicationId) ?? '');
      const reasons = decideOn(parsePublishedFacts(facts), clock).reasons.map(({ text }) => text);
      take({
        type,
        digits,
        clock,
        spoken: [page, row, entry].flatMap((html, index) =>
          (PARTS[index] ?? []).flatMap((part) => linesOfPart(html, part)).map(toSpoken),
        ),
        contradictions: [
          ...missing(reasons, linesOf(partOf(page, WHY)), 'the application’s page'),
          // A row shows only one sentence: the first reason, which decides.
          ...missing(reasons.slice(0, 1), linesOf(splitSpans(partOf(row, VERDICT_CELL))), 'the inbox'),
          ...missing(reasons, linesOf(entry), 'the compliance file'),
          ...documentsOf(page),
          ...(await applicantFaults(service, applicationId, { reasons, change })),
        ],
      });
    }
  }
}

const ROW = { query: '', changed: undefined, actionId: undefined, now: new Date() };

async function rowsOf(service: ApplicationService, eventId: string): Promise<Map<string, string>> {
  const rows = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const list = await service.listInbox(ACCOUNT.accountId, eventId, { ...VIEW, page });
    for (const row of list.rows) rows.set(row.id, renderRow(list, row, ROW).toString());
    if (list.page * list.pageSize >= list.matching) return rows;
  }
}

async function entriesOf(service: ApplicationService, eventId: string): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const file = await service.getComplianceFile(ACCOUNT.accountId, eventId, page);
    for (const entry of file.entries)
      entries.set(
        entry.application.id,
        renderEntry(entry, { event: file.event, number: 1, baseUrl: BASE_URL }).toString(),
      );
    if (file.page * file.pageSize >= file.total) return entries;
  }
}

const WHY = /<h2>Why<\/h2><div>([\s\S]*?)<\/div><\/section>/;
const VERDICT_CELL = /<td data-label="Verdict">([\s\S]*?)<\/td>/;
/** The parts of the pages that are about the record. All other parts are about the application itself. */
const PARTS: readonly (readonly RegExp[])[] = [
  [
    /<p class="changed">([\s\S]*?)<\/p>/,
    /<section class="verdict[^>]*>([\s\S]*?)<\/section>/,
    WHY,
    /<h2>On record<\/h2><div>([\s\S]*?)<\/section>/,
    /<h2>Filed decisions<\/h2><div>([\s\S]*?)<a /,
  ],
  [VERDICT_CELL],
  [
    /(<p class="under">[\s\S]*?<\/p>)/,
    /<p class="changed">([\s\S]*?)<\/p>/,
    /<h3>Verdict<\/h3><div>([\s\S]*?)<\/section>/,
    /<h3>Receipt<\/h3><div>(<p>[\s\S]*?<\/p>)/,
  ],
];

function partOf(page: string, part: RegExp): string {
  return part.exec(page)?.[1] ?? '';
}

/**
 * Returns the lines in a part of a page. Leaves out places, which are not checked here, and labels, which do
 * not make claims.
 */
function linesOfPart(page: string, part: RegExp): string[] {
  const html = partOf(page, part)
    .replace(/<div><dt>(?:Place|On record)<\/dt>[\s\S]*?<\/dd><\/div>/, '')
    .replace(/<dt>[^<]*<\/dt>/g, '')
    .replace(/<summary>[\s\S]*?<\/summary>/g, '');
  return linesOf(splitSpans(html));
}

/** Starts a new line for every grade, sentence or number in its own span. */
function splitSpans(html: string): string {
  return html.replace(/<\/span> ?<span class="(?:small|sentence)">/g, '\n');
}

function toSpoken(text: string): SpokenText {
  return { place: 'application', text: withoutLabel(text) };
}

/**
 * Lists reasons for the decision that are missing. Every place with a verdict must show all of the reasons.
 */
function missing(reasons: readonly string[], lines: readonly string[], where: string): string[] {
  const told = lines.map(withoutLabel);
  return reasons.filter((text) => !told.includes(text)).map((text) => `${where} leaves out: ${text}`);
}

/** Returns the listed documents, none of which was submitted. */
function documentsOf(page: string): string[] {
  const list = partOf(page, /<h2>Documents<\/h2><div><details><summary>.*?<\/summary><ul>([\s\S]*?)<\/ul>/);
  const items = linesOf(list);
  const isNone = items.length > 0 && items.every((item) => item.endsWith(': Not received'));
  return isNone ? [] : ['a document is told of that nobody sent'];
}

/** Matches every name of a verdict, in both languages. */
const VERDICT_NAMES = new RegExp(
  [
    ...SHOWN.map((each) => VERDICT_WORDS[each].name),
    ...['Se puede contratar', 'Contratar con cuidado', 'Revisar primero', 'Historial insuficiente'],
    'No contratar',
  ].join('|'),
  'g',
);

/** Lists the organizer's texts that the applicant can see in either language. There must not be any. */
async function applicantFaults(
  service: ApplicationService,
  token: string,
  { reasons, change }: { readonly reasons: readonly string[]; readonly change: (page: string) => string },
): Promise<string[]> {
  const view = await service.findByLink(token);
  if (!view) return ['the private link leads nowhere'];
  return (['en', 'es'] as const).flatMap((language) => {
    const page = renderApplicant({ view, token, fictional: false, language }).toString();
    const text = linesOf(change(page)).join('\n');
    const verdicts = text.match(VERDICT_NAMES) ?? [];
    const told = [...reasons.filter((each) => text.includes(each)), ...new Set(verdicts)];
    return told.map((each) => `the applicant reads (${language}): ${each}`);
  });
}
