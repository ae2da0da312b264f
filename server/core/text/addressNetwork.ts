const GROUPS = 8;
const MAPPED = ['0', '0', '0', '0', '0', 'ffff'];

/** The eight groups of an IPv6 address, each without leading zeros. */
const groupsOf = (address: string): string[] => {
  // URL writes each address in its one short form, also one that ends like an IPv4 address
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const list = (part: string): string[] => (part === '' ? [] : part.split(':'));
  if (tail === undefined) return list(head);
  const [before, after] = [list(head), list(tail)];
  return [...before, ...new Array<string>(GROUPS - before.length - after.length).fill('0'), ...after];
};

/** The IPv4 address that an IPv6 one carries; undefined where it carries none. */
const mappedIn = (groups: readonly string[]): string | undefined => {
  if (!MAPPED.every((group, at) => groups[at] === group)) return undefined;
  const bytes = groups.slice(MAPPED.length).flatMap((group) => {
    const word = Number.parseInt(group, 16);
    return [word >> 8, word & 0xff];
  });
  return bytes.join('.');
};

/** A host in the one form that all ways to write it have: small letters, no final dot, an IPv6 address in its short form, an IPv4 address within one as itself. */
export const plainHost = (host: string): string => {
  const small = host.toLowerCase().replace(/\.$/, '');
  if (!small.includes(':') || !URL.canParse(`http://[${small}]`)) return small;
  return mappedIn(groupsOf(small)) ?? new URL(`http://[${small}]`).hostname.slice(1, -1);
};

/**
 * Whose an address is, as limits count it: of IPv6 the first 64 bits, since one machine may take any address of its network. An IPv4 address
 * in IPv6's form is that IPv4 address. Link-local addresses (fe80::/10) differ in the other 64 bits alone.
 */
export const networkOf = (address: string): string => {
  const [bare = ''] = address.split('%', 1);
  if (!bare.includes(':') || !URL.canParse(`http://[${bare}]`)) return address;
  const groups = groupsOf(bare);
  const mapped = mappedIn(groups);
  if (mapped !== undefined) return mapped;
  const first = Number.parseInt(groups[0] ?? '', 16);
  return (first & 0xffc0) === 0xfe80 ? groups.join(':') : `${groups.slice(0, GROUPS / 2).join(':')}::/64`;
};
