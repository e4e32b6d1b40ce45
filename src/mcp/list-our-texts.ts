/**
 * Lists the response text that we wrote, by schema and field. All other text is quoted, and so is text that
 * does not match its expression here. If one of our sentences includes a vendor's name, the name is quoted.
 */
export const SENTENCE = /^/;
const WORD = /^[\w.-]{1,100}$/;
const LICENSE_NUMBER = /^[A-Z]{0,8}\d{1,12}$/;
const DAY = /^\d{4}-\d\d(-\d\d)?$/;
const SIGNED = /^[\w.~-]+$/;

export const OUR_TEXTS: ReadonlyMap<string, RegExp> = new Map([
  ...of('ChangedValues', { license_number: LICENSE_NUMBER, score_version: WORD, zip: WORD }),
  ...of('ChangesMeta', { next: SIGNED }),
  ...of('CurrentStanding', { grade: WORD, grade_status: WORD, verdict: WORD }),
  ...of('Decision', { policy_version: WORD, receipt: SIGNED, receipt_number: SIGNED }),
  ...of('DecisionReason', { code: WORD, text: SENTENCE }),
  ...of('ErrorDetail', { code: WORD, message: SENTENCE, parameter: SENTENCE }),
  ...of('License', { number: LICENSE_NUMBER }),
  ...of('LimitingFactor', { code: WORD, corrective_action: SENTENCE, evidence: SENTENCE, issue: SENTENCE }),
  ...of('MonitoringOffer', { description: SENTENCE }),
  ...of('MonthStatistics', { month: DAY }),
  ...of('Outlook', { text: SENTENCE }),
  ...of('ReceiptClaims', {
    as_of: DAY,
    data_as_of: DAY,
    event_date: DAY,
    event_last_date: DAY,
    license_expires_on: DAY,
    event_type: WORD,
    grade: WORD,
    grade_status: WORD,
    verdict: WORD,
    reason_codes: WORD,
    jti: WORD,
    vendor_id: WORD,
    license_type: WORD,
    license_digits: WORD,
    record_sha256: WORD,
    policy_version: WORD,
    score_version: WORD,
    reasons: SENTENCE,
  }),
  ...of('RecordChange', { fields: WORD }),
  ...of('Recommendation', { text: SENTENCE }),
  ...of('RequiredDocument', { code: WORD, must_show: SENTENCE, name: SENTENCE, why: SENTENCE }),
  ...of('Scorecard', { disclaimer: SENTENCE, narrative: SENTENCE, score_version: WORD }),
  ...of('Statistics', { cite_as: SENTENCE }),
  ...of('UncertainRecord', { text: SENTENCE }),
  ...of('VendorChange', { cursor: SIGNED, license_number: LICENSE_NUMBER }),
  ...of('VendorLocation', { zip: WORD }),
  ...of('fades', { text: SENTENCE }),
  ...of('missing', { code: WORD, text: SENTENCE }),
  ...of('resource', { title: SENTENCE }),
  ...of('strengths', { code: WORD, text: SENTENCE }),
]);

function of(schema: string, fields: Readonly<Record<string, RegExp>>): (readonly [string, RegExp])[] {
  return Object.entries(fields).map(([field, looksLike]) => [`${schema}.${field}`, looksLike] as const);
}
