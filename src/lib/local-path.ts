const LENGTH_MAX = 500;
/** One slash, then printable ASCII without backslash: browsers read two slashes, or one and a backslash, as a host. */
const LOCAL = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;

/**
 * A path on this site with its query, as a page of ours names it to come back to; undefined for anything else: another
 * site's address, a scheme, anything that a browser could take for either, and what is longer than our pages' own.
 */
export function localPath(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text.length > LENGTH_MAX || !LOCAL.test(text)) return undefined;
  const [path = ''] = text.split(/[?#]/, 1);
  // Dots before two slashes would be folded away, and what is left read as a host.
  return path.includes('//') ? undefined : text;
}
