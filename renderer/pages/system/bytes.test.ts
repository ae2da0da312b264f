import { expect, it } from 'vitest';
import { formatBytes } from './bytes.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [12_412_000, '12.4 MB'],
  [253_700_000_000, '254 GB'],
])('%i bytes are written as %s', (bytes, written) => expect(formatBytes(bytes)).toBe(written));
