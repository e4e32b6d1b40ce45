import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { codeAt } from '../../src/accounts/second-factor/second-factor-codes.ts';
import { runProcess } from '../../test/support/process.ts';
import { sendDocuments } from './documents.ts';
import { type BrowserRun, runInBrowser } from './run.ts';
import { confirmByMail, done, fill, openPage, type Person, submit } from './steps.ts';

/**
 * Simulates a vendor and an operator in a real browser. The vendor finds and checks their record, signs up,
 * claims the license by letter, replies, disputes a visit, starts and cancels monitoring, and releases the
 * license. The operator handles these requests in a separate window. At the end, a vendor uploads seven
 * documents from a phone in at most eight clicks. axe checks every page, in light and dark mode. Screenshots
 * are saved to a folder if one is given. Needs Chromium (set CHROMIUM to its path).
 */
const VENDOR: Person = {
  name: 'Vera Vendor',
  email: 'owner@browser.example',
  password: 'a truck nobody knows',
};
const OPERATOR: Person = {
  name: 'Olga Operator',
  email: 'operator@browser.example',
  password: 'a desk nobody knows',
};
const LICENSE = 'MFD5890001';
const REPLY = 'We have a new hand wash sink since March. Come and see.';

interface VendorRun extends BrowserRun {
  readonly vendor: Page;
  readonly operator: Page;
}

/** The parts of a scorecard that the test checks. */
interface Scorecard {
  readonly inspections: readonly {
    readonly visit_id: number;
    readonly dispute?: { readonly state: string };
  }[];
}

await runInBrowser('browser-vendor', main);

async function main(start: BrowserRun): Promise<void> {
  const { browser } = start;
  const run: VendorRun = {
    ...start,
    vendor: await openPage(browser),
    operator: await openPage(browser),
  };
  const record = await findRecord(run);
  await signUp(run);
  await becomeOperator(run);
  await claim(run);
  await verify(run, await printLetter(run));
  await reply(run, record);
  await dispute(run, record);
  await watch(run);
  await cancelAndRelease(run);
  await readPublicPages(run);
  await sendDocuments(run);
}

/** Finds the vendor's public page as a visitor would, and returns its URL. */
async function findRecord({ origin, inspect, vendor: page }: VendorRun): Promise<string> {
  await page.goto(`${origin}/`);
  await page.getByRole('link', { name: 'Search', exact: true }).first().click();
  await inspect.look(page, '01-search');
  await page.fill('[name=q]', 'pretend pelican');
  await page.locator('main').getByRole('button', { name: 'Search', exact: true }).click();
  await inspect.look(page, '02-found');
  await page.getByRole('link', { name: 'PRETEND PELICAN TACOS' }).first().click();
  await page.getByText(LICENSE).first().waitFor();
  await inspect.look(page, '03-vendor');
  const address = page.url();
  await page.getByRole('link', { name: 'Self-check' }).click();
  await page.getByRole('heading', { name: /How to reach the next grade|How to keep the/ }).waitFor();
  await inspect.look(page, '04-self-check');
  done('found the record and checked it');
  return address;
}

async function signUp({ mailbox, inspect, vendor: page }: VendorRun): Promise<void> {
  await page.getByRole('heading', { name: 'Stay informed' }).click();
  await page
    .getByRole('link', { name: /Claim this license/ })
    .first()
    .click();
  await page.getByText('PRETEND PELICAN TACOS').waitFor();
  await inspect.look(page, '05-claim-begins');
  const address = page.url();
  await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
  await inspect.look(page, '05-sign-in');
  await page.locator('main').getByRole('link', { name: 'Sign up' }).click();
  await inspect.look(page, '06-sign-up');
  await fill(page, { ...VENDOR });
  await submit(page);
  await confirmByMail(page, VENDOR, {
    mailbox,
    inspect,
    name: '07-confirm-email',
    lands: /\/claim\?license=/,
  });
  assert.equal(page.url(), address, 'returns to the page where it began');
  await inspect.look(page, '07-claim-goes-on');
  done('signed up for it and confirmed by mail, back at the claim');
}

async function becomeOperator({
  origin,
  dataDir,
  mailbox,
  inspect,
  operator: page,
}: VendorRun): Promise<void> {
  await page.goto(`${origin}/sign-up`);
  await fill(page, { ...OPERATOR });
  await submit(page);
  await confirmByMail(page, OPERATOR, { mailbox, inspect, name: '08-confirm-operator' });
  const before = await page.goto(`${origin}/operator`);
  assert.equal(before?.status(), 404, 'no one else can open the operator’s pages');
  const granted = await runProcess(['operators', 'grant', '--account', OPERATOR.email], {
    DATA_DIR: dataDir,
  });
  assert.equal(granted.code, 0, granted.stderr);
  await page.goto(`${origin}/settings`);
  await page.getByRole('navigation').getByRole('link', { name: 'Operator' }).click();
  await inspect.look(page, '09-setup-due');
  await setUpSecondFactor(page, inspect);
  await inspect.look(page, '09-operator');
  done('a second account was made an operator from the command line, and set up a second factor');
}

/**
 * Sets up the second factor, starting at the page that requires it. Uses only links and forms, and ends at
 * the operators' home page.
 */
async function setUpSecondFactor(page: Page, inspect: VendorRun['inspect']): Promise<void> {
  await page.locator('main').getByRole('link', { name: 'Set up an authenticator' }).click();
  await inspect.look(page, '09-second-factor-password');
  await fill(page, { factor_password: OPERATOR.password });
  await page.getByRole('button', { name: 'Set up a second factor' }).click();
  const typed = await page.locator('main strong.number').innerText();
  await inspect.look(page, '09-second-factor-code');
  await fill(page, { code: codeAt(typed.replaceAll(' ', ''), Date.now()) });
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await inspect.look(page, '09-recovery-codes');
  await page.getByRole('link', { name: 'I have kept them' }).click();
}

/** Claims the license by following links, as a person who has just signed up would. */
async function claim({ inspect, vendor: page }: VendorRun): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await inspect.look(page, '10-settings');
  await page.getByRole('link', { name: 'Manage your licenses' }).click();
  await inspect.look(page, '11-no-licenses');
  await page.locator('main').getByRole('link', { name: 'Claim a license' }).click();
  await inspect.look(page, '12-claim');
  await fill(page, { license: 'MFD0000000' });
  await page.getByRole('button', { name: 'Go on' }).click();
  await inspect.look(page, '13-claim-unknown');
  await fill(page, { license: 'mfd 589-0001' });
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('PRETEND PELICAN TACOS').waitFor();
  await submit(page);
  await inspect.look(page, '14-claim-without-proof');
  await page.check('[name=proof][value=post]');
  await submit(page);
  await page.getByText('We’ll send a code by letter').waitFor();
  await inspect.look(page, '15-claimed');
  done('claimed the license by letter');
}

/** Returns the code from the printed letter, which is the only place that shows it. */
async function printLetter({ origin, inspect, operator: page }: VendorRun): Promise<string> {
  await page.goto(`${origin}/operator/claims`);
  await inspect.look(page, '16-claims');
  await page.getByRole('link', { name: LICENSE }).click();
  await inspect.look(page, '17-claim-of-vendor');
  await page.getByRole('button', { name: 'Print a letter' }).click();
  const code = await page.locator('.claim-code').innerText();
  await inspect.look(page, '18-letter');
  done('the operator printed the letter');
  return code.trim();
}

async function verify({ inspect, vendor: page }: VendorRun, code: string): Promise<void> {
  await page.reload();
  await inspect.look(page, '19-code');
  const field = page.getByLabel(`Code for ${LICENSE}`);
  await field.fill(code.startsWith('A') ? 'CCCC-3333' : 'AAAA-3333');
  await page.getByRole('button', { name: 'Verify' }).click();
  await inspect.look(page, '20-wrong-code');
  await field.fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('The license is now in your account').waitFor();
  await inspect.look(page, '21-verified');
  done('typed the code: verified');
}

async function reply({ mailbox, inspect, vendor: page, operator }: VendorRun, record: string): Promise<void> {
  await page.getByRole('link', { name: 'Reply to the record' }).click();
  await inspect.look(page, '22-reply');
  await submit(page);
  await inspect.look(page, '23-reply-refused');
  await fill(page, { text: REPLY });
  await submit(page);
  await inspect.look(page, '24-reply-sent');
  await operator.goto(record);
  assert.ok(!(await operator.content()).includes(REPLY), 'a reply is not shown before it is reviewed');
  await operator.goto(`${new URL(record).origin}/operator`);
  await operator
    .locator('main')
    .getByRole('link', { name: /Replies/ })
    .first()
    .click();
  await inspect.look(operator, '25-reply-queue');
  await operator.getByRole('button', { name: 'Publish', exact: true }).click();
  await inspect.look(operator, '26-reply-published');
  assert.equal((await mailbox.next(VENDOR.email)).subject, 'Your reply is published');
  await page.getByRole('link', { name: 'Your public record' }).click();
  // Without a reload, the browser may show a cached page that is up to a minute old.
  await page.reload();
  await page.getByText(REPLY).waitFor();
  await inspect.look(page, '27-vendor-with-reply');
  await page.getByRole('link', { name: 'Report this reply' }).click();
  await inspect.look(page, '28-report-reply');
  done('replied; the operator published it, and it stands on the public page');
}

async function dispute(
  { origin, inspect, vendor: page, operator }: VendorRun,
  record: string,
): Promise<void> {
  const before = await scorecardOf(record);
  await page.goto(`${origin}/settings/licenses`);
  await page.getByRole('link', { name: 'Dispute a visit' }).click();
  await inspect.look(page, '29-disputes');
  await page
    .locator('main table')
    .getByRole('link', { name: /Dispute/ })
    .first()
    .click();
  const visitId = Number(new URL(page.url()).searchParams.get('visit'));
  await submit(page);
  await inspect.look(page, '30-dispute-refused');
  await fill(page, { text: 'It was another truck’s visit.', told_regulator: 'By telephone, today.' });
  await submit(page);
  await inspect.look(page, '31-disputed');
  await page.goto(record);
  await page.reload();
  await page.getByText('pending review').waitFor();
  await inspect.look(page, '32-vendor-disputed');
  const after = await scorecardOf(record);
  const marked = after.inspections.filter((each) => each.dispute !== undefined);
  assert.deepEqual(
    marked.map((each) => [each.visit_id, each.dispute?.state]),
    [[visitId, 'pending_review']],
  );
  assert.deepEqual(withoutDisputes(after), before, 'a dispute changes no numbers');
  await operator.goto(`${origin}/operator/disputes`);
  await inspect.look(operator, '33-dispute-queue');
  done('disputed a visit: pending review on the page and in the API, no number changed');
}

async function scorecardOf(record: string): Promise<Scorecard> {
  const { origin, pathname } = new URL(record);
  const answer = await fetch(`${origin}/api/vendors/${pathname.split('/').at(-1)}/scorecard`);
  assert.equal(answer.status, 200);
  return (await answer.json()) as Scorecard;
}

function withoutDisputes(scorecard: Scorecard): Scorecard {
  const inspections = scorecard.inspections.map(({ dispute: _, ...inspection }) => inspection);
  return { ...scorecard, inspections };
}

async function watch({ origin, mailbox, inspect, vendor: page, operator }: VendorRun): Promise<void> {
  await page.goto(`${origin}/settings/licenses`);
  await page.getByRole('link', { name: 'Daily watch' }).click();
  await inspect.look(page, '34-not-watched');
  const watchAddress = page.url();
  assert.match(watchAddress, /\/portal$/);
  await page.goto(watchAddress.replace(/portal$/, 'outcomes'));
  await inspect.look(page, '34-outcomes');
  await operator.goto(`${origin}/operator/outcomes`);
  await inspect.look(operator, '34-operator-outcomes');
  await page.goto(watchAddress);
  await page.locator('main').getByRole('link', { name: 'Start the watch' }).click();
  await page.getByText('No money: test checkout').waitFor();
  await inspect.look(page, '34-checkout');
  await page.getByRole('button', { name: /declined/ }).click();
  await inspect.look(page, '35-declined');
  await page.getByRole('button', { name: /Pay/ }).click();
  await page.getByRole('heading', { name: 'We’re watching this license' }).waitFor();
  await inspect.look(page, '36-watched');
  const mail = await mailbox.next(VENDOR.email);
  assert.match(mail.subject ?? '', /^Alerts are on for license \S+$/);
  assert.match(mail.text ?? '', /no money was paid/);
  done('paid at the test checkout; the watch began and said so by mail');
}

async function cancelAndRelease({ mailbox, inspect, vendor: page }: VendorRun): Promise<void> {
  await page.locator('main').getByRole('link', { name: 'Your licenses' }).click();
  await page.getByRole('link', { name: 'Daily watch' }).click();
  await inspect.look(page, '37-payment');
  await page.getByRole('button', { name: /Cancel/ }).click();
  await page.waitForURL(/\/settings\/licenses/);
  assert.match((await mailbox.next(VENDOR.email)).subject ?? '', /has ended$/);
  await inspect.look(page, '38-cancelled');
  await page.getByRole('link', { name: /Release this license/ }).click();
  await inspect.look(page, '39-give-up');
  await submit(page);
  await page.getByText('Given up.').waitFor();
  await inspect.look(page, '40-given-up');
  done('cancelled the watch, and gave the license up');
}

async function readPublicPages({ origin, inspect, vendor: page }: VendorRun): Promise<void> {
  for (const [index, name] of ['florida', 'coverage', 'methodology', 'events'].entries()) {
    const answer = await page.goto(`${origin}/${name}`);
    assert.equal(answer?.status(), 200, name);
    await inspect.look(page, `${41 + index}-${name}`);
  }
  done('read what is public');
}
