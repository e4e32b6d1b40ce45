import { inEach } from '../../../lib/language/language.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { EVIDENCE } from './decision-messages.ts';

/** The note shown below every grade and verdict. */
export const SNAPSHOTS = inEach((language) =>
  EVIDENCE[language].snapshot({ regulator: REGULATOR.shortName }),
);
export const { en: SNAPSHOT } = SNAPSHOTS;
