const LENGTH_MAX = 500;
/** One slash, then printable ASCII without backslash: browsers read two slashes, or one and a backslash, as a host. */
const LOCAL = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;

/**
 * Returns a path on this site with its query, as our pages pass it to return to. Returns undefined for
 * anything else: another site's address, a scheme, a text that a browser could read as either, or a long
 * path.
 */
export function localPath(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text.length > LENGTH_MAX || !LOCAL.test(text)) return undefined;
  const [path = ''] = text.split(/[?#]/, 1);
  // A browser would remove dots before two slashes and read the rest as a host.
  return path.includes('//') ? undefined : text;
}
