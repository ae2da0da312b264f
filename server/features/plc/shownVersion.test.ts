import { describe, expect, it } from 'vitest';
import { frame, pointSpec, valveSpec } from '../../test/plcRig.ts';
import { ask, plant, start, stopAfterEach, write } from '../../test/servedPlc.ts';

stopAfterEach();

const conflict = { status: 409, answer: { message: 'the write point was changed meanwhile: look at it once more' } };

describe('a command by what a person was shown', () => {
  it('is not sent to a set point that was changed, moved or deleted since', async () => {
    await start();
    const { points } = plant.plc;
    const { id } = points.add('DEMO', pointSpec());
    const commandId = crypto.randomUUID();
    const first = () => write([{ ...frame(), pointVersion: 1 }], { commandId });
    expect(await first()).toMatchObject({ status: 200 });
    points.change('DEMO', id, pointSpec({ scale: 0.01 }), 1);
    expect(await write([{ ...frame(), pointVersion: 1 }])).toMatchObject(conflict);
    // sent again after a lost answer it says what became of it
    expect(await first()).toMatchObject({ status: 200, answer: { commandId } });
    points.change('DEMO', id, pointSpec({ address: 11 }), 2);
    expect(await write([{ ...frame(), pointVersion: 2 }])).toMatchObject(conflict);
    points.remove('DEMO', id, 3);
    expect(await write([{ ...frame(), address: 11, pointVersion: 3 }])).toMatchObject(conflict);
    expect(plant.device.writes.frames).toBe(1);
  });

  it('does not move a valve whose ways were exchanged since', async () => {
    await start();
    const { points } = plant.plc;
    const plain = valveSpec({ valve: { travelMs: 0 } });
    const { id } = points.add('DEMO', plain);
    points.change('DEMO', id, valveSpec({ valve: { openValue: 0, closeValue: 1, travelMs: 0 } }), 1);
    const move = (pointVersion: number) =>
      ask('POST', '/api/user/plc/relay/valve', { deviceId: id, command: 'open', pointVersion });
    expect(await move(1)).toMatchObject(conflict);
    expect(plant.device.writes.frames).toBe(0);
    expect(await move(2)).toMatchObject({ status: 200 });
    expect(plant.device.writes.frames).toBe(1);
  });
});
