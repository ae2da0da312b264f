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

/**
 * Whose an address is, as limits count it: of IPv6 the first 64 bits, since one machine may take any address of its network. An IPv4 address
 * in IPv6's form is that IPv4 address. Link-local addresses (fe80::/10) differ in the other 64 bits alone.
 */
export const networkOf = (address: string): string => {
  const [bare = ''] = address.split('%', 1);
  if (!bare.includes(':') || !URL.canParse(`http://[${bare}]`)) return address;
  const groups = groupsOf(bare);
  if (MAPPED.every((group, at) => groups[at] === group)) {
    const bytes = groups.slice(MAPPED.length).flatMap((group) => {
      const word = Number.parseInt(group, 16);
      return [word >> 8, word & 0xff];
    });
    return bytes.join('.');
  }
  const first = Number.parseInt(groups[0] ?? '', 16);
  return (first & 0xffc0) === 0xfe80 ? groups.join(':') : `${groups.slice(0, GROUPS / 2).join(':')}::/64`;
};
