/**
 * Every field of a published record: told when it changes, or ignored for a reason, by the feed of changes and by the watch on
 * a license alike. Tests hold both lists to the schema and to what `compareRecords` and the watch's `compareStates` do, and
 * docs/monitoring.md to the reasons.
 */
export const TOLD: readonly string[] = [
  ...['name', 'aka', 'license.number', 'license.type', 'license.status', 'license.expires_on'],
  ...['license.confirmed', 'location.city', 'location.county', 'location.zip', 'location.district'],
  ...['grade', 'grade_status', 'recommendation.code', 'hold.reasons[].code', 'hold.reasons[].text'],
  ...['hold.reasons[].since', 'gravest_event.text', 'gravest_event.date', 'uncertain_record.code'],
  ...['final_orders[].case_number', 'final_orders[].final_order_on', 'final_orders[].violation_on'],
  ...['final_orders[].violations', 'final_orders[].fine_cents', 'final_orders[].of_current_holder'],
  ...['inspections[].visit_id', 'inspections[].case_id', 'inspections[].visit_number', 'inspections[].date'],
  ...['inspections[].type', 'inspections[].disposition', 'inspections[].counts.total'],
  ...[
    'inspections[].counts.high_priority',
    'inspections[].counts.intermediate',
    'inspections[].counts.basic',
  ],
  ...['inspections[].violations[].category', 'inspections[].violations[].count'],
  ...['inspections[].violations[].reporting_only', 'inspections[].violations[].code'],
  ...[
    'inspections[].violations[].tier',
    'inspections[].violations[].text',
    'inspections[].violations[].flags',
  ],
  'inspections[].owner',
];

const FOLLOWS = 'follows from the inspections, each of which is told';
const OUR_WORDS = 'our own words about facts that are told';

export const IGNORED: Readonly<Record<string, string>> = {
  id: 'never changes for a license',
  cuisine: 'our reading of the name, which is told',
  service_score: 'follows from the inspections, each of which is told; told beside any other change',
  score_version: 'told with the grade that it changes',
  risk_tier: 'follows the grade and the hold, which are told',
  'recommendation.text': OUR_WORDS,
  'hold.active': 'follows the reasons of the hold, which are told',
  'rollup_12m.*': `${FOLLOWS}; the sums fall as inspections leave the twelve months`,
  'last_disposition.*': FOLLOWS,
  'uncertain_record.inspections': 'follows from whose each inspection is, which is told',
  'uncertain_record.text': OUR_WORDS,
  'final_orders[].currency': 'always US dollars',
  'final_orders[].file_date': 'the day of the monthly file, which moves when the month is published again',
  inspections_loading_before: 'says what this service still has to read, and nothing about the vendor',
  'inspections[].result': 'our grouping of the disposition, which is told',
  'inspections[].violations[].title': 'our name of the category, which is told',
  'inspections[].prior_owner': 'follows from whose the inspection is, which is told',
  'inspections[].dispute.*': 'the vendor’s own dispute, which has mails of its own',
  'trend.*': FOLLOWS,
  narrative: OUR_WORDS,
  disclaimer: OUR_WORDS,
  fictional: 'the same for all records; the mail says when they are fictional',
  as_of: 'the day of the record, which moves every day',
  data_as_of: 'the day of the newest file; in every mail',
  records_reach_to: 'the day that the files of the district reach, which moves with every file',
  'records_old.*': 'follows the calendar, not the files of the state',
};
