import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { moveCommand } from './modes.ts';

it('asks for an administrator once, unless it is one', () => {
  expect(moveCommand('toService', '/home/a/plant', 'a', false).slice(0, 3)).toEqual(['/usr/bin/pkexec', '/bin/sh', '-c']);
  expect(moveCommand('toDesktop', '/home/a/plant', 'a', true).slice(0, 2)).toEqual(['/bin/sh', '-c']);
});

it.each(['toService', 'toDesktop'] as const)('%s: the name of a folder is never read as a command', (direction) => {
  const folder = '/tmp/$(touch /tmp/never); "x';
  const [, , script = '', ...rest] = moveCommand(direction, folder, 'a', true);
  expect(script).not.toContain(folder);
  // the shell reads the script without an error, and would run programs of the package and systemctl alone
  expect(execFileSync('/bin/sh', ['-n', '-c', script, ...rest], { encoding: 'utf8' })).toBe('');
});
