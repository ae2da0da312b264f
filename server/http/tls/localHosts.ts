import { BlockList, isIP, isIPv4 } from 'node:net';

/** RFC 1918, link-local, shared (RFC 6598), loopback, and their like of IPv6. */
export const PRIVATE_NETWORKS = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  'fc00::/7',
  'fe80::/10',
  '::1/128',
] as const;
/** Names that mean something in a local network alone. */
export const LOCAL_NAMES = ['localhost', 'local', 'lan', 'home.arpa', 'internal'] as const;

const privateNetworks = new BlockList();
for (const network of PRIVATE_NETWORKS) {
  const [address = '', bits] = network.split('/');
  privateNetworks.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Whether the plant's authority may sign for a host. @param names those besides local ones that it was made for. */
export const maySign = (host: string, names: readonly string[]): boolean =>
  isIP(host) > 0
    ? privateNetworks.check(host, isIPv4(host) ? 'ipv4' : 'ipv6')
    : [...LOCAL_NAMES, ...names].some((name) => host === name || host.endsWith(`.${name}`));
