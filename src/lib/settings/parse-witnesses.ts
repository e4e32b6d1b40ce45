import { baseUrl } from './parse-settings.ts';

/** A witness of the public log: its URL, and its key in the format of c2sp.org/signed-note. */
export interface WitnessSetting {
  readonly url: string;
  readonly key: string;
}

const WITNESSES_MAX = 10;
const KEY = /^[^\s+,]{1,200}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/;

/**
 * Parses a comma-separated list of witnesses, each with a URL, a space and a key. Returns undefined for any
 * other text.
 */
export function parseWitnesses(text: string): readonly WitnessSetting[] | undefined {
  if (text === '') return [];
  const witnesses = text.split(',').map((each) => {
    const [address = '', key = '', ...rest] = each.trim().split(/\s+/);
    const url = baseUrl(address);
    return url && KEY.test(key) && rest.length === 0 ? { url, key } : undefined;
  });
  const whole = witnesses.filter((each) => each !== undefined);
  const isDistinct = new Set(whole.map(({ key }) => key)).size === witnesses.length;
  return isDistinct && witnesses.length <= WITNESSES_MAX ? whole : undefined;
}
