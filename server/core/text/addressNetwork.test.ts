import { expect, it } from 'vitest';
import { networkOf, plainHost } from './addressNetwork.ts';

it.each([
  ['192.168.1.20', '192.168.1.20'],
  ['::ffff:192.168.1.20', '192.168.1.20'],
  ['::FFFF:c0a8:114', '192.168.1.20'],
  ['0:0:0:0:0:ffff:c0a8:0114', '192.168.1.20'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fd00::1%eth0', 'fd00:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['febf::2', 'febf:0:0:0:0:0:0:2'],
  ['', ''],
  ['proxy', 'proxy'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['Gateway.Local.', 'gateway.local'],
  ['10.0.0.9', '10.0.0.9'],
  ['::FFFF:10.0.0.9', '10.0.0.9'],
  ['0:0:0:0:0:ffff:0a00:9', '10.0.0.9'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['FE80:0::000A', 'fe80::a'],
  ['a:b', 'a:b'],
])('%s is the host %s, however it is written', (host, form) => {
  expect(plainHost(host)).toBe(form);
});
