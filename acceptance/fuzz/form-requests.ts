import { drawFrom, drawInt, type Random } from '../../src/lib/random.ts';
import type { Field } from '../../test/support/read-page.ts';
import { CALLERS, type Catalogue, type Form, type Known } from './catalogue.ts';
import { isOthers, readyForLine } from './page-requests.ts';
import { type Draft, drawBadOnes, drawMode } from './request.ts';
import { drawHostileEncoded, drawHostileText, EXTRA_NAMES, encode } from './values.ts';

/** These forms delete something that other requests need, so they are submitted at the end of a run. */
const ENDS_SOMETHING =
  /\/(?:release|cancel|complete|remove|withdraw|revoke|delete|sign-out|sessions|password|email|reject|portal)$/;
/** Each of these forms makes the service compute a slow hash, or creates a row that pages then list. */
const COSTLY =
  /^\/(?:sign-in|sign-up|forgot-password|reset-password|confirm-email|confirm-email\/again|settings\/\w+|organizer\/events|settings\/api-keys|events\/\*\/applications)$/;
const COSTLY_SHARE = 0.12;
const ENDINGS_FROM = 0.9;

/**
 * Fills in a form that was found on a page. `progress` is the share of the run that is complete, from 0 to 1.
 */
export function drawFormRequest(random: Random, catalogue: Catalogue, progress: number): Draft {
  const form = drawForm(random, catalogue.forms, progress);
  const caller = random() < 0.75 ? form.role : drawFrom(random, CALLERS);
  const mode = drawMode(random);
  const bad = drawBadOnes(random, mode, form.fields.length);
  const pairs = form.fields.flatMap((field, at) =>
    drawField(random, field, bad[at] === true, catalogue.known),
  );
  if (mode !== 'valid' && random() < 0.15)
    pairs.push([drawFrom(random, EXTRA_NAMES), drawHostileEncoded(random)]);
  const isForeign = mode === 'valid' && isOthers(caller, form.action, catalogue.ownedIds);
  const target = mode !== 'valid' && random() < 0.2 ? spoilAction(random, form.action) : form.action;
  const draft = {
    name: `${form.method.toUpperCase()} ${form.template}`,
    operation: undefined,
    caller,
    isForeign,
  };
  if (form.method === 'get') {
    const path = target.split('?')[0] ?? '';
    return {
      ...draft,
      method: 'GET',
      target: readyForLine(`${path}?${toQuery(pairs)}`),
      headers: [],
      body: undefined,
    };
  }
  const sent =
    form.isMultipart && random() < 0.9 ? toMultipart(random, pairs, form, bad) : toUrlencoded(pairs);
  return { ...draft, method: 'POST', target: readyForLine(target), ...sent };
}

/** Chooses a form. All form actions are equally likely, except those that are expensive or end something. */
function drawForm(random: Random, forms: readonly Form[], progress: number): Form {
  for (;;) {
    const { template, method } = drawFrom(random, forms);
    const examples = forms.filter((form) => form.template === template && form.method === method);
    if (COSTLY.test(template) && random() > COSTLY_SHARE) continue;
    if (method === 'post' && ENDS_SOMETHING.test(template) && progress < ENDINGS_FROM) continue;
    return drawFrom(random, examples);
  }
}

type Pair = readonly [name: string, encoded: string];

function drawField(random: Random, field: Field, isBad: boolean, known: Known): Pair[] {
  const { name } = field;
  if (!isBad)
    return field.type === 'file'
      ? []
      : drawGood(random, field, known).map((value) => [name, encode(value)] as const);
  const hostile: Pair = [name, drawHostileEncoded(random)];
  return drawFrom(random, [
    [hostile],
    [hostile],
    [hostile],
    [],
    [hostile, hostile],
    [[name, 'x'.repeat(10 ** (1 + drawInt(random, 5)))]],
  ]);
}

function drawGood(random: Random, field: Field, known: Known): string[] {
  const { name, type, value, options } = field;
  if (type === 'checkbox') return options.filter(() => random() < 0.5);
  if (options.length > 0) return [drawFrom(random, options)];
  if (type === 'hidden' || (value !== '' && random() < 0.3)) return [value];
  if (type === 'password')
    return [/^password$/.test(name) ? drawFrom(random, known.passwords) : 'fuzz wrong password'];
  if (type === 'email' || name.includes('email')) return [drawFrom(random, known.emails)];
  if (name === 'token') return [drawFrom(random, known.tokens)];
  if (type === 'datetime-local')
    return [`2027-0${1 + drawInt(random, 9)}-1${drawInt(random, 9)}T1${drawInt(random, 9)}:00`];
  if (type === 'date') return [`2027-0${1 + drawInt(random, 9)}-1${drawInt(random, 9)}`];
  if (type === 'number') return [String(drawInt(random, 50))];
  if (name.includes('license') || name === 'number') return [drawFrom(random, known.licenses)];
  if (name === 'receipt') return [drawFrom(random, known.receipts)];
  if (name === 'city') return [drawFrom(random, known.cities)];
  return [
    drawFrom(random, ['Fuzz', 'Fuzz & Söhne', '352-555-0100', '5', 'A longer text.\r\nIn two lines.', '']),
  ];
}

function spoilAction(random: Random, action: string): string {
  const parts = action.split('/');
  if (parts.length > 2) parts[2 + drawInt(random, parts.length - 2)] = drawHostileEncoded(random);
  return parts.join('/');
}

function toQuery(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encode(name)}=${value}`).join('&');
}

function toUrlencoded(pairs: readonly Pair[]): Pick<Draft, 'headers' | 'body'> {
  return {
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: Buffer.from(toQuery(pairs)),
  };
}

const BOUNDARY = 'fuzz-boundary-7d1f';
const FILES: readonly Buffer[] = [
  Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF'),
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('ffd8ffe000104a464946', 'hex'),
  ...[
    '',
    'GIF89a',
    '<html><script>alert(1)</script>',
    '%PDF',
    '\u0000',
    `%PDF-1.4\n${'x'.repeat(200_000)}`,
  ].map((text) => Buffer.from(text)),
];
const FILE_NAMES = [
  'a.pdf',
  'a.png',
  '',
  '../../x.pdf',
  'a\u0000.pdf',
  `${'x'.repeat(300)}.pdf`,
  'é.pdf',
  'a".pdf',
  'a.html',
  '<x-fuzz>.pdf',
  'CON',
];
const LARGE_BYTES = 5 * 1024 * 1024;

/** Builds a multipart body, sometimes broken in ways that no browser would produce. */
function toMultipart(
  random: Random,
  pairs: readonly Pair[],
  form: Form,
  bad: readonly boolean[],
): Pick<Draft, 'headers' | 'body'> {
  const isBad = bad.includes(true);
  const parts = pairs.map(([name, value]) => partOf(`name="${name}"`, Buffer.from(value)));
  for (const { name } of form.fields.filter(({ type }) => type === 'file'))
    if (random() < 0.8) parts.push(filePart(random, name, isBad));
  if (isBad && random() < 0.2)
    parts.push(
      ...drawFrom(random, [
        [filePart(random, 'document', true), filePart(random, 'document', true)],
        Array.from({ length: 200 }, (_, at) => partOf(`name="f${at}"`, Buffer.from('x'))),
        [partOf('name="__proto__"', Buffer.from('x'))],
        [partOf('x', Buffer.from('x'))],
        [partOf(`name="${'n'.repeat(5_000)}"`, Buffer.from('x'))],
      ]),
    );
  const end = Buffer.from(
    isBad && random() < 0.2
      ? drawFrom(random, ['', `--${BOUNDARY}`, `--${BOUNDARY}-`, '\u0000'])
      : `--${BOUNDARY}--\r\n`,
  );
  const type =
    isBad && random() < 0.15
      ? drawFrom(random, [
          'multipart/form-data',
          'multipart/form-data; boundary=other',
          `multipart/form-data; boundary="${BOUNDARY}`,
          `multipart/form-data; boundary=${'b'.repeat(300)}`,
        ])
      : `multipart/form-data; boundary=${BOUNDARY}`;
  return { headers: [['content-type', type]], body: Buffer.concat([...parts, end]) };
}

function filePart(random: Random, name: string, isBad: boolean): Buffer {
  const content =
    isBad && random() < 0.03
      ? Buffer.alloc(LARGE_BYTES, 'x')
      : drawFrom(random, isBad ? FILES : FILES.slice(0, 3));
  const fileName = isBad ? drawFrom(random, FILE_NAMES) : 'proof.pdf';
  const type = isBad ? encode(drawHostileText(random)).slice(0, 100) : 'application/pdf';
  return partOf(`name="${name}"; filename="${fileName}"`, content, `Content-Type: ${type}\r\n`);
}

function partOf(disposition: string, content: Buffer, headers = ''): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
}
