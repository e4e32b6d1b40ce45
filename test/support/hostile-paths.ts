/**
 * Paths that take some browsers to another site or that inject a header, in every spelling that the service
 * has ever accepted.
 */
export const HOSTILE_PATHS: readonly string[] = [
  'https://elsewhere.example',
  '//elsewhere.example',
  '///elsewhere.example',
  '/\\elsewhere.example',
  '\\/elsewhere.example',
  '\\\\elsewhere.example',
  '/.//elsewhere.example',
  '/..//elsewhere.example',
  '/x//elsewhere.example',
  '/x\\..\\..\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '\t//elsewhere.example',
  ' //elsewhere.example',
  '/claim\r\nset-cookie: a=b',
  '/claim\u0000',
  '/claim\u2028',
  '/é',
  'javascript:alert(1)',
  'data:text/html,x',
  'elsewhere.example',
  '@elsewhere.example',
  '.elsewhere.example',
  ':443/x',
  '?license=1',
  '#x',
  '',
  `/${'x'.repeat(500)}`,
];
