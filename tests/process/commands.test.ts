import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../server/exitCodes.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = /^node (server\/commands\/\w+\.ts)$/.exec(script) ?? [];
  return file === undefined ? [] : [{ name, file: resolve(file) }];
});
const run = (file: string, ...args: string[]) => spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' });

it('are all those that a person runs', () => {
  expect(commands.map(({ name }) => name).toSorted()).toEqual(
    ['move', 'recovery-kit', 'restore', 'rotate-key', 'self-test', 'service', 'tls', 'unlock'].toSorted(),
  );
});

describe.each(commands)('npm run $name', ({ name, file }) => {
  it('says how it is used where it is asked', () => {
    const { status, stdout, stderr } = run(file, '--help');
    expect({ status, stderr }).toEqual({ status: exitCodes.asked, stderr: '' });
    expect(stdout).toContain(`npm run ${name} -- `);
  });

  it('does nothing with an argument that it does not know, and says so', () => {
    const { status, stdout, stderr } = run(file, '--dta', 'x');
    expect({ status, stdout }).toEqual({ status: exitCodes.configuration, stdout: '' });
    expect(stderr).toContain("Unknown option '--dta'");
    expect(stderr).toContain(`npm run ${name} -- `);
  });
});
