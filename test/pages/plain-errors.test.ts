import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signInWith } from '../support/account-service.ts';
import { listAddresses } from '../support/addresses.ts';
import { multipartForm } from '../support/claim-pages.ts';
import { type DemoApp, openDemoApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';
import { setUpSecondFactor } from '../support/operators.ts';
import { readPage } from '../support/read-page.ts';
import { insertVerifiedClaim } from '../support/watch-rows.ts';
import { isWholeRun } from '../support/whole-run.ts';

/** Tests the errors shown to people who typed something wrong. Only programs should see parameter names. */

const LOGIN = { email: 'operator@plain.example', password: 'three words together' };
const WRONG = [
  '',
  'nonsense',
  '<x>',
  '\0',
  ...(isWholeRun ? ['-1', '2026-02-30', '1999-01-01', 'x'.repeat(3_000)] : []),
];
/** The body that a form without fields sends. */
const NO_FIELD = { name: 'unasked' };
/** Query parameters that pages read even though their forms do not contain them. */
const QUERY_NAMES = [
  'page',
  'after',
  'county',
  'grade',
  'license',
  'license_number',
  'event_type',
  'event_date',
];
/** Matches files that are slow to render and do not contain forms. */
const DRAWN = /\.(?:pdf|png)$/;
const NO_PAGE = { body: '', statusCode: 404 };
/**
 * Matches URLs that can end the session that other requests need. These requests use a separate account,
 * which is replaced after each one that succeeds.
 */
const ENDS_SESSION = /^\/(?:sign-out|settings\/(?:sessions|delete|password|email))/;

describeEngines('errors on pages', (open) => {
  let opened: DemoApp;
  let cookie: string;
  let addresses: string[];
  before(async () => {
    opened = await openDemoApp(await open(), 100);
    const { services, database, app } = opened;
    const account = await services.accounts.createVerifiedAccount({ name: 'O', ...LOGIN });
    await services.operators.grant(LOGIN.email);
    cookie = await signInWith(services.accounts, LOGIN);
    const { codes } = await setUpSecondFactor(opened, cookie, LOGIN.password);
    // Signs in on a second device, so that the settings offer to sign that device out.
    const other = await signInWith(services.accounts, LOGIN);
    await services.accounts.passSecondFactor({ cookie: other }, `${codes[0]}`);
    const event = await insertEvent(database.db, account);
    const aid = await insertApplication(database.db, event);
    const vendor = await database.published.db
      .selectFrom('vendors')
      .select(['id', 'digits', 'license_type'])
      .executeTakeFirstOrThrow();
    const claim = await insertVerifiedClaim(opened.database.db, account, {
      license_type: vendor.license_type,
      license_digits: vendor.digits,
    });
    const idOf = (address: string, name: string) => {
      if (name === 'aid') return aid;
      if (name === 'type') return 'festival';
      if (name === 'claimId' || address.startsWith('/operator/claims')) return claim;
      return /^\/(?:organizer|events)/.test(address) ? event : vendor.id;
    };
    addresses = listAddresses(app)
      .filter((each) => !/^\/(?:api|webhooks|assets|openapi)\b|\*/.test(each))
      .map((each) => each.replaceAll(/:(\w+)/g, (_, name: string) => idOf(each, name)));
  });
  after(() => opened.close());

  const browser = () => ({ cookie, accept: 'text/html,*/*;q=0.8', 'sec-fetch-site': 'same-origin' });
  const visit = (url: string) => opened.app.inject({ url, headers: browser() });
  /**
   * Returns whether a URL is rejected. Sends HEAD, which has the same status as GET but does not render a
   * picture or document.
   */
  const isRefused = async (url: string) =>
    (await opened.app.inject({ method: 'HEAD', url, headers: browser() })).statusCode >= 400;
  let newcomers = 0;
  let newcomer: string | undefined;
  const signInAnew = async () => {
    newcomers += 1;
    const login = { ...LOGIN, email: `newcomer-${newcomers}@plain.example` };
    await opened.services.accounts.createVerifiedAccount({ name: 'N', ...login });
    return signInWith(opened.services.accounts, login);
  };
  const submit = async (action: string, fields: Record<string, string>, isMultipart: boolean) => {
    if (ENDS_SESSION.test(action)) newcomer ??= await signInAnew();
    const as = ENDS_SESSION.test(action) ? { cookie: newcomer } : {};
    const payload = isMultipart ? multipartForm(fields).payload : new URLSearchParams(fields).toString();
    const type = isMultipart
      ? multipartForm({}).headers
      : { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await opened.app.inject({
      method: 'POST',
      url: action,
      payload,
      headers: { ...browser(), ...as, ...type },
    });
    // A rejected request changed nothing, so the account can be reused. Creating one is slow because the
    // password is hashed.
    if (as.cookie !== undefined && answer.statusCode < 400) newcomer = undefined;
    return answer;
  };

  test('do not name a parameter, for any value in any field of any form', async () => {
    const faults = new Set<string>();
    const forms = new Map<string, ReturnType<typeof readPage>['forms'][number]>();
    for (const address of addresses) {
      const { body, statusCode } = DRAWN.test(address) ? NO_PAGE : await visit(address);
      if (statusCode !== 200) continue;
      for (const form of readPage(body, address).forms)
        forms.set(`${form.method} ${form.action.split('?')[0]}`, form);
    }
    assert.ok(forms.size > 30, `only ${forms.size} forms`);
    const ends = ['sign-out', 'settings/email', 'settings/password', 'settings/sessions', 'settings/delete'];
    for (const each of ends) assert.ok(forms.has(`post /${each}`), each);
    for (const [name, { action, method, fields, isMultipart }] of forms)
      for (const field of fields.length > 0 ? fields : [NO_FIELD])
        for (const text of WRONG) {
          const typed = Object.fromEntries(
            fields.map((each) => [
              each.name,
              each.value || each.options.find(Boolean) || (each.type === 'password' ? LOGIN.password : ''),
            ]),
          );
          const values = { ...typed, [field.name]: text };
          const answer =
            method === 'get'
              ? await visit(`${action.split('?')[0]}?${new URLSearchParams(values)}`)
              : await submit(action, values, isMultipart);
          for (const fault of faultsOf(answer))
            faults.add(`${name}, ${field.name}=${JSON.stringify(text.slice(0, 20))}: ${fault}`);
        }
    assert.deepEqual([...faults], []);
  });

  test('do not name a parameter, for any link to a page', async () => {
    const faults = new Set<string>();
    const ask = async (address: string, query: Record<string, string>) => {
      const url = `${address}?${new URLSearchParams(query)}`;
      for (const fault of (await isRefused(url)) ? faultsOf(await visit(url)) : [])
        faults.add(`${address}, ${JSON.stringify(query)}: ${fault}`);
    };
    for (const address of addresses) {
      await ask(address, { 'q\0': '\0' });
      if (!(await isRefused(address)))
        for (const name of QUERY_NAMES) await ask(address, { [name]: 'nonsense' });
    }
    assert.deepEqual([...faults], []);
  });

  test('are pages for a browser, even at a URL that does not exist', async () => {
    for (const [address, status] of [
      ['/chekc', 404],
      ['/vendor/%ZZ', 400],
      [`/vendor/${'x'.repeat(300)}`, 404],
    ] as const) {
      const answer = await visit(address);
      assert.deepEqual([answer.statusCode, faultsOf(answer)], [status, []], address);
    }
  });

  test('are in Spanish at a Spanish URL, with links to Spanish pages', async () => {
    for (const [address, status, says] of [
      ['/es/chekc', 404, 'No hay ninguna página en /es/chekc.'],
      ['/es/checklists/fiesta', 404, 'Hay listas para: Noche'],
      ['/es/search?q=%00', 400, 'Lo que usted envió contiene un carácter'],
      ['/es/vendor/%ZZ', 400, 'Este enlace está dañado'],
      [`/es/search?q=${'a'.repeat(10_300)}`, 414, 'Esta dirección tiene más de 10,240 caracteres'],
    ] as const) {
      const { statusCode, body } = await visit(address);
      assert.equal(statusCode, status, address);
      assert.ok(body.includes(says), address);
      assert.match(body, /<html lang="es">.*<h2>Adónde ir desde aquí<\/h2>/s);
      // A malformed URL is rejected before links get the language prefix.
      if (status === 404) assert.match(body, /<a href="\/es\/check">Consultar a un vendedor/);
      assert.doesNotMatch(body, />(?:Home|Search|Sign in|Where to go from here)</);
    }
  });
});

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Returns text meant for programs that appears on an error page or in any page's warnings. */
function faultsOf({ statusCode, headers, body }: Answer): string[] {
  if (statusCode < 400) return [];
  if (!String(headers['content-type']).startsWith('text/html'))
    return [`${statusCode}, ${String(headers['content-type'])}: ${body.slice(0, 80)}`];
  const text = body
    .replace(/<(head|textarea|script|nav)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<(?:span|strong|p) class="(?:code|number)"[^>]*>[^<]*</g, '<')
    .replace(/<[^>]*>/g, ' ')
    // The public part of a key is random and can consist entirely of letters.
    .replace(/\bsvc_pk_\w+/g, ' ')
    .replaceAll('&#34;', '"');
  // Splits the text into sentences first. Searching for a sentence start at every position would take as long
  // as the rest of the test.
  const found = text
    .split('.')
    .find((each) => /\bparameter\b|\b[a-z]+_[a-z_]+\b|U\+\d{4} is|\{"/i.test(each));
  return found === undefined ? [] : [found.replace(/\s+/g, ' ').trim()];
}
