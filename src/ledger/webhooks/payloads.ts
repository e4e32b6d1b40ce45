/**
 * What is sent: who and what it is about by id, codes, and where to read more. Nothing personal, and nothing that the account
 * could not read with its key.
 */

export const WEBHOOK_TYPES = [
  'application.received',
  'application.changed',
  'vendor.changed',
  'webhook.test',
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** Something that happened, before it has an id. */
export interface WebhookEvent {
  readonly type: WebhookType;
  readonly data: Readonly<Record<string, unknown>>;
}

interface ApplicationNews {
  readonly id: string;
  readonly event_id: string;
  /** As it is now. */
  readonly status: string;
  /** applicant | organizer | waitlist */
  readonly changed_by: string;
}

export function applicationReceived(news: ApplicationNews, baseUrl: string): WebhookEvent {
  return { type: 'application.received', data: applicationData(news, baseUrl) };
}

/** Its status is another one. */
export function applicationChanged(news: ApplicationNews, baseUrl: string): WebhookEvent {
  return { type: 'application.changed', data: applicationData(news, baseUrl) };
}

/** The record of a vendor with a spot differs from what was known. */
export function bookedVendorChanged(
  news: {
    readonly vendorId: string | null;
    readonly application_id: string;
    readonly event_id: string;
    readonly kinds: readonly string[];
    readonly grave: boolean;
    readonly from: string;
    readonly to: string;
  },
  baseUrl: string,
): WebhookEvent {
  const { vendorId, application_id, event_id, kinds, grave, from, to } = news;
  return {
    type: 'vendor.changed',
    data: {
      ...{ reason: 'booked', vendor_id: vendorId, changed: [...new Set(kinds)] },
      ...{ application_id, event_id, grave, verdict_from: from, verdict_to: to },
      url: `${baseUrl}/organizer/events/${event_id}/applications/${application_id}`,
    },
  };
}

/** The record of a license that the account watches differs from what was last told. */
export function watchedVendorChanged(
  news: { readonly vendorId: string; readonly kinds: readonly string[] },
  baseUrl: string,
): WebhookEvent {
  const { vendorId, kinds } = news;
  const url = `${baseUrl}/vendor/${vendorId}`;
  return {
    type: 'vendor.changed',
    data: { reason: 'watched', vendor_id: vendorId, changed: [...new Set(kinds)], url },
  };
}

/** Sent when somebody asks for it. */
export function testEvent(endpointId: string): WebhookEvent {
  return { type: 'webhook.test', data: { endpoint_id: endpointId } };
}

/** The text that is signed and sent. */
export function bodyOf({ type, data }: WebhookEvent, at: Date): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

function applicationData({ id, event_id, status, changed_by }: ApplicationNews, baseUrl: string) {
  const url = `${baseUrl}/organizer/events/${event_id}/applications/${id}`;
  return { application_id: id, event_id, status, changed_by, url };
}
