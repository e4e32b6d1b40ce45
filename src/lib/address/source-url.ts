const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Parses a source's base URL from a setting: https, or plain http to this machine, where no one can change
 * the data in transit. Throws an Error whose message never repeats a password.
 */
export function checkSourceUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new Error('The source URL is not a URL: write it out, as in https://www.example.gov');
  if (url.username !== '' || url.password !== '') {
    throw new Error('The source URL must not carry a user name or a password.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Error(`The source URL must start with https://, not ${url.protocol}`);
  }
  if (url.protocol === 'http:' && !LOOPBACK_HOST.test(url.hostname)) {
    throw new Error(
      `The source URL must use https: plain http is for this machine only, not ${url.hostname}.`,
    );
  }
  if (/[?#]/.test(url.href)) throw new Error('The source URL must end with its path, without ? or #.');
  return url;
}

/** Returns the URL of a file at the source. `path` is appended to the path in the source's URL. */
export function locateFile(sourceUrl: URL, path: string): URL {
  const url = new URL(sourceUrl);
  url.pathname = `${sourceUrl.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
  return url;
}
