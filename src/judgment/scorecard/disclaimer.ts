import type { Language } from '../../lib/language/language.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { DISCLAIMER } from './messages.ts';

/**
 * Returns the statement below every record. It says whose interpretation the record is and what data it is
 * based on.
 */
export function disclaimerOf(fictional: boolean, language: Language = 'en'): string {
  const t = DISCLAIMER[language];
  return (fictional ? t.fictional : t.real)({ regulator: REGULATOR.name });
}
