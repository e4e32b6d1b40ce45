import { type DecisionDays, decideOn } from '../../../judgment/policy/policy.ts';
import type { Identity } from '../../../judgment/scorecard/schemas.ts';
import { parseStored } from '../../../lib/stored-json.ts';
import { addJsonFields } from '../../../lib/text/json-text.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import { listRecords } from '../../../records/read/service.ts';
import { parsePublishedFacts } from '../../../records/record/decision-facts.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import type { CurrentStanding } from '../application.ts';
import type { ApplicationContext } from '../context.ts';
import { daysOfEvent } from '../days-of-event.ts';
import type { Licenses } from '../document-entry.ts';
import type { ApplicationRecord } from '../schemas.ts';

/**
 * Identifies an application's vendor by the license digits. If two vendors share the digits, the license type
 * distinguishes them.
 */
interface LicenseKey {
  readonly license_digits: string;
  readonly license_type: string | null;
}

type ListedRecord = Awaited<ReturnType<typeof listRecords>>[number];

/** The parts of a vendor's current record that applications show. */
export interface JoinedVendor {
  readonly licenseType: string;
  /** The JSON text that `/api/vendors/:id` returns, ready to send. */
  readonly identityText: string;
  readonly identity: () => Identity;
  readonly service_score: ApplicationRecord['service_score'];
  /** Null if and only if `service_score` is null. */
  readonly risk_tier: ApplicationRecord['risk_tier'];
  /** Computes the verdict under the decision policy, without a receipt. */
  readonly standing: () => CurrentStanding;
}

/** Returns the vendors with these license digits. There is at most one per license type. */
export type SharingVendors = (digits: string) => readonly JoinedVendor[];

/**
 * Finds the published vendors for any number of applications with one statement. Verdicts cover the days of
 * `event`, or today if there is no event.
 */
export async function joinVendors(
  { registry, baseUrl, now }: Pick<ApplicationContext, 'registry' | 'baseUrl' | 'now'>,
  applications: readonly Pick<LicenseKey, 'license_digits'>[],
  event?: StoredEvent,
): Promise<SharingVendors> {
  const today = jurisdictionDay(now());
  const days = { today, event: event && daysOfEvent(event, today) };
  const digits = [...new Set(applications.map(({ license_digits }) => license_digits))];
  const byDigits = new Map<string, JoinedVendor[]>();
  for (const record of digits.length > 0 ? await listRecords(registry, digits) : []) {
    const sharing = byDigits.get(record.digits) ?? [];
    sharing.push(toJoinedVendor(record, baseUrl, days));
    byDigits.set(record.digits, sharing);
  }
  return (each) => byDigits.get(each) ?? [];
}

/**
 * Returns the vendor that an application matches, or undefined if no vendor or more than one matches. The
 * digits usually identify a vendor (contract 2.2). The license type matters only if two vendors share them.
 */
export function vendorOf(sharing: SharingVendors, application: LicenseKey): JoinedVendor | undefined {
  const vendors = sharing(application.license_digits);
  return vendors.length > 1
    ? vendors.find(({ licenseType }) => licenseType === application.license_type)
    : vendors[0];
}

/** Returns the license on record for each application that matches exactly one vendor, by application id. */
export function licensesOf(
  sharing: SharingVendors,
  applications: readonly (LicenseKey & { readonly id: string })[],
): Licenses {
  return new Map(
    applications.flatMap((each) => {
      const license = vendorOf(sharing, each)?.identity().license;
      return license ? [[each.id, license] as const] : [];
    }),
  );
}

/** Like {@link licensesOf}, but looks up the vendors in the published records first. */
export async function findLicenses(
  context: Pick<ApplicationContext, 'registry' | 'baseUrl' | 'now'>,
  applications: readonly (LicenseKey & { readonly id: string })[],
): Promise<Licenses> {
  return licensesOf(await joinVendors(context, applications), applications);
}

function toJoinedVendor(record: ListedRecord, baseUrl: string, days: DecisionDays): JoinedVendor {
  const { license_type, service_score, risk_tier, facts } = record;
  const { identity } = record;
  const page_url = `${baseUrl}/vendor/${identity.slice(ID_AT, ID_AT + ID_LENGTH)}`;
  const identityText = addJsonFields(identity, JSON.stringify({ page_url }));
  return {
    licenseType: license_type,
    identityText,
    identity: () => parseStored<Identity>(identityText),
    service_score,
    risk_tier: service_score === null ? null : (risk_tier as ApplicationRecord['risk_tier']),
    standing: () => standingOf(facts, days),
  };
}

/** The index at which the vendor's id starts in its published identity. */
const ID_AT = '{"id":"'.length;
const ID_LENGTH = 36;

function standingOf(facts: string, days: DecisionDays): CurrentStanding {
  const published = parsePublishedFacts(facts);
  const { verdict, reasons } = decideOn(published, days);
  const { grade, grade_status } = published.evidence;
  const { as_of, data_as_of, records_reach_to } = published;
  return {
    verdict,
    reasons: [...reasons],
    grade,
    grade_status,
    as_of,
    data_as_of,
    records_reach_to,
    today: days.today,
    event: days.event ?? { first: days.today, last: days.today },
  };
}
