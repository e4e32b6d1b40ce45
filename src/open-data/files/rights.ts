import { REGULATOR } from '../../regulator/source/regulator.ts';

/**
 * The rights to the records and the rights to our judgment of them, which are listed separately in every
 * file. Pure.
 */

interface Rights {
  /** Applies to columns whose origin is `regulator`. */
  readonly regulator_records: string;
  /** Applies to columns whose origin is `counted` or `ours`. */
  readonly our_judgment: string;
  /** The URL of this site's terms. */
  readonly terms_url: string;
}

export function rightsOf(baseUrl: string): Rights {
  return {
    regulator_records: `Facts and words from public records of the ${REGULATOR.office}. We add no license to them and claim no right in them; the regulator does not run this service.`,
    our_judgment:
      'Grades, scores, verdicts and counts are this service’s own, made by a published method from these records. They are free to use and pass on under the terms of this site: name the day, link to the source, and do not present them as the regulator’s. The license of the software is not a license of data.',
    terms_url: `${baseUrl}/terms`,
  };
}
