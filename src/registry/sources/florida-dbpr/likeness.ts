import type { Likenesses } from '../likeness.ts';
import { CLOSURE_LIKENESS, CLOSURE_ON_FILE_LIKENESS } from './likeness-closures.ts';
import { findMissingParts, INSPECTED_DAYS } from './likeness-extent.ts';
import { fewestOfYear, VISIT_LIKENESS } from './likeness-inspections.ts';
import { LICENSE_LIKENESS } from './likeness-licenses.ts';
import {
  OBSERVATION_LIKENESS,
  OBSERVED_ON_FILE_LIKENESS,
  OBSERVED_VISIT_LIKENESS,
} from './likeness-observations.ts';
import { APPLICATION_LIKENESS } from './likeness-others.ts';

/** What the rows of a sound file have in common. */
export const LIKENESSES: Likenesses = {
  licenses: LICENSE_LIKENESS,
  inspections: VISIT_LIKENESS,
  fewestOfYear,
  missingParts: findMissingParts,
  inspectedDays: INSPECTED_DAYS,
  closures: CLOSURE_LIKENESS,
  closuresOnFile: CLOSURE_ON_FILE_LIKENESS,
  applications: APPLICATION_LIKENESS,
  observations: OBSERVATION_LIKENESS,
  observedVisits: OBSERVED_VISIT_LIKENESS,
  observedOnFile: OBSERVED_ON_FILE_LIKENESS,
};
