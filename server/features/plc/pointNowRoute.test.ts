import { describe, expect, it, vi } from 'vitest';
import { pointSpec, valveSpec } from '../../test/plcRig.ts';
import { ask, plant, start, stopAfterEach } from '../../test/servedPlc.ts';

stopAfterEach();

describe('GET /write-points/{id}/now', () => {
  const now = (id: string, as?: string) => ask('GET', `/api/plant/write-points/${id}/now`, undefined, as);
  const above = (value: number) => ({ tagId: 'level', is: 'above', value, text: 'tank level' });

  it('shows what a set point holds, how old that is, and each condition as a command would find it', async () => {
    await start({ poll: true });
    const { id } = plant.plc.points.add('DEMO', pointSpec({ interlocks: [above(40), above(60)] }));
    await vi.waitFor(
      async () =>
        expect((await now(id)).answer).toMatchObject({
          slaveId: 5,
          value: 20,
          readAt: expect.any(String),
          staleAfterMs: 10_000,
          valve: null,
          interlocks: [
            { text: 'tank level', is: 'above', limit: 40, measure: '%', value: 50, isMet: true, refusal: null },
            { limit: 60, measure: '%', value: 50, isMet: false, refusal: 'tank level: it is 50, and must be above 60' },
          ],
        }),
      60_000,
    );
  });

  it('reads a set point once a scan, and keeps value and time of the last answer while its device is silent', async () => {
    await start({ timeoutMs: 100 });
    const { id } = plant.plc.points.add('DEMO', pointSpec());
    const [one, two] = await Promise.all([now(id), now(id)]);
    expect(one.answer.value).toBe(20);
    expect(two.answer.readAt).toBe(one.answer.readAt);
    await plant.simulator.stop();
    expect((await now(id)).answer.readAt).toBe(one.answer.readAt);
    plant.passedMs += 6000;
    const { answer } = await now(id);
    expect(answer).toMatchObject({ value: 20, readAt: one.answer.readAt });
    expect(Date.parse(String(answer.at)) - Date.parse(String(answer.readAt))).toBeGreaterThan(5000);
  });

  it('shows of a valve its state, of a pulse nothing, and of another plant that there is none', async () => {
    await start();
    const valve = plant.plc.points.add('DEMO', valveSpec());
    const pulse = plant.plc.points.add('DEMO', pointSpec({ kind: 'command', address: 11 }));
    expect((await now(valve.id)).answer).toMatchObject({
      value: null,
      valve: { state: 'unknown', differs: false },
      staleAfterMs: 30_000,
    });
    expect((await now(pulse.id)).answer).toMatchObject({ value: null, readAt: null });
    expect((await now(valve.id, 'nora')).status).toBe(404);
  });
});
