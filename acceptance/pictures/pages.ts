import { vendorId } from '../../src/records/record/vendor-id.ts';
import { post, type Reader, type World } from './world.ts';

/** A page to take a screenshot of. */
export interface Shown {
  readonly name: string;
  readonly address: string;
  readonly reader: Reader;
  /** True if the page is also shown in dark mode and on paper. */
  readonly everyWay?: true;
}

const FOOD_TRUCK = '2014';
const CHECKED = '/check?license_number=MFD5890003&event_type=festival';
const vendor = (digits: string) => `/vendor/${vendorId(FOOD_TRUCK, digits)}`;
const improve = (digits: string) => `/improve/${vendorId(FOOD_TRUCK, digits)}`;

/** Lists the pages that most people see, each with the reader to sign in as. */
export async function listPages(world: World): Promise<readonly Shown[]> {
  const event = await firstLink(world, 'visitor', '/events', /href="(\/events\/[0-9a-f-]{36})"/);
  const own = await firstLink(world, 'organizer', '/organizer', OWN_EVENT);
  const inbox = `${own}/applications`;
  const application = await firstLink(world, 'organizer', inbox, APPLICATION);
  const webhook = await makeWebhook(world);
  const receipt = await firstLink(world, 'visitor', CHECKED, /href="(\/v\/[^".]+)"/);
  const pages: readonly (readonly [name: string, address: string, everyWay?: true])[] = [
    ['home', '/', true],
    ['search', '/search?q=taco'],
    ['vendor-grade-a', vendor('5890001')],
    ['vendor-grade-d', vendor('5890004'), true],
    ['vendor-closed', vendor('5890007')],
    ['vendor-no-grade', vendor('5890016')],
    ['vendor-uncertain', vendor('5890019')],
    ['self-check', improve('5890004')],
    ['check', '/check'],
    ['decision', CHECKED, true],
    ['check-list', '/check/list'],
    ['verify', '/verify'],
    ['receipt', receipt],
    ['florida', '/florida'],
    ['closures', '/florida/closures'],
    ['county', '/florida/orange'],
    ['methodology', '/methodology'],
    ['coverage', '/coverage'],
    ['events', '/events'],
    ['event', event],
    ['sign-in', '/sign-in'],
    ['claim', '/claim'],
    ['not-found', '/nothing-here'],
  ];
  const organizers: typeof pages = [
    ['organizer', '/organizer'],
    ['organizer-event', own],
    ['inbox', inbox, true],
    ['application', application],
    ['compliance', `${own}/compliance`, true],
    ['webhooks', '/settings/webhooks'],
    ...(webhook === undefined ? [] : [['webhook', webhook] as const]),
    ['api-keys', '/settings/api-keys'],
  ];
  const vendors: typeof pages = [
    ['account', '/home'],
    ['settings', '/settings'],
    ['licenses', '/settings/licenses'],
  ];
  const all = (reader: Reader, list: typeof pages) =>
    list.map(([name, address, everyWay]) => ({ name, address, reader, ...(everyWay ? { everyWay } : {}) }));
  return [...all('visitor', pages), ...all('organizer', organizers), ...all('vendor', vendors)];
}

/** Creates a webhook. Returns the URL of its page, or undefined if the service is too old to have one. */
async function makeWebhook(world: World): Promise<string | undefined> {
  const list = `${world.origin}/settings/webhooks`;
  const { organizer } = world.windows;
  if ((await organizer.request.get(list)).status() === 404) return undefined;
  await post(organizer, list, { url: 'https://programs.example/hooks' });
  return firstLink(world, 'organizer', '/settings/webhooks', /href="(\/settings\/webhooks\/[0-9a-f-]{36})/);
}

/** Matches the link to the demo event with the most applications. */
const OWN_EVENT = /href="(\/organizer\/events\/[0-9a-f-]{36})[^"]*">Spring of Nowhere/;
const APPLICATION = /href="(\/organizer\/events\/[0-9a-f-]{36}\/applications\/[0-9a-f-]{36})/;

async function firstLink(
  { origin, windows }: World,
  reader: Reader,
  address: string,
  link: RegExp,
): Promise<string> {
  const answer = await windows[reader].request.get(`${origin}${address}`);
  const found = link.exec(await answer.text())?.[1];
  if (found === undefined) throw new Error(`no link like ${link} at ${address}`);
  return found;
}
