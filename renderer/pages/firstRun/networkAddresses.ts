export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^0*(:0*)+:0*1$/.test(host) || host.startsWith('127.');

/** Where other devices open the panel: the names and addresses that the certificate of this PC is valid for. */
export const reachableAddresses = (port: number | null, hosts: readonly string[]): string[] =>
  port === null
    ? []
    : hosts
        .filter((host) => !isLoopback(host))
        .map((host) => `https://${host.includes(':') ? `[${host}]` : host}${port === 443 ? '' : `:${port}`}`);
