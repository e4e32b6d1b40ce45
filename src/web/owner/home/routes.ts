import type { FastifyPluginAsync } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { Language } from '../../../lib/language/language.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import type { HeldApplication } from '../../../organizer/applications/apply/holder-applications-service.ts';
import type { LinkMaker } from '../../../organizer/applications/apply/private-link.ts';
import type { BillingService } from '../../../owner/billing/service.ts';
import type { ClaimService } from '../../../owner/claims/service.ts';
import type { ExpiryReminders } from '../../../owner/expiry/service.ts';
import type { DisputeService } from '../../../owner/statements/disputes/service.ts';
import type { PublishedFacts } from '../../../records/record/decision-facts.ts';
import { licenseRefKey } from '../../../regulator/licenses/number.ts';
import { queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { readPage } from '../../kit/paging.ts';
import { renderApplicationsPage } from './applications-page.ts';
import { type OwnLicense, renderVendorHome, renderWelcome } from './page.ts';

/** The maximum number of licenses shown here. The others are on the page with all licenses. */
const SHOWN_MAX = 12;
const PAGE_SIZE = 25;

interface VendorHomeOptions {
  readonly claims: Pick<ClaimService, 'listOwn'>;
  readonly disputes: Pick<DisputeService, 'countOpen'>;
  readonly billing: Pick<BillingService, 'list'>;
  readonly listHeld: (accountId: string, language: Language) => Promise<readonly HeldApplication[]>;
  readonly listAllHeld: (
    accountId: string,
    language: Language,
    page: { readonly rowsMax: number; readonly offset: number },
  ) => Promise<{ readonly applications: readonly HeldApplication[]; readonly total: number }>;
  /** Lists the published facts for the vendors with these license digits, in a single SQL statement. */
  readonly listFacts: (digits: readonly string[]) => Promise<readonly PublishedFacts[]>;
  readonly reminders: Pick<ExpiryReminders, 'listNext' | 'isOn'>;
  readonly links: LinkMaker;
  readonly hasEvents: (accountId: string) => Promise<boolean>;
  readonly findSession: FindSession;
  readonly now: () => Date;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/**
 * `/home`, the page shown after signing in. It runs one SQL statement for each kind of data, regardless of
 * how many licenses the account has.
 */
export const vendorHomePages: FastifyPluginAsync<VendorHomeOptions> = async (app, options) => {
  preparePages(app, { findSession: options.findSession });
  app.get('/home', { schema: { hide: true }, config: TRANSLATED }, async (request, reply) => {
    const { accountId } = signedInOf(request);
    const language = languageOf(request);
    const frame = await frameOf(request, options);
    const own = await options.claims.listOwn(accountId);
    const verified = own.filter(({ state }) => state === 'verified');
    const pending = own.filter(({ state }) => state === 'pending').length;
    const isArrival = queryOf(request).has('arrived');
    if (own.length === 0 || isArrival) {
      if (await options.hasEvents(accountId)) return seeOther(reply, '/organizer');
    }
    const applications = await options.listHeld(accountId, language);
    if (verified.length + pending + applications.length === 0)
      return sendPage(reply, 200, renderWelcome(frame, language));
    const shown = verified.slice(0, SHOWN_MAX);
    const licenses = await toLicenses(options, accountId, shown);
    const owners = shown.map((claim) => ({ ...claim, account_id: accountId }));
    const dates = shown.length === 0 ? [] : await options.reminders.listNext(owners);
    const hasReminders = await options.reminders.isOn(accountId);
    const page = renderVendorHome({
      ...frame,
      language,
      licenses,
      comingUp: { dates, hasReminders, links: options.links },
      applications,
      pending,
      hidden: verified.length - shown.length,
      today: jurisdictionDay(options.now()),
    });
    return sendPage(reply, 200, page);
  });
  app.get('/home/applications', { schema: { hide: true }, config: TRANSLATED }, async (request, reply) => {
    const language = languageOf(request);
    const page = readPage(queryOf(request));
    const { accountId, email } = signedInOf(request);
    const window = { rowsMax: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const found = await options.listAllHeld(accountId, language, window);
    const shown = {
      ...(await frameOf(request, options)),
      ...found,
      language,
      email,
      page,
      pageSize: PAGE_SIZE,
    };
    return sendPage(reply, 200, renderApplicationsPage(shown));
  });
};

async function toLicenses(
  { disputes, billing, listFacts }: VendorHomeOptions,
  accountId: string,
  claims: readonly OwnLicense['claim'][],
): Promise<OwnLicense[]> {
  if (claims.length === 0) return [];
  const [facts, open, watches] = await Promise.all([
    listFacts([...new Set(claims.map(({ license_digits }) => license_digits))]),
    disputes.countOpen(accountId),
    billing.list(accountId),
  ]);
  const factsBy = new Map(facts.map((each) => [licenseRefKey(each), each]));
  const openBy = new Map(open.map((each) => [licenseRefKey(each), each.count]));
  const stateBy = new Map(
    watches
      .filter(({ state }) => state === 'active' || state === 'past_due')
      .map((each) => [licenseRefKey(each), each.state]),
  );
  return claims.map((claim) => {
    const key = licenseRefKey(claim);
    const state = stateBy.get(key);
    return {
      claim,
      facts: factsBy.get(key),
      openDisputes: openBy.get(key) ?? 0,
      watch: state === 'active' ? 'on' : state === 'past_due' ? 'unpaid' : 'off',
    };
  });
}
