import type { Language } from '../../lib/language/language.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { DISCLAIMER } from './messages.ts';

/** Returns the statement under every record about whose interpretation it is and what data it uses. */
export function disclaimerOf(fictional: boolean, language: Language = 'en'): string {
  const t = DISCLAIMER[language];
  return (fictional ? t.fictional : t.real)({ regulator: REGULATOR.name });
}
