import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { workbookParts, zipOf } from '../../test/support/hostile-files.ts';
import type { RunningService } from '../support/service.ts';
import type { Attack, AttackContext, Outcome } from './attack.ts';

/** Sends requests that are cheap to send and expensive to process, one after another, without an account. */
export const attack: Attack = {
  name: 'costly-requests',
  guarantee:
    'No request of a stranger, whatever is in it, holds everybody else up for 200 ms of processor time',
  engines: ['sqlite'],
  run,
};

const HELD_MS_MAX = 200;

interface Costly {
  readonly what: string;
  readonly url: string;
  readonly request?: RequestInit;
}

async function run({ startService, folder }: AttackContext): Promise<Outcome> {
  const holds = path.join(folder, 'holds');
  // The first start creates demo records; the second is measured from its first request.
  await (await startService()).stop();
  const service = await startService({
    RATE_LIMIT_LIST_LINES: '0',
    RATE_LIMIT_LIST_LINES_DAY: '0',
    RATE_LIMIT_APPLY: '0',
    LOOP_HOLDS_FILE: holds,
    NODE_OPTIONS: `--import ${path.resolve(import.meta.dirname, '../support/loop-holds.ts')}`,
  });
  // The first list loads the code and data that lists need, so it is not measured.
  await send(service, file('a list before', Buffer.from('Name\nTaco Bus')));
  const lines: string[] = [];
  let worst = 0;
  for (const costly of await listRequests(service)) {
    const from = Date.now();
    const status = await send(service, costly);
    const heldMs = await longestHold(holds, from);
    worst = Math.max(worst, heldMs);
    lines.push(`${costly.what}: ${status}, longest hold ${heldMs.toFixed(0)} ms`);
  }
  return { held: worst <= HELD_MS_MAX, saw: lines.join('\n       ') };
}

async function send(service: RunningService, { url, request }: Costly): Promise<number> {
  const answer = await fetch(`${service.url}${url}`, { redirect: 'manual', ...request });
  await answer.arrayBuffer();
  return answer.status;
}

async function listRequests({ url }: RunningService): Promise<Costly[]> {
  const events = await fetch(`${url}/api/v1/public/events`).then((answer) => answer.json());
  // This event is one of the demo events that accept applications.
  const { id } = (events as { data: [{ id: string }] }).data[0];
  const applications = `/events/${id}/applications`;
  return [
    {
      what: 'fifteen thousand forwarded addresses',
      url: '/healthz',
      request: { headers: { 'x-forwarded-for': ','.repeat(15_000) } },
    },
    // Each of the 120,000 marks takes two bytes; percent-encoding would take six.
    {
      what: 'a name of 120,000 accents',
      url: applications,
      request: form(`business_name=a${accents(120_000)}`),
    },
    { what: 'a menu of 120,000 accents', url: applications, request: form(`q_menu=a${accents(120_000)}`) },
    ...pastedReceipts(),
    ...listFiles(),
    {
      what: 'a table of 1,500,000 lists in each other',
      url: '/check/list/decide',
      request: form(`table=${'['.repeat(1_500_000)}${']'.repeat(1_500_000)}`),
    },
    {
      what: 'two megabytes of parts without a header',
      url: '/check/list',
      request: {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: `${'--b\r\n\r\n\r\n'.repeat(200_000)}--b--\r\n`,
      },
    },
  ];
}

/** Returns request bodies of the maximum length whose text takes the longest to search for a receipt. */
function pastedReceipts(): Costly[] {
  const beginning = 'eyJwIjoi';
  const texts = {
    'beginnings of 7,000 receipts': `${beginning} `.repeat(7_000),
    'a receipt in 31,000 pieces': `${beginning}${' a'.repeat(31_000)}`,
    'receipts with 1,000 blanks after each': `${beginning}${' '.repeat(1_000)}`.repeat(62),
  };
  return Object.entries(texts).map(([what, receipt]) => ({
    what,
    url: '/api/v1/decision/verify',
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ receipt }),
    },
  }));
}

/**
 * Alternates accents of two combining classes, so that normalization must move each accent past all of the
 * earlier ones.
 */
function accents(count: number): string {
  return '\u0301\u0316'.repeat(count / 2);
}

/** Returns uploads of a few kilobytes each that are expensive to read. */
function listFiles(): Costly[] {
  const entities = '&amp;'.repeat(1_500_000);
  const cells = `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`.repeat(500);
  const strings = (text: string) => `<sst><si><t>${text}</t></si></sst>`;
  const format = `<numFmt numFmtId="200" formatCode="${'['.repeat(16_000)}"/>`;
  const styles = `<styleSheet><numFmts>${format.repeat(400)}</numFmts></styleSheet>`;
  const styled = workbookParts({ texts: 'styles.xml' }).map((part) => ({
    ...part,
    content: String(part.content).replace('/sharedStrings"', '/styles"'),
  }));
  const listed = workbookParts().map((part) => ({
    ...part,
    content: String(part.content)
      .replace('<sheet ', `${'<sheet r:id="rId1"/>'.repeat(90_000)}<sheet `)
      .replace(
        '<Relationship ',
        `${'<Relationship Id="a" Type="x/worksheet" Target="b"/>'.repeat(70_000)}<Relationship `,
      ),
  }));
  const farRight = '<row><c r="ZZ1"><v>1</v></c></row>'.repeat(470_000);
  const inline = `<row><c t="inlineStr"><is><t>${'&amp;'.repeat(200_000)}</t></is></c></row>`;
  return [
    file('a text of 1,500,000 entities', zipOf(workbookParts({ strings: strings(entities) }))),
    file('fifteen cells of 200,000 entities', zipOf(workbookParts({ rows: inline.repeat(15) }))),
    file(
      'a long text in 10,000 cells',
      zipOf(workbookParts({ rows: cells, strings: strings('Ã‰'.repeat(400)) })),
    ),
    file('a megabyte of one Windows character', Buffer.alloc(1_000_000, 0x85)),
    file('90,000 sheets and 70,000 relations', zipOf(listed)),
    file('470,000 rows with a cell far to the right', zipOf(workbookParts({ rows: farRight }))),
    file('400 formats of 16,000 brackets', zipOf([...styled, { name: 'xl/styles.xml', content: styles }])),
  ];
}

function file(what: string, content: Uint8Array): Costly {
  const body = new FormData();
  body.set('event_type', 'festival');
  body.set('file', new Blob([new Uint8Array(content)]), 'list');
  return { what, url: '/check/list', request: { method: 'POST', body } };
}

function form(body: string): RequestInit {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', headers, body: Buffer.from(body) };
}

async function longestHold(file: string, from: number): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const holds = text.split('\n').map((line) => line.split(' ').map(Number));
  return Math.max(0, ...holds.map(([at = 0, ms = 0]) => (at >= from ? ms : 0)));
}
