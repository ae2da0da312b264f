import { describe, expect, it } from 'vitest';
import { asha, frame, pointSpec, valveSpec } from '../../test/plcRig.ts';
import { pointOf, rigOf } from '../../test/plcServiceRig.ts';

describe('what allows a frame', () => {
  it('is a write point, until that is changed or deleted, or who gave it may not write any more', async () => {
    const { write, held, points } = rigOf(pointOf(pointSpec({ scale: 1 })));
    const [wanted] = (await write([frame({ values: [20] })])).wanted.frames;
    expect(wanted).toMatchObject({ refusal: null, point: { id: 'p' } });
    expect(wanted?.refuseNow()).toBeNull();
    held.permissions = new Set(['COMMISSIONING', 'RELAY_CONTROL']);
    expect(wanted?.refuseNow()).toBe('asha does not hold PLC_WRITE any more');
    held.permissions = null;
    expect(wanted?.refuseNow()).toBe('the session of asha has ended meanwhile');
    held.permissions = new Set(['PLC_WRITE']);
    expect(wanted?.refuseNow()).toBeNull();
    points.splice(0, 1, { ...pointOf(pointSpec({ scale: 1 })), version: 2 });
    expect(wanted?.refuseNow()).toBe('the write point was changed meanwhile');
    points.splice(0, 1);
    expect(wanted?.refuseNow()).toBe('the write point was changed meanwhile');
  });

  it('is no permission where the plant itself gave it', async () => {
    const { write, held } = rigOf(pointOf(pointSpec({ scale: 1 })));
    held.permissions = null;
    const { wanted } = await write([frame({ values: [20] })], {}, { ...asha, sessionId: null as never });
    expect(wanted.frames[0]?.refuseNow()).toBeNull();
  });

  it('is a raw window where there is no point, until it is closed or a permission is gone', async () => {
    const { write, held, windows } = rigOf();
    windows.open(asha, 'plc', [{ fn: 16, from: 10, to: 11 }], 'test');
    const raw = frame({ fn: 16, values: [1, 2] });
    const [wanted] = (await write([raw])).wanted.frames;
    expect(wanted).toMatchObject({ refusal: null, point: undefined, value: null });
    expect(wanted?.refuseNow()).toBeNull();
    held.permissions = new Set(['PLC_WRITE']);
    expect(wanted?.refuseNow()).toBe('asha does not hold COMMISSIONING any more');
    held.permissions = new Set(['COMMISSIONING']);
    expect(wanted?.refuseNow()).toBe('asha does not hold PLC_WRITE any more');
    held.permissions = new Set(['COMMISSIONING', 'PLC_WRITE']);
    windows.close(asha, 'plc');
    expect(wanted?.refuseNow()).toBe('the raw window was closed meanwhile');
    const [none] = (await write([raw])).wanted.frames;
    expect([none?.refusal, none?.refuseNow()]).toEqual(
      new Array(2).fill('it is no write point, and no raw window of yours is open there'),
    );
  });

  it('is no raw window once its device is elsewhere', async () => {
    const { write, windows, commands } = rigOf();
    windows.open(asha, 'plc', [{ fn: 16, from: 10, to: 11 }], 'test');
    const raw = frame({ fn: 16, values: [1, 2] });
    const [wanted] = (await write([raw])).wanted.frames;
    commands.host = 'another';
    expect(wanted?.refuseNow()).toBe('the raw window was closed meanwhile');
    const [later] = (await write([raw])).wanted.frames;
    expect(later?.refusal).toBe('it is no write point, and no raw window of yours is open there');
  });

  it('of several raw frames is nothing: they go one in a command', async () => {
    const { write, windows } = rigOf(pointOf(pointSpec({ scale: 1 })));
    windows.open(asha, 'plc', [{ fn: 6, from: 20, to: 22 }], 'test');
    const raw = [20, 21].map((address) => frame({ frameId: `A.${address}`, address }));
    const refusals = async (frames: ReturnType<typeof frame>[]) =>
      (await write(frames)).wanted.frames.map(({ refusal }) => refusal);
    const one = 'raw frames go one in a command, at most one a second';
    expect(await refusals(raw)).toEqual([one, one]);
    expect(await refusals([...raw, frame({ values: [20] })])).toEqual([one, one, null]);
    expect(await refusals([raw[0] as ReturnType<typeof frame>, frame({ values: [20] })])).toEqual([null, null]);
    const outside = frame({ frameId: 'A.30', address: 30 });
    expect((await refusals([raw[0] as ReturnType<typeof frame>, outside]))[0]).toBeNull();
  });

  it('of a valve is its own command', async () => {
    const { write } = rigOf(pointOf(valveSpec()));
    const { wanted } = await write([frame({ fn: 5, address: 0, values: [1] })]);
    expect(wanted.frames[0]).toMatchObject({ refusal: 'it is a valve or relay: use /plc/relay/valve', point: undefined });
  });
});
