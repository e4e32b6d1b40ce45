import type { Likenesses } from '../likeness.ts';
import { VISIT_LIKENESS } from './likeness-inspections.ts';
import { LICENSE_LIKENESS } from './likeness-licenses.ts';
import { APPLICATION_LIKENESS, CLOSURE_LIKENESS } from './likeness-others.ts';

/** What the rows of a sound file have in common. */
export const LIKENESSES: Likenesses = {
  licenses: LICENSE_LIKENESS,
  inspections: VISIT_LIKENESS,
  closures: CLOSURE_LIKENESS,
  applications: APPLICATION_LIKENESS,
};
