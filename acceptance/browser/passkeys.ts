import assert from 'node:assert/strict';
import type { CDPSession, Page } from 'playwright-core';
import { type BrowserRun, runInBrowser } from './run.ts';
import { confirmByMail, done, fill, openPage, type Person, submit } from './steps.ts';

/**
 * Tests passkeys in a real browser, with the virtual authenticator from its DevTools. Passkeys are added,
 * used, canceled, rejected and removed. Also checks the pages in a browser without JavaScript. axe checks
 * every page, in light and dark mode. Screenshots are saved to a folder if one is given.
 */
const PERSON: Person = {
  name: 'Pat Passkey',
  email: 'pat@browser.example',
  password: 'a key nobody knows',
};
const PAGE = '/settings/passkeys';
const SIGN_IN = 'form[data-passkey=sign-in] button';
const TOLD = 'form[data-passkey] [role=status]';

await runInBrowser('passkeys', main, { host: 'localhost' });

async function main(run: BrowserRun): Promise<void> {
  const page = await openPage(run.browser);
  await signUp(run, page);
  const phone = await plugIn(page);
  await add(run, page);
  await signInAgain(run, page, phone);
  await cancel(run, page, phone);
  await signInElsewhere(run, phone);
  await addAgain(run, page);
  await withoutScript(run);
  await remove(run, page);
}

interface Phone {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** Simulates a phone that stores keys and asks for a fingerprint. */
async function plugIn(page: Page): Promise<Phone> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function signUp({ origin, mailbox, inspect }: BrowserRun, page: Page): Promise<void> {
  await page.goto(`${origin}/sign-up`);
  await fill(page, { name: PERSON.name, email: PERSON.email, password: PERSON.password });
  await submit(page);
  await confirmByMail(page, PERSON, { mailbox, inspect, name: 'passkeys-confirm' });
}

async function begin(page: Page, name: string): Promise<void> {
  await page.fill('[name=passkey_name]', name);
  await page.fill('[name=passkey_password]', PERSON.password);
  await page.click('form[data-passkey=begin] button');
  await page.waitForURL(/\/settings\/passkeys\/new$/);
}

async function add({ origin, inspect, mailbox }: BrowserRun, page: Page): Promise<void> {
  await page.goto(`${origin}/settings`);
  await page.click(`main a[href="${PAGE}"]`);
  assert.equal(await page.isVisible('[data-without-passkeys]'), false);
  assert.notEqual(await page.inputValue('[name=passkey_name]'), '', 'the device already has a name');
  await inspect.look(page, 'passkeys-none');
  await begin(page, 'My phone');
  await inspect.look(page, 'passkeys-create');
  await page.click('form[data-passkey=create] button');
  await page.waitForURL(/done=added$/);
  assert.match(await page.innerText('main'), /The passkey was added/);
  await inspect.look(page, 'passkeys-added');
  await mailbox.next(PERSON.email, /passkey was added/i);
  done('added, and told by mail');
}

async function signOut(page: Page): Promise<void> {
  await page.locator('form[action$="/sign-out"] button').first().click();
  await page.waitForLoadState();
}

async function signInAgain({ origin, inspect }: BrowserRun, page: Page, phone: Phone): Promise<void> {
  await signOut(page);
  await page.goto(`${origin}/sign-in?next=${encodeURIComponent(PAGE)}`);
  await inspect.look(page, 'passkeys-sign-in');
  await page.click(SIGN_IN);
  await page.waitForURL(new RegExp(`${PAGE}$`));
  assert.doesNotMatch(await page.innerText('main'), /Not yet/, 'the last use is shown');
  const { credentials } = await phone.cdp.send('WebAuthn.getCredentials', {
    authenticatorId: phone.authenticatorId,
  });
  assert.deepEqual(
    credentials.map(({ isResidentCredential, rpId }) => [isResidentCredential, rpId]),
    [[true, 'localhost']],
  );
  done('signed in without mail address and password');
}

/**
 * Simulates a fingerprint that is not accepted. The browser reports the failure, and the page explains it.
 */
async function cancel({ origin, inspect }: BrowserRun, page: Page, phone: Phone): Promise<void> {
  await signOut(page);
  await page.goto(`${origin}/sign-in`);
  const { authenticatorId } = phone;
  await phone.cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.click(SIGN_IN);
  await page.waitForSelector(`${TOLD}:not(:empty)`);
  assert.match(await page.innerText(TOLD), /No passkey was used/);
  assert.equal(await page.isEnabled(SIGN_IN), true);
  await inspect.look(page, 'passkeys-canceled');
  await phone.cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.click(SIGN_IN);
  await page.waitForURL(/\/home/);
  done('cancelled, and tried again');
}

/** Signs in with a synced key in a browser that has never been used for this account. */
async function signInElsewhere(
  { browser, origin, mailbox, inspect }: BrowserRun,
  phone: Phone,
): Promise<void> {
  const { credentials } = await phone.cdp.send('WebAuthn.getCredentials', {
    authenticatorId: phone.authenticatorId,
  });
  const [credential] = credentials;
  assert.ok(credential);
  const page = await openPage(browser);
  const laptop = await plugIn(page);
  const { authenticatorId } = laptop;
  await laptop.cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
  await page.goto(`${origin}/es/sign-in`);
  await inspect.look(page, 'passkeys-sign-in-es');
  await page.click(SIGN_IN);
  await page.waitForURL(/\/es\/home/);
  // Simulates the original key after a copy of it was used: the original's counter is lower than the one on
  // record.
  const behind = { ...credential, signCount: 0 };
  await laptop.cdp.send('WebAuthn.clearCredentials', { authenticatorId });
  await laptop.cdp.send('WebAuthn.addCredential', { authenticatorId, credential: behind });
  await signOut(page);
  await page.goto(`${origin}/es/sign-in`);
  await page.click(SIGN_IN);
  await page.waitForURL(/\/es\/sign-in\/passkey$/);
  assert.match(await page.innerText('main'), /no abre ninguna cuenta/);
  await inspect.look(page, 'passkeys-refused-es');
  await mailbox.next(PERSON.email, /may have been copied/i);
  await page.context().close();
  done('a copy of the key is refused once its counter goes back, and the owner is told');
}

/**
 * Tries to add a second key. The phone already has a key for the account, so the browser reports that and
 * does not create another.
 */
async function addAgain({ origin, inspect }: BrowserRun, page: Page): Promise<void> {
  await page.goto(`${origin}${PAGE}`);
  await begin(page, 'My phone again');
  await page.click('form[data-passkey=create] button');
  await page.waitForSelector(`${TOLD}:not(:empty)`);
  assert.match(await page.innerText(TOLD), /has a passkey of your account already/);
  await inspect.look(page, 'passkeys-present');
  done('a device takes one passkey of an account');
}

async function withoutScript({ browser, origin, inspect }: BrowserRun): Promise<void> {
  const page = await openPage(browser);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.goto(`${origin}/sign-in?next=${encodeURIComponent(PAGE)}`);
  assert.equal(await page.isVisible(SIGN_IN), false);
  await fill(page, { email: PERSON.email, password: PERSON.password });
  await submit(page);
  assert.equal(new URL(page.url()).pathname, PAGE);
  assert.equal(await page.isVisible('[name=passkey_password]'), false);
  assert.match(await page.innerText('#passkey'), /Your browser can’t use passkeys here/);
  // JavaScript is enabled again only for axe. The page has already loaded, so its own script does not run.
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: false });
  await inspect.look(page, 'passkeys-no-script');
  await page.context().close();
  done('without script: the password signs in, and the page says what adding takes');
}

async function remove({ origin, inspect, mailbox }: BrowserRun, page: Page): Promise<void> {
  await page.goto(`${origin}${PAGE}`);
  await page.check('[name=remove_passkey]');
  await page.fill('[name=remove_password]', PERSON.password);
  await page.click('#remove form button');
  await page.waitForURL(/done=removed$/);
  await inspect.look(page, 'passkeys-removed');
  await signOut(page);
  await page.goto(`${origin}/sign-in`);
  await page.click(SIGN_IN);
  await page.waitForURL(/\/sign-in\/passkey$/);
  assert.match(await page.innerText('main'), /No account here uses this passkey/);
  await inspect.look(page, 'passkeys-refused');
  await mailbox.next(PERSON.email, /passkey was removed/i);
  done('removed: the device still offers it, and it signs nobody in');
}
