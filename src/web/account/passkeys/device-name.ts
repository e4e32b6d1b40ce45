import type { Language } from '../../../lib/language/language.ts';
import { SETTINGS } from '../settings/settings-messages.ts';

/** The first match names the browser. The order matters, because most browsers also claim to be others. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bChromium\//, 'Chromium'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  // Related browsers also claim to be Safari, but without a version.
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns a readable browser name, with as much detail as the User-Agent reveals. */
export function deviceName(userAgent: string, language: Language = 'en'): string {
  const nameIn = (list: typeof BROWSERS) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (browser === undefined && system === undefined) return SETTINGS[language].unknownDevice;
  if (browser === undefined || system === undefined) return browser ?? system ?? '';
  return SETTINGS[language].browserOn({ browser, system });
}
