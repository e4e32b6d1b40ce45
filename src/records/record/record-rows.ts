import type { SearchRow } from '../../judgment/scorecard/schemas.ts';
import { foldForSearch } from '../../lib/text/text.ts';
import type { SnapshotRecordsTable, SnapshotVendorsTable } from '../../platform/db/schema/schema-snapshot.ts';
import { hashRecord, hashShown } from './check-record.ts';
import { toPublishedFacts } from './decision-facts.ts';
import { shownGrade } from './filters.ts';
import type { VendorRecord } from './record.ts';

/** A record as it is stored in a snapshot. Its position is assigned when it is written. */
interface RecordRows {
  readonly vendor: Omit<SnapshotVendorsTable, 'position'>;
  readonly record: Omit<SnapshotRecordsTable, 'position'>;
}

/** Returns the rows that a snapshot stores for a record. */
export function toRows(record: VendorRecord): RecordRows {
  const { scorecard, licenseType, digits } = record;
  const texts = toTexts(record);
  return {
    vendor: {
      id: scorecard.id,
      license_type: licenseType,
      digits,
      ...toSearchTexts(record),
      on_file: ['not_on_file', 'no_file'].includes(scorecard.license.status) ? 0 : 1,
      county: scorecard.location.county ?? '',
      license_kind: scorecard.license.type,
      cuisine: scorecard.cuisine ?? '',
      grade_shown: shownGrade(scorecard.grade, scorecard.grade_status),
      service_score: scorecard.service_score,
      risk_tier: scorecard.risk_tier,
      verdict: record.verdict,
      verdict_today: record.verdictToday,
      closed_on: record.concerns.closures[0]?.on ?? '',
      reach_to: scorecard.records_reach_to,
      sha256: hashRecord(texts),
      shown_sha256: hashShown(texts),
    },
    record: texts,
  };
}

function toSearchTexts({ scorecard, digits }: VendorRecord) {
  const name = foldForSearch(scorecard.name);
  const aka = foldForSearch(scorecard.aka ?? '');
  const city = foldForSearch(scorecard.location.city ?? '');
  // The parts are joined without spaces, so that "barbq" finds "BAR-B-Q". A query word is also found inside
  // these parts.
  const parts = [name, aka, city].map((part) => part.replaceAll(' ', ''));
  return {
    search_name: name,
    search_aka: aka,
    search_city: city,
    search_text: [...new Set([...parts, digits])].filter((part) => part !== '').join(' | '),
  };
}

function toTexts(record: VendorRecord): RecordRows['record'] {
  const { scorecard } = record;
  const { id, name, aka, license, cuisine, location, records_old } = scorecard;
  const summary: Omit<SearchRow, 'scorecard_url' | 'verdict' | 'match'> = {
    id,
    name,
    aka,
    license,
    city: location.city,
    county: location.county,
    cuisine,
    grade: scorecard.grade,
    grade_status: scorecard.grade_status,
    rollup_12m: scorecard.rollup_12m,
    last_disposition: scorecard.last_disposition,
    hold_active: scorecard.hold.active,
    fictional: scorecard.fictional,
    records_old,
  };
  return {
    identity: JSON.stringify({ id, name, aka, license, cuisine, location, records_old }),
    summary: JSON.stringify(summary),
    standing: toStanding(scorecard),
    facts: JSON.stringify(toPublishedFacts(record)),
    scorecard: JSON.stringify(scorecard),
  };
}

/**
 * Returns the text for a badge. If the records are old, its last part is the day up to which they are
 * complete.
 */
function toStanding({ grade, grade_status, fictional, records_old }: VendorRecord['scorecard']): string {
  const parts = [grade ?? '', grade_status, fictional ? 'fictional' : ''];
  return (records_old ? [...parts, records_old.reach_to] : parts).join('|');
}
