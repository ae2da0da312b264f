import { describe, expect, it, vi } from 'vitest';
import { only, scan, start } from '../../test/scannedLine.ts';
import { device, tag } from '../testing/make.ts';

describe('a scan', () => {
  it('pauses a line only while it runs, and polls again after its end', async () => {
    const rig = await start('rtu', only(3), 3);
    const { gateway, tools } = rig;
    await vi.waitFor(() => expect(gateway.tag('line-3/3')?.quality).toBe('GOOD'), 60_000);
    const { found } = await scan(rig, {}, { lends: 'line', onStep: () => expect(tools.isUp('line')).toBe(false) });
    expect(found).toHaveLength(1);
    const good = gateway.tag('line-3/3')?.lastGoodAtMs ?? 0;
    await vi.waitFor(() => expect(gateway.tag('line-3/3')?.lastGoodAtMs).toBeGreaterThan(good), 60_000);
  });

  it('ends at once when it is cancelled, and the line polls again', async () => {
    const rig = await start('rtu', only(3), 3);
    await vi.waitFor(() => expect(rig.gateway.tag('line-3/3')?.quality).toBe('GOOD'), 60_000);
    const abort = new AbortController();
    let steps = 0;
    const running = scan(
      rig,
      { to: 247, timeoutMs: 500 },
      {
        signal: abort.signal,
        lends: 'line',
        onStep: () => {
          steps += 1;
          if (steps === 4) setTimeout(() => abort.abort(), 20);
        },
      },
    );
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    const good = rig.gateway.tag('line-3/3')?.lastGoodAtMs ?? 0;
    await vi.waitFor(() => expect(rig.gateway.tag('line-3/3')?.lastGoodAtMs).toBeGreaterThan(good), 60_000);
    expect(steps).toBeLessThan(10);
  });

  it('gives the line back when it fails, and also when the line was changed meanwhile', async () => {
    const rig = await start('rtu', only(3), 3);
    await vi.waitFor(() => expect(rig.gateway.tag('line-3/3')?.quality).toBe('GOOD'), 60_000);
    await expect(rig.gateway.lend('line', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await vi.waitFor(() => expect(rig.tools.isUp('line')).toBe(true), 60_000);
    await rig.gateway.lend('line', async () => {
      await expect(rig.gateway.lend('line', async () => 1)).rejects.toMatchObject({ code: 'busy' });
      const polled = device(3);
      const changed = { ...rig.line, settings: { ...rig.line.settings, timeoutMs: 150 } };
      rig.gateway.configure({ connections: [changed], devices: [polled], tags: [tag(polled.id, 4, { periodMs: 100 })] });
      expect(rig.tools.isUp('line')).toBe(false);
    });
    await vi.waitFor(() => expect(rig.gateway.tag('line-3/4')?.quality).toBe('GOOD'), 60_000);
  });
});
