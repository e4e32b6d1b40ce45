const LENGTH_MAX = 500;
/**
 * One slash, then printable ASCII without backslashes. Browsers treat two slashes, or a slash and a
 * backslash, as the start of a host.
 */
const LOCAL = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;

/**
 * Returns a path on this site with its query, such as a page to return to. Returns undefined for anything
 * else: another site's URL, a scheme, text that a browser could interpret as either, or an overlong path.
 */
export function localPath(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text.length > LENGTH_MAX || !LOCAL.test(text)) return undefined;
  const [path = ''] = text.split(/[?#]/, 1);
  // A browser would remove dots before two slashes and treat the rest as a host.
  return path.includes('//') ? undefined : text;
}
