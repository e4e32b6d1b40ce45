import type { FilesCover } from '../../intake/coverage/files-cover.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { RecordContext } from '../record/record.ts';

/** A file that vendors are built from. Observations by themselves make no vendor. */
interface VendorFile {
  readonly kind: string;
  readonly district: number | null;
  readonly fileDate: IsoDate | null;
}

/** Returns the context that every record of a publication is built with. The newest file comes last. */
export function contextOf(
  files: readonly VendorFile[],
  covers: readonly FilesCover[],
  { asOf, today, fictional }: Pick<RecordContext, 'asOf' | 'today' | 'fictional'>,
): RecordContext {
  const districts = files.flatMap(({ kind, district }) => (kind === 'licenses' ? (district ?? []) : []));
  return {
    licenseDistricts: new Set(districts),
    covers: new Map(covers.map((each) => [each.district, each])),
    asOf,
    today: today < asOf ? asOf : today,
    dataAsOf: files.at(-1)?.fileDate ?? asOf,
    fictional,
  };
}
