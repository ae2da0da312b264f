import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { RawMaster, readRequest } from '../../server/test/rawMaster.ts';

const root = join(import.meta.dirname, '../..');
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const simulate = (...args: string[]) => {
  const child = spawn(process.execPath, ['server/field/simulator/cli.ts', ...args], { cwd: root });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, 'exit').then(([code]) => ({ code, output }));
  const serving = async () => {
    while (!/serving .* on \S+:(\d+)/.test(output))
      await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error(output)))]);
    return Number(/serving .* on \S+:(\d+)/.exec(output)?.[1]);
  };
  return { child, ended, serving };
};

describe('npm run simulate', { timeout: 180_000 }, () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('serves the models asked for until %s', async (signal) => {
    const { child, ended, serving } = simulate(
      '--port',
      '0',
      '--template',
      'headworks-flow-meter',
      '--template',
      'selec-mfm384',
      '--fault',
      'exception:2:6',
      '--still',
    );
    const master = await RawMaster.connect(await serving());
    expect((await master.ask(1, readRequest(3, 0, 4))).pdu.toString('hex')).toBe('03084210000000124f80');
    expect((await master.ask(2, readRequest(4, 0, 2))).pdu.toString('hex')).toBe('8406');
    child.kill(signal);
    const { code, output } = await ended;
    expect(code).toBe(0);
    expect(output).toMatch(/unit 2 {2}selec-mfm384 {2}19 signals {2}! exception/);
    master.close();
  });

  it.each([
    [['--help'], 0, /--fault FAULT/],
    [['--list'], 0, /^tuf-2000m /m],
    [['--template', 'nothing'], 78, /^simulate: no model "nothing"; --list shows them$/m],
    [['--fault', 'dead:99', '--port', '0'], 78, /^simulate: fault dead: no unit 99 is served$/m],
    [['--csv', 'nothing.csv', '--port', '0'], 78, /^simulate: nothing\.csv: /m],
    [['--speed', 'fast'], 78, /^simulate: --speed fast is not above 0$/m],
    [['--port', '70000'], 78, /^simulate: --port 70000 is not 0 to 65535$/m],
    [['--colour'], 78, /^simulate: .*--colour/m],
    [['--serial', '/dev/no-adapter'], 78, /^simulate: .*no-adapter/m],
  ])('%j says what it has to in one go', async (args, code, text) => {
    const ended = await simulate(...args).ended;
    expect(ended.output).toMatch(text);
    expect(ended.code).toBe(code);
  });

  it('says that another program has its port', async () => {
    const port = await simulate('--port', '0', '--still').serving();
    const ended = await simulate('--port', `${port}`, '--still').ended;
    expect(ended.output).toMatch(new RegExp(`^simulate: .*${port}`, 'm'));
    expect(ended.code).toBe(75);
  });
});
