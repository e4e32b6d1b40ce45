import type { Field } from '../../test/support/read-page.ts';
import type { FoundForm } from './crawl.ts';
import type { Pair } from './pair.ts';
import { applicantFields, eventFields, type Person, signIn } from './people.ts';

const BOUNDARY = 'answers-boundary';
const DAYS = 300;
const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
/** Valid values are sent to these forms last, because they delete things that other requests need. */
const ENDS =
  /\/(sign-out|delete|cancel|withdraw|release|revoke|remove|complete|unpublish|sessions|end|password|email)$/;

const hasPassword = ({ fields }: FoundForm) => fields.some(({ type }) => type === 'password');

/**
 * After five wrong passwords in a row, the response depends on the second. These forms are therefore sent in
 * only one round.
 */
export function withoutPasswords(forms: readonly FoundForm[]): FoundForm[] {
  return forms.filter((form) => !hasPassword(form));
}

/** Submits each form without any values, and then with invalid ones. */
export async function sendWrongly(pair: Pair, person: Person, forms: readonly FoundForm[]): Promise<void> {
  for (const form of forms) {
    if (/\/sign-out$/.test(form.action)) continue;
    // A form without fields does the same for any input.
    if (form.fields.length === 0) continue;
    await sendForm(pair, person, form, {});
    const wrong = form.fields.map(({ name, type, value }) => [name, type === 'hidden' ? value : '<x>\u00e9']);
    await sendForm(pair, person, form, Object.fromEntries(wrong));
    await sendForm(pair, person, form, { ...fillIn(form, person, '', 90), unknown: 'x' }, 'cross-site');
  }
}

/** Submits each form with the values that a person would enter. */
export async function sendWell(
  pair: Pair,
  person: Person,
  forms: readonly FoundForm[],
  { license, ends }: { readonly license: string; readonly ends: boolean },
): Promise<void> {
  // The download of a person's data is left out, because it contains the time at which it was created.
  const chosen = forms.filter(({ action }) => ENDS.test(action) === ends && action !== '/settings/data');
  const last = ['/sign-out', '/settings/delete'];
  const ordered = chosen.toSorted((a, b) => last.indexOf(a.action) - last.indexOf(b.action));
  for (const form of ordered) {
    // Lists are sorted by date, so every event has its own date.
    const inDays = 90 + (pair.requests % DAYS);
    await sendForm(pair, person, form, fillIn(form, person, license, inDays));
    if (form.action === '/sign-out') await signIn(pair, person);
  }
}

async function sendForm(
  pair: Pair,
  { name, apiKey }: Person,
  { action, isMultipart }: FoundForm,
  fields: Readonly<Record<string, string>>,
  site = 'same-origin',
): Promise<void> {
  const ask = { caller: name, method: 'POST', address: action, apiKey };
  const headers = { 'sec-fetch-site': site };
  if (!isMultipart) await pair.ask({ ...ask, headers, form: fields });
  else
    await pair.ask({
      ...ask,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: multipart(fields),
    });
}

/** Uses the value that is already in the form or, if there is none, a value that fits the field. */
function fillIn(
  { fields }: FoundForm,
  { account }: Person,
  license: string,
  inDays: number,
): Record<string, string> {
  const known: Readonly<Record<string, string>> = {
    license_number: license,
    license,
    email: account?.email ?? 'nobody@answers.example',
    ...(fields.some(({ name }) => name === 'starts_at') ? eventFields(inDays) : applicantFields(license)),
    ...(fields.some(({ name }) => name === 'told_regulator') ? { told_regulator: 'Yes, by phone.' } : {}),
  };
  const password = account?.password ?? 'a wrong one';
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.value.trim() || (known[field.name] ?? answerTo(field, password)),
    ]),
  );
}

function answerTo({ type, options }: Field, password: string): string {
  if (type === 'password') return password;
  if (type === 'file') return PDF;
  if (type === 'date') return '2027-01-15';
  if (type === 'number') return '20';
  return options.find((option) => option !== '') || 'Answers';
}

function multipart(fields: Readonly<Record<string, string>>): string {
  const parts = Object.entries(fields).map(([name, value]) => {
    const file = name === 'document' ? '; filename="license.pdf"\r\nContent-Type: application/pdf' : '';
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}
