import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SurfaceCall, shellSurface } from '../../server/contract/process/surface.ts';
import { type Handlers, SurfaceGate } from './gate.ts';

const origin = 'http://127.0.0.1:8080';
const panel = { url: `${origin}/alarms`, isTop: true };
const calls = Object.keys(shellSurface) as SurfaceCall[];

const label = {
  widthMm: 62,
  heightMm: 29,
  qr: Array<string>(25).fill('01'.repeat(12).padEnd(25, '0')),
  title: 'Tank 3',
  lines: ['Plant'],
};
/** Arguments that each call takes; one that is new and not here fails its tests. */
const right: Readonly<Record<SurfaceCall, readonly unknown[]>> = {
  info: [],
  printPage: [{ landscape: true }],
  printers: [],
  printLabel: [{ printer: 'Brother_QL-820', label }],
  pickFolder: [],
  setWall: [{ display: 'HDMI-1', page: '/wall?page=water#token=eyJ.a-b_c.d' }],
  checkUpdate: [],
  installUpdate: ['feed'],
  setFeed: ['https://updates.example/stable/'],
  askFeed: [],
  loadUpdate: [true],
  diagnostics: [{ withDumps: false }],
  autostart: [true],
};
const wrong: Readonly<Record<SurfaceCall, readonly (readonly unknown[])[]>> = {
  info: [[1], [null]],
  printPage: [[], [{ page: '/' }], [{ landscape: 'yes' }]],
  printers: [['all']],
  printLabel: [
    [],
    [{ printer: '', label: { ...label, widthMm: 2000 } }],
    [{ printer: null, label: { ...label, title: 'x'.repeat(81) } }],
    [{ printer: null, label: { ...label, qr: ['<script>'] } }],
    [{ printer: null, label: { ...label, qr: Array(25).fill('0'.repeat(26)) } }],
  ],
  pickFolder: [['/tmp'], [{}]],
  setWall: [
    [],
    [{ display: 'x', page: 'https://evil.example' }],
    [{ display: 'x'.repeat(201), page: null }],
    [{ display: 'x', page: '/wall#<b>' }],
  ],
  checkUpdate: [['/tmp']],
  installUpdate: [[], ['/tmp']],
  setFeed: [[], ['file:///tmp'], ['javascript:alert(1)'], [`https://updates.example/${'x'.repeat(300)}`], [null]],
  askFeed: [['https://updates.example/']],
  loadUpdate: [[], ['yes'], ['https://updates.example/x.deb']],
  diagnostics: [[], [{ withDumps: 1 }]],
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
  it('is in the preload what it is in the contract, and the preload sends nothing else and receives a single message', () => {
    const preload = readFileSync(join(import.meta.dirname, 'preload.cts'), 'utf8');
    const named = [...preload.matchAll(/invoke\('headworks:(\w+)'/g)].map(([, name]) => name);
    expect(named).toEqual(calls);
    expect(preload.match(/ipcRenderer\.\w+/g)).toEqual([...calls.map(() => 'ipcRenderer.invoke'), 'ipcRenderer.on']);
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
