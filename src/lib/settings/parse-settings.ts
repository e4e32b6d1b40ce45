import { isIP } from 'node:net';
import path from 'node:path';

/** Parsers for settings. Each returns the value, or undefined for invalid text. Pure functions. */

export function wholeNumber(least: number, most: number): (text: string) => number | undefined {
  return (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;
}

/** A setting that is a whole number. */
export function wholeSetting(fallback: number, least: number, most: number) {
  return {
    fallback: String(fallback),
    accepts: `a whole number from ${least} to ${most}`,
    parse: wholeNumber(least, most),
  };
}

/** A setting that may be missing. */
export function optionalSetting(accepts: string, expression: RegExp) {
  return { fallback: '', accepts, parse: optional(expression) };
}

export function pattern(expression: RegExp): (text: string) => string | undefined {
  return (text) => (expression.test(text) ? text : undefined);
}

function optional(expression: RegExp): (text: string) => string | undefined {
  return (text) => (text === '' || expression.test(text) ? text : undefined);
}

export function optionalFile(text: string): string | undefined {
  return text === '' ? '' : path.resolve(text);
}

export function baseUrl(text: string): string | undefined {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) return undefined;
  return url.href.replace(/\/+$/, '');
}

export function addressList(text: string): string[] | undefined {
  const entries = text.split(',').flatMap((entry) => entry.trim() || []);
  const valid = entries.every((entry) => {
    const [address = '', bits, ...rest] = entry.split('/');
    const version = isIP(address);
    const widest = version === 4 ? 32 : 128;
    return (
      version !== 0 &&
      rest.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest))
    );
  });
  return valid ? entries : undefined;
}

/** An on/off setting that is off by default. */
export const offByDefault = {
  fallback: 'false',
  accepts: '"true" or "false"',
  parse: (text: string) => ({ true: true, false: false })[text],
};

/** A setting with a fixed list of names as values. */
export function oneOf<Name extends string>(fallback: Name, names: readonly Name[]) {
  return {
    fallback,
    accepts: names.join(', '),
    parse: (text: string): Name | undefined => names.find((name) => name === text),
  };
}
