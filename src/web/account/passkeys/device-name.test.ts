import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceName } from './device-name.ts';

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const DEVICES: readonly (readonly [userAgent: string, name: string])[] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${KIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Linux; Android 15) ${KIT} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${KIT} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${KIT} Ubuntu Chromium/140.0 Chrome/140.0 Safari/537.36`,
    'Chromium on Linux',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${KIT} Safari/537.36`, 'Linux'],
  ['Firefox/140.0', 'Firefox'],
  ['<script>', 'Unknown device'],
  ['', 'Unknown device'],
];

test('a browser gets a descriptive name that does not repeat anything it sent', () => {
  for (const [userAgent, name] of DEVICES) assert.equal(deviceName(userAgent), name);
});
