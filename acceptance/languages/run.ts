import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { RESERVED_LICENSES } from '../../src/demo/florida/reserved/reserved-licenses.ts';
import { vendorId } from '../../src/records/record/vendor-id.ts';
import { readPage } from '../../test/support/read-page.ts';
import { violationsOf } from '../browser/inspector.ts';
import { linkIn } from '../browser/mailbox.ts';
import { post, type World, withWorld } from '../pictures/world.ts';
import { Addresses, kindOf, leadsOf } from './crawl.ts';
import { type Ask, findEnglish, findHtmlErrors, findLostPrefixes, isSpanish } from './judge.ts';
import { findSpills, measureOverflow } from './measure.ts';

/**
 * Follows every link in English and Spanish as a visitor, a vendor and an applicant, in a window as narrow as
 * the narrowest phone. Reports pages that scroll sideways, text that overflows its box, English on a Spanish
 * page, and links that switch from Spanish to English needlessly. Also reports findings by axe and
 * html-validate, broken links, and console errors.
 */
const NARROW = { width: 320, height: 800 };
const LANGUAGES = ['es', 'en'] as const;
const FOOD_TRUCK = '2014';
/** A path that does not have a page. */
const NOWHERE = '/nada';
/** Pages that other pages may not link to: vendors in every state, and results for queries. */
const PUBLIC = [
  ...RESERVED_LICENSES.filter(({ license_number: number }) => number.startsWith('MFD')).map(
    ({ license_number: number }) => `/vendor/${vendorId(FOOD_TRUCK, number.replace(/\D/g, ''))}`,
  ),
  ...['5890001', '5890004', '5890007'].map((digits) => `/improve/${vendorId(FOOD_TRUCK, digits)}`),
  ...['MFD5890001', 'MFD5890003'].map((number) => `/check?license_number=${number}&event_type=festival`),
  '/search?q=taco',
  '/search?q=zzzz',
  NOWHERE,
];

const CONTACT = 'ana@languages.example';
const APPLICATION: Readonly<Record<string, string>> = {
  license_number: 'MFD5890001',
  business_name: 'Pretend Pelican Tacos',
  contact_name: 'Ana',
  contact_email: CONTACT,
  contact_phone: '352 555 0100',
};

interface Walk {
  readonly who: string;
  readonly window: BrowserContext;
  readonly seeds: readonly string[];
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

await withWorld(async (world) => {
  /** The number of pages with each fault. */
  const found = new Map<string, number>();
  const ask = createAsk(world);
  const link = await applyAsVendor(world);
  let pages = 0;
  const english = new Set<string>();
  for (const language of LANGUAGES) {
    const prefix = language === 'en' ? '' : `/${language}`;
    const visited = new Set<string>();
    const walks: readonly Walk[] = [
      { who: 'visitor', window: world.windows.visitor, seeds: ['', ...PUBLIC] },
      { who: 'applicant', window: await world.browser.newContext(), seeds: [link] },
      { who: 'vendor', window: world.windows.vendor, seeds: ['/home', '/settings', '/settings/licenses'] },
    ];
    for (const { who, window, seeds } of walks) {
      const page = await window.newPage();
      await page.setViewportSize(NARROW);
      const spoken = listenToConsole(page);
      const addresses = new Addresses();
      addresses.add(seeds.map((each) => `${prefix}${each}` || '/'));
      for (let address = addresses.next(); address !== undefined; address = addresses.next()) {
        if (visited.has(address)) continue;
        spoken.length = 0;
        const shown = await look(page, `${world.origin}${address}`);
        if (!shown) continue;
        const { html, status, url } = shown;
        // A visitor following a signed-in person's links is redirected to the sign-in page, so a page is
        // checked only once.
        if (url === address) visited.add(address);
        else if (visited.has(url)) continue;
        visited.add(url);
        if (language === 'es' && !isSpanish(html)) {
          english.add(url);
          continue;
        }
        addresses.add(leadsOf(html, url));
        if (!url.includes(values.only)) continue;
        pages += 1;
        const faults = [...(await faultsOf(page, shown, ask)), ...spoken];
        if (status >= 400 && !url.endsWith(NOWHERE)) faults.push(`answers ${status}`);
        for (const fault of faults) {
          const count = found.get(fault) ?? 0;
          if (count === 0) console.log(`${fault}\n    ${who} ${url}`);
          found.set(fault, count + 1);
        }
      }
      await page.close();
    }
  }
  for (const [fault, count] of found) if (count > 1) console.log(`${count} pages: ${fault}`);
  console.log(`English alone: ${[...english].sort().join(' ') || 'none'}`);
  console.log(`languages: ${pages} pages, ${found.size} kinds of faults`);
  process.exitCode = found.size === 0 ? 0 : 1;
});

interface Shown {
  readonly url: string;
  readonly status: number;
  readonly html: string;
}

/** Opens a URL. Returns undefined if it is a download, a picture or another site instead of a page. */
async function look(page: Page, address: string): Promise<Shown | undefined> {
  const { origin } = new URL(address);
  const answer = await page.goto(address).catch((error: Error) => {
    if (/Download is starting|ERR_ABORTED/.test(error.message)) return null;
    throw error;
  });
  if (!answer?.headers()['content-type']?.startsWith('text/html') || !answer.url().startsWith(origin))
    return undefined;
  return { url: answer.url().slice(origin.length), status: answer.status(), html: await answer.text() };
}

async function faultsOf(page: Page, { html, url }: Shown, ask: Ask): Promise<string[]> {
  const over = await measureOverflow(page);
  const faults = [
    ...(over > 0 ? [`scrolls sideways by ${over} px: ${kindOf(url)}`] : []),
    ...(await findSpills(page)).map((each) => `leaves its box: ${each}`),
    ...(await violationsOf(page)).map((each) => `axe: ${each}`),
    ...(await findHtmlErrors(html)).map((each) => `html: ${each}`),
  ];
  if (!isSpanish(html)) return faults;
  return [
    ...faults,
    ...(await findEnglish(html, ask)).map((each) => `English: ${each}`),
    ...(await findLostPrefixes(html, ask)).map((each) => `leaves Spanish: ${each}`),
  ];
}

/** Collects errors from the page's console, including blocked scripts and styles. */
function listenToConsole(page: Page): string[] {
  const spoken: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      spoken.push(`console: ${message.text().slice(0, 200)} at ${message.location().url}`);
  });
  page.on('pageerror', (error) => spoken.push(`script: ${error.message}`));
  return spoken;
}

function createAsk({ origin, browser }: World): Ask {
  const window = browser.newContext();
  const answers = new Map<string, ReturnType<Ask>>();
  return (address) => {
    const known = answers.get(address);
    if (known) return known;
    const asked = (async () => {
      const answer = await (await window).request.get(`${origin}${address}`);
      return { status: answer.status(), url: answer.url().slice(origin.length), text: await answer.text() };
    })();
    answers.set(address, asked);
    return asked;
  };
}

/**
 * Applies to the event that has custom questions. Returns the URL of the private page that the email links
 * to.
 */
async function applyAsVendor({ origin, browser, mailbox }: World): Promise<string> {
  const window = await browser.newContext();
  const read = async (address: string) => (await window.request.get(`${origin}${address}`)).text();
  const event = /href="(\/events\/[\da-f-]{36})"/.exec(await read('/events'))?.[1] ?? '';
  const form = readPage(await read(event), event).forms.find(({ action }) =>
    action.endsWith('/applications'),
  );
  if (!form) throw new Error(`no form to apply at ${event}`);
  const answers = form.fields.map(({ name, options, type }) => {
    const answer = options.find(Boolean) ?? (type === 'number' ? '22' : 'Tacos.');
    return [name, APPLICATION[name] ?? answer];
  });
  await post(window, `${origin}${form.action}`, Object.fromEntries(answers));
  await window.close();
  const { pathname, search } = new URL(linkIn(await mailbox.next(CONTACT), '/application?token='));
  return `${pathname}${search}`;
}
