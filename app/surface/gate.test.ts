import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SurfaceCall, shellSurface } from '../../server/contract/process/surface.ts';
import { type Handlers, SurfaceGate } from './gate.ts';

const origin = 'http://127.0.0.1:8080';
const panel = { url: `${origin}/alarms`, isTop: true };
const calls = Object.keys(shellSurface) as SurfaceCall[];

/** Arguments that each call takes; one that is new and not here fails its tests. */
const right: Readonly<Record<SurfaceCall, readonly unknown[]>> = {
  info: [],
  printPage: [{ page: '/units/U1?day=2026-11-22', landscape: true }],
  pickFolder: ['backup'],
  setWall: [{ display: 'HDMI-1', page: '/wall' }],
  checkUpdate: [],
  diagnostics: [],
  autostart: [true],
};
const wrong: Readonly<Record<SurfaceCall, readonly (readonly unknown[])[]>> = {
  info: [[1], [null]],
  printPage: [
    [],
    [{ page: '//evil.example/', landscape: true }],
    [{ page: 'file:///etc/passwd', landscape: false }],
    [{ page: '/' }],
  ],
  pickFolder: [[], ['anything'], [{}]],
  setWall: [[], [{ display: 'x', page: 'https://evil.example' }], [{ display: 'x'.repeat(201), page: null }]],
  checkUpdate: [['/tmp']],
  diagnostics: [[{}]],
  autostart: [[], ['yes'], [1]],
};

const guarded = (answer: Partial<Handlers> = {}) => {
  const refusals: string[] = [];
  const done: string[] = [];
  const handlers = Object.fromEntries(
    calls.map((call) => [
      call,
      async () => {
        done.push(call);
        return null;
      },
    ]),
  ) as unknown as Handlers;
  let nowMs = 0;
  const gate = new SurfaceGate({
    handlers: { ...handlers, ...answer },
    origin: () => origin,
    refused: (call, reason) => refusals.push(`${call}: ${reason}`),
    nowMs: () => nowMs,
  });
  return { gate, refusals, done, later: (ms: number) => (nowMs += ms) };
};

describe('the surface for the panel', () => {
  it('is in the preload what it is in the contract, and the preload sends nothing else', () => {
    const preload = readFileSync(join(import.meta.dirname, 'preload.cts'), 'utf8');
    const named = [...preload.matchAll(/invoke\('headworks:(\w+)'/g)].map(([, name]) => name);
    expect(named).toEqual(calls);
    expect(preload.match(/ipcRenderer\.\w+/g)).toEqual(calls.map(() => 'ipcRenderer.invoke'));
  });

  describe.each(calls)('%s', (call) => {
    it.each([
      ['another site', { url: 'https://evil.example/', isTop: true }],
      ['another port of this machine', { url: 'http://127.0.0.1:8081/', isTop: true }],
      ['a file', { url: 'file:///tmp/page.html', isTop: true }],
      ['the status page', { url: 'data:text/html,', isTop: true }],
      ['a frame within the panel', { url: `${origin}/`, isTop: false }],
      ['a frame that is gone', undefined],
    ])('is refused to %s, and that is logged', async (_who, caller) => {
      const { gate, refusals, done } = guarded();
      await expect(gate.call(call, caller, right[call])).rejects.toThrow(/does not come from/);
      expect([refusals.length, done]).toEqual([1, []]);
    });

    it('is refused with arguments that are not of the contract', async () => {
      const { gate, refusals, done } = guarded();
      for (const args of wrong[call]) await expect(gate.call(call, panel, args)).rejects.toThrow('arguments');
      expect([refusals.length, done]).toEqual([wrong[call].length, []]);
    });

    it('reaches its handler from the panel', async () => {
      const { gate, done } = guarded();
      await gate.call(call, panel, right[call]).catch(() => undefined);
      expect(done).toEqual([call]);
    });
  });

  it('takes 20 calls a second', async () => {
    const { gate, later } = guarded({ autostart: async () => true });
    for (let at = 0; at < 20; at += 1) expect(await gate.call('autostart', panel, [true])).toBe(true);
    await expect(gate.call('autostart', panel, [true])).rejects.toThrow('too many');
    later(1000);
    expect(await gate.call('autostart', panel, [true])).toBe(true);
  });

  it('refuses what is longer than 1 MB or cannot be written down', async () => {
    const { gate } = guarded();
    const circle: unknown[] = [];
    circle.push(circle);
    for (const args of [['x'.repeat(1_100_000)], circle])
      await expect(gate.call('pickFolder', panel, args)).rejects.toThrow('too long');
  });

  it('gives the page nothing that is not of the contract', async () => {
    const { gate } = guarded({ autostart: (async () => ({ secret: 'x' })) as never });
    await expect(gate.call('autostart', panel, [true])).rejects.toThrow(/boolean/i);
  });
});
