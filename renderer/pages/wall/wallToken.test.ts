import { expect, it } from 'vitest';
import { takeWallToken } from './wallToken.ts';

const at = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'http://plant');
  const shown: string[] = [];
  const history = { replaceState: (_: unknown, __: string, path: string) => void shown.push(path) };
  return { token: takeWallToken({ pathname, search, hash }, history as unknown as History), shown };
};

it('is taken from the address of the wall, which does not show it afterwards', () => {
  expect(at('/wall?page=water#token=hww_a-b_c')).toEqual({ token: 'hww_a-b_c', shown: ['/wall?page=water'] });
  expect(at('/wall')).toEqual({ token: null, shown: [] });
  expect(at('/units#token=hww_x')).toEqual({ token: null, shown: [] });
});
