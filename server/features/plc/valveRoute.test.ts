import { describe, expect, it, vi } from 'vitest';
import { valveSpec } from '../../test/plcRig.ts';
import { ask, plant, start, stopAfterEach } from '../../test/servedPlc.ts';
import type { WritePoint } from './model.ts';

stopAfterEach();

describe('POST /plc/relay/valve', () => {
  const move = (deviceId: string, command = 'open') => ask('POST', '/api/user/plc/relay/valve', { deviceId, command });

  it('answers whether the valve moved', async () => {
    await start();
    const { id } = plant.plc.points.add('DEMO', valveSpec());
    const stop = plant.followValve();
    expect(await move(id)).toMatchObject({
      status: 200,
      answer: {
        status: 'success',
        code: 'CONFIRMED',
        message: 'open CONFIRMED',
        outcome: 'CONFIRMED',
        state: 'open',
        confirmed: true,
        command: 'open',
      },
    });
    stop();
    expect(await ask('GET', '/api/plant/valves')).toMatchObject({
      answer: { valves: [{ id, state: 'open', commanded: 'open' }] },
    });
    expect(await ask('GET', '/api/plant/valves', undefined, 'nora')).toMatchObject({ answer: { valves: [] } });
  });

  it('moves no valve that was entered with one value for both ways: to open it would close it', async () => {
    await start();
    const { points } = plant.plc;
    const stored = points.add('DEMO', valveSpec());
    if (!stored.valve) throw new Error('no valve');
    points.takeOver([{ ...stored, valve: { ...stored.valve, openValue: 0 } }]);
    expect(await move(stored.id)).toMatchObject({
      status: 400,
      answer: { message: 'Inlet valve is opened and closed by the same value: its write point has to be corrected' },
    });
    expect(await ask('GET', '/api/plant/commands')).toMatchObject({ answer: { commands: [] } });
  });

  it('answers what became of the command also where reading the valve after it fails, and gives no state that may be old', async () => {
    await start();
    const { id } = plant.plc.points.add('DEMO', valveSpec({ valve: {} }));
    const { valves, journal } = plant.plc;
    await valves.look(plant.plc.points.list('DEMO')[0] as WritePoint);
    expect(valves.state(id).state).toBe('closed');
    vi.spyOn(journal, 'lastCarriedOut').mockImplementation(() => {
      throw new Error('disk I/O error');
    });
    expect(await move(id)).toMatchObject({
      status: 200,
      answer: {
        status: 'unverified',
        code: 'ACCEPTED_UNVERIFIED',
        message: expect.stringContaining('ACCEPTED_UNVERIFIED'),
        outcome: 'ACCEPTED_UNVERIFIED',
        confirmed: false,
        state: 'unknown',
      },
    });
    expect(plant.device.writes.frames).toBe(1);
  });

  it('answers 500 when it was not delivered or nobody knows, 400 for another word and 404 for another thing', async () => {
    await start({ timeoutMs: 100 });
    const { id } = plant.plc.points.add(
      'DEMO',
      valveSpec({ valve: { openFeedback: { space: 'discrete', address: 0 }, travelMs: 200 } }),
    );
    plant.device.inject({ kind: 'exception', code: 4 });
    expect(await move(id)).toMatchObject({ status: 500, answer: { message: expect.stringMatching(/^REFUSED: not delivered/) } });
    plant.device.inject({ kind: 'exception', code: 11 });
    expect(await move(id)).toMatchObject({
      status: 500,
      answer: { message: expect.stringMatching(/^UNKNOWN: it is not known/) },
    });
    expect(await move(id, 'toggle')).toMatchObject({ status: 400 });
    // what a rule refuses before anything is sent is the caller's to mend
    const interlocks = [{ tagId: 'level', is: 'above', value: 4000, text: 'tank level' }];
    plant.plc.points.change('DEMO', id, valveSpec({ interlocks }), 1);
    expect(await move(id)).toMatchObject({ status: 400, answer: { message: expect.stringMatching(/^tank level/) } });
    expect(await move('nothing')).toMatchObject({ status: 404 });
  });
});
