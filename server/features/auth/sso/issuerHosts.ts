import { isLoopbackHost } from '../../../contract/model/loopbackHost.ts';

/** Which addresses of identity providers may be asked. */
export type IssuerHosts = (address: string) => boolean;

const matches = (url: URL, entry: string): boolean => {
  if (entry.startsWith('http://')) return url.origin === entry && isLoopbackHost(url.hostname);
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
