/** The fields of the event form, in order. */
export const EVENT_FIELDS = [
  ...(['name', 'event_type', 'description', 'timezone', 'starts_at', 'ends_at'] as const),
  ...(['venue_name', 'address', 'city', 'county'] as const),
  ...(['applications_open_at', 'applications_close_at', 'capacity', 'deposit'] as const),
  ...(['deposit_how', 'deposit_link'] as const),
  ...(['organizer_name', 'organizer_email', 'notice', 'waitlist'] as const),
] as const;
export type EventField = (typeof EVENT_FIELDS)[number];

/** The fields as typed. Times are in `timezone`, and the deposit is in dollars. */
export type EventFields = Readonly<Record<EventField, string>>;

/** Reports an error for a field. Only the first error for each field counts. */
export type Refuse = (field: EventField, text: string) => void;

export const EMPTY_EVENT_FIELDS: EventFields = {
  name: '',
  event_type: 'food-truck-night',
  description: '',
  timezone: 'America/New_York',
  starts_at: '',
  ends_at: '',
  venue_name: '',
  address: '',
  city: '',
  county: '',
  applications_open_at: '',
  applications_close_at: '',
  capacity: '',
  deposit: '',
  deposit_how: '',
  deposit_link: '',
  organizer_name: '',
  organizer_email: '',
  notice: 'daily',
  waitlist: 'tell',
};
