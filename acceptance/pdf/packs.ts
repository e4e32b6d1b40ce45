import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { readPage } from '../../test/support/read-page.ts';
import { post, signIn } from '../attacks/visitor.ts';
import type { RunningService } from '../support/service.ts';
import { fileDocuments, STATES_WANTED } from './documents.ts';
import {
  type ApiDecision,
  type DocumentRow,
  dayInWords,
  type ExpectedEntry,
  momentInWords,
  textsOf,
} from './expected.ts';

export interface MadePack {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The result of a second, identical request; undefined if the file contains its creation time. */
  readonly again: Uint8Array | undefined;
  readonly expected: readonly ExpectedEntry[];
}

/** A demo organizer, as listed in the README. */
const ORGANIZER = { email: 'parks@demo.example', password: 'fictional-parks' };
const KEY = 'svc_pk_5thqpzytcuzu4376.ri6dtq3lwgfjqs5cqoatpxpicbedxofo2q4psxy6hfu3op';
const EVENT = 'Spring of Nowhere Festival';
const OPEN = new Set(['submitted', 'under_review', 'waitlisted', 'approved', 'confirmed']);
const TRIES = 120;

/** Names that do not match any vendor and must be printed exactly as typed. */
const HARD_NAMES = [
  'Café Łódź Ünique Ěxtra',
  'Sushi 🍣 on Wheels Qx',
  'שלום Falafel Qzx',
  'Long Name '.repeat(10).trim(),
];

export async function makeReceiptPack(service: RunningService): Promise<MadePack> {
  const { receipt_number: number } = await getData<{ receipt_number: string }>(
    service,
    '/api/v1/decision?license_number=MFD5890004&event_type=festival',
  );
  const { verification } = await getData<ReceiptAnswer>(service, `/api/v1/receipts/${number}`);
  const { receipt: claims } = verification;
  const address = `/v/${number}.pdf`;
  const entry: ExpectedEntry = {
    name: claims.name,
    verdict: claims.verdict,
    license: claims.license_digits,
    expires: claims.license_expires_on === null ? 'Not on file' : dayInWords(claims.license_expires_on),
    receipt: number,
    documents: '–',
    says: [
      `${service.url}/v/${number}`,
      `SHA-256 ${claims.record_sha256}`,
      `Policy ${claims.policy_version}, scoring ${claims.score_version}`,
      ...claims.reasons,
      momentInWords(new Date(claims.iat * 1000).toISOString()),
      ...[claims.as_of, claims.data_as_of, claims.event_date].map(dayInWords),
    ],
  };
  const bytes = await getBytes(service, address);
  const again = await getBytes(service, address);
  return { name: `receipt ${number}`, bytes, again, expected: [entry] };
}

export async function makeCompliancePack(service: RunningService): Promise<MadePack> {
  const ofEvent = ({ event_name, status }: Application) => event_name === EVENT && OPEN.has(status);
  const before = (await waitForApplications(service)).filter(ofEvent);
  const event = `/organizer/events/${before[0]?.event_id}`;
  const { cookies: cookie } = await signIn(service, ORGANIZER.email, ORGANIZER.password);
  const ids = before.map(({ id }) => id);
  const typed = await fileDocuments(service, { cookie, event, applications: ids });
  const applications = (await waitForApplications(service)).filter(ofEvent);
  const states = new Set(applications.flatMap(({ documents }) => documents.map(({ state }) => state)));
  if (STATES_WANTED.some((each) => !states.has(each)))
    throw new Error(`documents in these states alone: ${[...states].join(', ')}`);
  await post(service, `${event}/compliance`, {}, { cookie });
  const page = (await getBytes(service, `${event}/compliance`, { cookie })).toString();
  const numbers = [...new Set([...page.matchAll(/\/v\/([\dA-Z-]{19})/g)].map(([, each = '']) => each))];
  const receipts = await Promise.all(
    numbers.map((number) => getData<ReceiptAnswer & Found>(service, `/api/v1/receipts/${number}`)),
  );
  const byVendor = new Map(receipts.map((receipt) => [receipt.vendor_id, receipt]));
  const example = await getData<ApiDecision>(
    service,
    '/api/v1/decision?license_number=MFD5890004&event_type=festival',
  );
  const names = new Map(example.required_documents.map(({ code, name: each }) => [code, each]));
  const expected = await Promise.all(
    applications.map(async (application): Promise<ExpectedEntry> => {
      const { id, vendor, business_name, documents } = application;
      const own = [...applicationTexts(application), ...(typed.get(id) ?? [])];
      const inOrder = documents.filter(({ state }) => state === 'confirmed' || state === 'waived').length;
      const ticked = `${inOrder} of ${documents.length}`;
      const receipt = vendor && byVendor.get(vendor.id);
      const rows = documentRows(application, names);
      const papers = { documents: ticked, documentRows: rows, documentPage: page };
      if (!receipt) return { ...notDecided(business_name), ...papers, says: own };
      const { receipt: claims } = receipt.verification;
      const decision = await decide(service, vendor.id, claims.event_type, claims.event_date);
      const entry = decided(decision, receipt);
      return { ...entry, ...papers, says: [...entry.says, ...own] };
    }),
  );
  const bytes = await getBytes(service, `${event}/compliance.pdf`, { cookie });
  return { name: 'compliance file', bytes, again: undefined, expected: inOrderOfPage(page, expected) };
}

export async function makeListPack(service: RunningService): Promise<MadePack> {
  const numbers = ['MFD5890001', 'MFD5890003', 'MFD5890007', 'MFD5890004'];
  const lines = [
    'Name,License',
    ...numbers.map((each) => `,${each}`),
    ...HARD_NAMES.map((each) => `${each},`),
  ].join('\n');
  const date = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10);
  const fields = { lines, event_type: 'festival', event_date: date };
  const sent = new FormData();
  for (const [name, value] of Object.entries(fields)) sent.set(name, value);
  const review = await fetch(`${service.url}/check/list`, { method: 'POST', body: sent });
  const { forms } = readPage(await review.text(), '/check/list');
  const form = forms.find(({ action }) => action === '/check/list/decide');
  if (!form) throw new Error(`no list to decide on: ${review.status}`);
  const kept = Object.fromEntries(form.fields.map(({ name, value }) => [name, value]));
  const { location, status } = await post(service, '/check/list/decide', { ...kept, ...fields });
  if (!location) throw new Error(`the list was not decided: ${status}`);
  const csv = (await getBytes(service, `${location}/list.csv`)).toString();
  const rows: Record<string, string>[] = parse(csv, { columns: true, bom: true });
  const expected = await Promise.all(
    rows
      .map((row, index) => ({ ...row, line: String(index + 2) }) as Record<string, string>)
      .map(async (row): Promise<ExpectedEntry> => {
        const given = row.Name ?? '';
        if (row.Verdict === 'Not checked') return { ...notDecided(given), says: [row.Reasons ?? ''] };
        const vendor = `license_number=${row['License on record']}`;
        const decision = await getData<ApiDecision>(
          service,
          `/api/v1/decision?${vendor}&event_type=festival&event_date=${date}`,
        );
        const receipt = row.Receipt ?? '';
        // A vendor that should not be booked is not asked for documents.
        const required = row.Verdict === 'DECLINE' ? [] : decision.required_documents;
        return {
          name: row['Matched name'] ?? '',
          verdict: row.Verdict ?? '',
          license: row['License on record'] ?? '',
          expires: dayInWords(row['License expires'] ?? ''),
          receipt,
          documentRows: required.map((each) => ({
            name: `☐ ${each.name}`,
            state: 'To collect',
          })),
          says: [`${service.url}/v/${receipt}`, `Line ${row.line} of the list`, ...textsOf(decision)],
        };
      }),
  );
  if (rows.length !== expected.length || expected.length !== numbers.length + HARD_NAMES.length)
    throw new Error(`${expected.length} of ${rows.length} lines were checked`);
  const address = `${location}/evidence-pack.pdf?pages=all`;
  const bytes = await getBytes(service, address);
  const again = await getBytes(service, address);
  return { name: 'checked list', bytes, again, expected };
}

interface ReceiptAnswer {
  readonly verification: {
    readonly receipt: Readonly<
      Record<
        | 'name'
        | 'verdict'
        | 'license_digits'
        | 'record_sha256'
        | 'policy_version'
        | 'score_version'
        | 'as_of'
        | 'data_as_of'
        | 'event_type'
        | 'event_date',
        string
      >
    > & {
      readonly iat: number;
      readonly reasons: readonly string[];
      readonly license_expires_on: string | null;
    };
  };
}
interface Found {
  readonly vendor_id: string;
  readonly receipt_number: string;
  readonly receipt_url: string;
}
interface Application {
  readonly id: string;
  readonly event_id: string;
  readonly event_name: string;
  readonly status: string;
  readonly business_name: string;
  readonly vendor: { readonly id: string } | null;
  readonly license_number: string;
  readonly documents: readonly {
    readonly code: string;
    readonly state: string;
    readonly expires_on: string | null;
  }[];
}

function decided(decision: ApiDecision, receipt: ReceiptAnswer & Found): ExpectedEntry {
  const { number, expires_on } = decision.vendor.license;
  const { name, verdict } = receipt.verification.receipt;
  return {
    name,
    verdict,
    license: number,
    receipt: receipt.receipt_number,
    expires: expires_on === null ? 'Not on file' : dayInWords(expires_on),
    says: [
      receipt.receipt_url,
      `Decided ${momentInWords(new Date(receipt.verification.receipt.iat * 1000).toISOString())}`,
      ...textsOf(decision),
    ],
  };
}

/** Returns the applicant's texts, and the date on which each document expires. */
function applicationTexts({ business_name, license_number, documents }: Application): string[] {
  return [
    `, from ${business_name}, license ${license_number} as given.`,
    ...documents.flatMap(({ state, expires_on: day }) =>
      day === null || state === 'waived' ? [] : [dayInWords(day)],
    ),
  ];
}

/** Returns each document with its box and state, in the API's order. */
function documentRows({ documents }: Application, names: ReadonlyMap<string, string>): DocumentRow[] {
  return documents.map(({ code, state }) => ({
    name: `${state === 'confirmed' || state === 'waived' ? '☑' : '☐'} ${names.get(code)}`,
    state: STATES[state] ?? state,
  }));
}

const STATES: Readonly<Record<string, string>> = {
  to_collect: 'To collect',
  received: 'Received, not confirmed yet',
  confirmed: 'Confirmed',
  waived: 'Waived',
  rejected: 'Rejected',
};

function notDecided(name: string): Omit<ExpectedEntry, 'says'> {
  return { name, verdict: 'NOT DECIDED', license: 'Not on record', expires: '', receipt: 'None' };
}

/** Sorts entries in the page's order. The PDF uses the same order, but the API uses a different one. */
function inOrderOfPage(page: string, entries: readonly ExpectedEntry[]): ExpectedEntry[] {
  const placeOf = ({ name, receipt }: ExpectedEntry) =>
    receipt === 'None' ? page.lastIndexOf(name) : page.indexOf(receipt);
  return entries.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function decide(service: RunningService, vendorId: string, type: string, date: string): Promise<ApiDecision> {
  return getData(service, `/api/v1/decision?vendor_id=${vendorId}&event_type=${type}&event_date=${date}`);
}

/**
 * Waits for the demo's applications, because the demo's organizers are created after the service is ready.
 */
async function waitForApplications(service: RunningService): Promise<Application[]> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const answer = await fetch(`${service.url}/api/v1/applications`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    const body = (await answer.json()) as { data: Application[] | null };
    if (body.data && body.data.length > 0) return body.data;
    await wait(500);
  }
  throw new Error('the demo has no applications');
}

async function getData<Data>({ url }: RunningService, address: string): Promise<Data> {
  const answer = await fetch(`${url}${address}`);
  const body = (await answer.json()) as { data: Data | null };
  if (body.data === null) throw new Error(`${address}: ${answer.status}`);
  return body.data;
}

async function getBytes({ url }: RunningService, address: string, headers = {}): Promise<Buffer> {
  const answer = await fetch(`${url}${address}`, { headers });
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}
