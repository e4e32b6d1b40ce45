/**
 * Builds the messages. A message identifies its subject by id and business name, with codes and links. It
 * never contains people's names, or anything that the account could not fetch with its key.
 */

export const WEBHOOK_TYPES = [
  'application.received',
  'application.changed',
  'vendor.changed',
  'webhook.test',
] as const;
/** The types that an account can select; a test is sent only on request. */
export const CHOSEN_TYPES = ['application.received', 'application.changed', 'vendor.changed'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** An event that does not have an id yet. */
export interface WebhookEvent {
  readonly type: WebhookType;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ApplicationNews {
  readonly id: string;
  readonly event_id: string;
  /** The current status. */
  readonly status: string;
  /** applicant | organizer | waitlist */
  readonly changed_by: string;
  readonly vendor: NewsVendor;
}

/** The business that a message is about. */
interface NewsVendor {
  readonly name: string;
  readonly license_number: string;
  /** Today's verdict; null if the vendor is not on record. */
  readonly verdict: string | null;
}

export function applicationReceived(news: ApplicationNews, baseUrl: string): WebhookEvent {
  return { type: 'application.received', data: applicationData(news, baseUrl) };
}

/** Returns the event for an application whose status has changed. */
export function applicationChanged(news: ApplicationNews, baseUrl: string): WebhookEvent {
  return { type: 'application.changed', data: applicationData(news, baseUrl) };
}

/** Returns the event for a booked vendor whose record differs from the last known record. */
export function bookedVendorChanged(
  news: {
    readonly vendorId: string | null;
    readonly application_id: string;
    readonly event_id: string;
    readonly kinds: readonly string[];
    readonly grave: boolean;
    readonly from: string;
    readonly to: string;
    readonly vendor: NewsVendor;
  },
  baseUrl: string,
): WebhookEvent {
  const { vendorId, application_id, event_id, kinds, grave, from, to, vendor } = news;
  return {
    type: 'vendor.changed',
    data: {
      reason: 'booked',
      vendor_id: vendorId,
      ...vendorData(vendor),
      changed: [...new Set(kinds)],
      application_id,
      event_id,
      grave,
      verdict_from: from,
      verdict_to: to,
      url: `${baseUrl}/organizer/events/${event_id}/applications/${application_id}`,
    },
  };
}

/** Returns the event for a watched license whose record differs from the last report. */
export function watchedVendorChanged(
  news: { readonly vendorId: string; readonly kinds: readonly string[]; readonly vendor: NewsVendor },
  baseUrl: string,
): WebhookEvent {
  const { vendorId, kinds, vendor } = news;
  const url = `${baseUrl}/vendor/${vendorId}`;
  return {
    type: 'vendor.changed',
    data: {
      reason: 'watched',
      vendor_id: vendorId,
      ...vendorData(vendor),
      changed: [...new Set(kinds)],
      url,
    },
  };
}

/** Returns the event sent on request. */
export function testEvent(endpointId: string): WebhookEvent {
  return { type: 'webhook.test', data: { endpoint_id: endpointId } };
}

/** Returns the text that is signed and sent. */
export function bodyOf({ type, data }: WebhookEvent, at: Date): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

function applicationData({ id, event_id, status, changed_by, vendor }: ApplicationNews, baseUrl: string) {
  const url = `${baseUrl}/organizer/events/${event_id}/applications/${id}`;
  return { application_id: id, event_id, status, changed_by, ...vendorData(vendor), url };
}

function vendorData({ name, license_number, verdict }: NewsVendor) {
  return { vendor_name: name, license_number, verdict };
}
