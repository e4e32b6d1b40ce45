/**
 * A tool that lets agents do one job. Each tool calls one API operation under the same rate limits. The
 * tool's arguments and result use that operation's schemas, so neither is defined twice.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** When to use the tool and what it returns. An agent reads only this before choosing a tool. */
  readonly description: string;
  /** The operation's ID in the API document. */
  readonly operationId: string;
  /** The operation's arguments that the tool does not offer. */
  readonly without?: readonly string[];
  /** The tool's argument names that differ from the operation's names. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** An argument whose value another operation can look up from a different one. */
  readonly lookup?: Lookup;
  /** The field that holds a list response, because tool results must be objects. */
  readonly listName?: string;
  /** A response list that is cut to its first entries, and the argument that sets how many. */
  readonly cut?: { readonly list: string; readonly argument: string; readonly fallback: number };
  /** The paths of the fields that each row has unless `detail` is "full". */
  readonly short?: readonly string[];
  /** True if a call has a lasting effect: a decision issues a receipt. */
  readonly filesReceipt?: true;
}

interface Lookup {
  readonly argument: string;
  /** The argument that the looked-up value fills in. */
  readonly instead: string;
  readonly operationId: string;
  /** The other operation's parameter. */
  readonly parameter: string;
  /** The path of the value in the response. */
  readonly path: readonly string[];
  /** The message if the response has no such value. */
  readonly absent: string;
}

const RECEIPT_FILED = 'Files a signed receipt for each decision; nothing else changes.';

export const TOOLS: readonly Tool[] = [
  {
    name: 'find_vendor',
    title: 'Find a vendor',
    operationId: 'searchVendors',
    listName: 'vendors',
    short: ['id', 'name', 'license.number', 'license.type', 'city', 'county', 'grade', 'verdict', 'match'],
    description:
      'Finds food trucks, hot dog carts and caterers by name, former name, license number or city. Start here when you have a name: the other tools need vendor_id (`id` of a vendor) or license_number. `match` is left out or null if the record contains everything that was typed. Otherwise it says why the vendor is listed, so ask before you assume that it is the right one.',
  },
  {
    name: 'decide',
    title: 'Decide on one vendor',
    operationId: 'decideVendor',
    filesReceipt: true,
    description: `May this vendor be booked for an event? Answers CLEAR, CONDITIONAL, REVIEW or DECLINE with every reason, the documents to collect and a signed receipt. REVIEW means that a person must look: never report it as clear. Give exactly one of license_number and vendor_id. ${RECEIPT_FILED}`,
  },
  {
    name: 'check_list',
    title: 'Check a list of vendors',
    operationId: 'decideVendorList',
    listName: 'decisions',
    short: [
      'reference',
      'decision.vendor.name',
      'decision.vendor.license.number',
      'decision.verdict',

      'decision.evidence.grade',
      'decision.reasons.code',
      'decision.receipt_number',
      'error.code',
      'error.message',
    ],
    filesReceipt: true,
    description: `Decides on up to 200 vendors for one event, each by license_number or vendor_id. A vendor that fails has an \`error\` in its place. Each vendor counts as one request. ${RECEIPT_FILED}`,
  },
  {
    name: 'explain_record',
    title: 'Explain a record',
    operationId: 'getScorecard',
    renamed: { id: 'vendor_id' },
    cut: { list: 'inspections', argument: 'inspections_max', fallback: 10 },
    lookup: {
      argument: 'license_number',
      instead: 'vendor_id',
      operationId: 'getSelfCheck',
      parameter: 'license_number',
      path: ['vendor', 'id'],
      absent: 'No vendor was found by this license number.',
    },
    description:
      'The public record that a grade is based on: license, holds, twelve-month counts, trend, and the inspections with what was cited, newest first. Give exactly one of license_number and vendor_id. `inspections_total`: how many are on file.',
  },
  {
    name: 'self_check',
    title: 'What holds a vendor back',
    operationId: 'getSelfCheck',
    description:
      'For vendors: what limits the grade, most severe first, with what to do; how to reach the next letter; strengths. Give exactly one of license_number and vendor_id.',
  },
  {
    name: 'verify_receipt',
    title: 'Verify a receipt',
    operationId: 'verifyPostedReceipt',
    lookup: {
      argument: 'receipt_number',
      instead: 'receipt',
      operationId: 'getReceipt',
      parameter: 'number',
      path: ['receipt'],
      absent: 'This receipt is of a time when only its hash was kept. Give the whole receipt.',
    },
    description:
      'Is this receipt genuine, what does it say, and would the same be decided today? Give exactly one of receipt (the whole signed text) and receipt_number (the printed number). An invalid one is an answer (`valid` false, with the reason), not an error.',
  },
  {
    name: 'statistics',
    title: 'Statewide statistics',
    operationId: 'getStatistics',
    description:
      'Counts and rates of all vendors: licenses, grades, inspections, outcomes, by county and month. Cite them with `cite_as`.',
  },
  {
    name: 'list_changes',
    title: 'What changed',
    operationId: 'listChanges',
    listName: 'changes',
    without: ['wait'],
    short: [
      'name',
      'license_number',
      'vendor_id',
      'data_as_of',
      'kinds',
      ...['before', 'after'].flatMap((side) =>
        ['verdict', 'grade', 'status'].map((value) => `changes.${side}.${value}`),
      ),
    ],
    description:
      'Changes of public records in the order of publication: grade, status, hold, verdict, identity, visits. Send `meta.next` as `after` next time: nothing is skipped or repeated. Start with after "now".',
  },
  {
    name: 'list_events',
    title: 'Your events',
    operationId: 'listEvents',
    listName: 'events',
    without: ['fields'],
    cut: { list: 'events', argument: 'events_max', fallback: 50 },
    short: ['id', 'name', 'status', 'event_type', 'starts_at', 'city', 'spots_left'],
    description:
      'The events of your account. Needs an API key. `events_total` says how many there are; the `id` of one is what list_applications takes.',
  },
  {
    name: 'list_applications',
    title: 'Applications to your events',
    operationId: 'listApplications',
    listName: 'applications',
    without: ['fields'],
    cut: { list: 'applications', argument: 'applications_max', fallback: 50 },
    short: [
      'id',
      'event_id',
      'business_name',
      'license_number',
      'status',
      'submitted_at',
      'service_score',
      'risk_tier',
    ],
    description:
      'Applications to all of your events, or to one of them. Needs an API key. Full detail has contacts, answers and documents. To check the applicants of an event, pass their license numbers to check_list.',
  },
];
