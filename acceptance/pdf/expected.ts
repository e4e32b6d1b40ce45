/** An entry from the service's own responses, in the words that the PDF must contain. */
export interface ExpectedEntry {
  readonly name: string;
  readonly verdict: string;
  readonly license: string;
  readonly expires: string;
  readonly receipt: string;
  /** Undefined if the value is not compared. */
  readonly documents?: string | undefined;
  /** The document rows; undefined if there are none or they are not compared. */
  readonly documentRows?: readonly DocumentRow[] | undefined;
  /** The service's own page, which contains the sentence for each document. */
  readonly documentPage?: string | undefined;
  /** Other texts that the page must contain. */
  readonly says: readonly string[];
}

/** A document as it is printed: a box and the name, and the state in words. */
export interface DocumentRow {
  readonly name: string;
  readonly state: string;
}

const SIGNS: Readonly<Record<string, string>> = {
  CLEAR: '✓',
  CONDITIONAL: '!',
  REVIEW: '?',
  DECLINE: '×',
  'NOT DECIDED': '–',
};

export const stampOf = (verdict: string) => `${SIGNS[verdict] ?? ''} ${verdict}`;

/** Formats a date as "June 1, 2027", independently of the service's code. */
export function dayInWords(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const name = new Date(Date.UTC(year, month - 1, date)).toLocaleString('en-US', {
    month: 'long',
    timeZone: 'UTC',
  });
  return `${name} ${date}, ${year}`;
}

/** Formats a time as "Monday, March 16, 2026, 11:00 AM EDT", independently of the service's code. */
export function momentInWords(instant: string): string {
  const at = new Date(instant);
  const part = (options: Intl.DateTimeFormatOptions) =>
    at.toLocaleString('en-US', { ...options, timeZone: 'America/New_York' });
  const hours = part({ hour: 'numeric', minute: '2-digit', hour12: true });
  const zone = part({ timeZoneName: 'short' }).split(' ').at(-1);
  return `${part({ weekday: 'long' })}, ${part({ month: 'long', day: 'numeric', year: 'numeric' })}, ${hours} ${zone}`;
}

/** Replaces characters that the fonts cannot draw with a box, and removes invisible characters. */
export function asPrinted(text: string): string {
  return text
    .replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .replace(/[^\p{Script=Latin}\p{ASCII}’“”–—·]/gu, '□');
}

/** The part of an API decision that is printed in a pack. */
export interface ApiDecision {
  readonly vendor: {
    readonly name: string;
    readonly license: { readonly number: string; readonly expires_on: string | null };
  };
  readonly verdict: string;
  readonly required_documents: readonly { readonly code: string; readonly name: string }[];
  readonly reasons: readonly { readonly text: string }[];
  readonly evidence: {
    readonly last_disposition: { readonly text: string; readonly date: string } | null;
    readonly gravest_event: { readonly text: string; readonly date: string } | null;
    readonly rollup_12m: Readonly<Record<string, number | boolean | null>>;
  };
  readonly data_as_of: string;
}

/**
 * Returns the texts that a vendor's page in the pack must have from the decision: every reason, date and
 * number.
 */
export function textsOf({ reasons, evidence, data_as_of }: ApiDecision): string[] {
  const { last_disposition: last, gravest_event: gravest, rollup_12m: year } = evidence;
  const count = (name: string) => year[name] ?? 'not on file';
  return [
    ...reasons.map(({ text }) => text),
    ...[last, gravest].flatMap((event) => (event ? [`“${event.text}”, ${dayInWords(event.date)}`] : [])),
    `Inspections: ${count('inspections')}. Violations: high-priority ${count('high_priority')}, intermediate ${count('intermediate')}, basic ${count('basic')}. Warnings: ${count('warnings')}. Administrative complaints: ${count('admin_complaints')}. Emergency orders: ${count('emergency_orders')}.`,
    `records through ${dayInWords(data_as_of)}.`,
  ];
}
