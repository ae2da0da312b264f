/** Which addresses of identity providers may be asked. */
export type IssuerHosts = (address: string) => boolean;

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

const matches = (url: URL, entry: string): boolean => {
  if (entry.startsWith('http://')) return url.origin === entry && LOOPBACK.test(url.hostname);
  if (url.protocol !== 'https:') return false;
  return entry.startsWith('*.') ? url.hostname.endsWith(entry.slice(1)) : url.hostname === entry;
};

/**
 * By the list of the site's owner: host names, `*.example.com` for all below one, and `http://localhost:8080` for a provider on this
 * machine itself, which alone may be asked without TLS.
 */
export const issuerHosts =
  (list: readonly string[]): IssuerHosts =>
  (address) => {
    if (!URL.canParse(address)) return false;
    const url = new URL(address);
    return url.username === '' && url.password === '' && list.some((entry) => matches(url, entry.toLowerCase()));
  };
