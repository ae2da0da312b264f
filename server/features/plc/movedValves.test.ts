import { describe, expect, it } from 'vitest';
import { asha, pointSpec, valveSpec } from '../../test/plcRig.ts';
import { pointOf, rigOf } from '../../test/plcServiceRig.ts';

describe('a valve that is moved', () => {
  it('is written its open or its close value, verified, and looked at', async () => {
    const valve = pointOf(valveSpec({ valve: { openValue: 0, closeValue: 1, travelMs: 0 } }), 'v');
    const { service, asked, looked } = rigOf(valve);
    await service.move(asha, 'v', 'open', { deadlineMs: 700, commandId: 'c' });
    await service.move(asha, 'v', 'close', { deadlineMs: 700 });
    expect(asked).toMatchObject([
      {
        commandId: 'c',
        deviceId: 'plc',
        asset: 'V1',
        command: 'OPEN',
        verify: true,
        withinMs: 700,
        frames: [{ frameId: 'V1.OPEN', value: 0, refusal: null, write: { kind: 'writeCoil', address: 0, value: false } }],
      },
      { command: 'CLOSE', frames: [{ frameId: 'V1.CLOSE', value: 1, write: { kind: 'writeCoil', address: 0, value: true } }] },
    ]);
    expect(looked).toEqual(['v', 'v']);
  });

  it('has no known state where it could not be looked at after its command, whose outcome is answered all the same', async () => {
    const { service, held, forgotten } = rigOf(pointOf(valveSpec(), 'v'));
    await service.move(asha, 'v', 'open', { deadlineMs: 700 });
    expect(forgotten).toEqual([]);
    held.canLook = false;
    expect(await service.move(asha, 'v', 'close', { deadlineMs: 700 })).toEqual({ frameId: 'V1.CLOSE' });
    expect(forgotten).toEqual(['v']);
  });

  it('is not looked at for the answer where nothing left, and has no known state where nobody knows what became of it', async () => {
    const { service, held, looked, forgotten } = rigOf(pointOf(valveSpec(), 'v'));
    held.row = { outcome: 'REFUSED', undelivered: true };
    expect(await service.move(asha, 'v', 'open', { deadlineMs: 700 })).toMatchObject({ undelivered: true });
    expect([looked, forgotten]).toEqual([[], []]);
    held.row = { outcome: 'UNKNOWN', undelivered: false };
    expect(await service.move(asha, 'v', 'open', { deadlineMs: 700 })).toMatchObject({ outcome: 'UNKNOWN' });
    expect([looked, forgotten]).toEqual([[], ['v']]);
  });

  it('is not moved any more by who may not, or by rules that were changed', async () => {
    const { service, asked, held, points } = rigOf(pointOf(valveSpec(), 'v'));
    await service.move(asha, 'v', 'open', { deadlineMs: 700 });
    const wanted = asked[0]?.frames[0];
    expect(wanted?.refuseNow()).toBeNull();
    held.permissions = new Set(['PLC_WRITE']);
    expect(wanted?.refuseNow()).toBe('asha does not hold RELAY_CONTROL any more');
    held.permissions = new Set(['RELAY_CONTROL']);
    const [before] = points.splice(0, 1);
    expect(wanted?.refuseNow()).toBe('the write point was changed meanwhile');
    // deleted and made again by the same id, as an import does
    points.push({ ...(before as (typeof points)[number]), address: 7 });
    expect(wanted?.refuseNow()).toBe('the write point was changed meanwhile');
  });

  it('is a valve or relay of the caller’s industry, and nothing else', async () => {
    const { service, asked } = rigOf(pointOf(valveSpec(), 'v'), pointOf(pointSpec(), 'speed'), {
      ...pointOf(valveSpec({ address: 3 }), 'w'),
      permission: 'PLC_WRITE',
    });
    for (const id of ['speed', 'w', 'none'])
      await expect(service.move(asha, id, 'open', { deadlineMs: 1 })).rejects.toMatchObject({ code: 'notFound' });
    await expect(service.move({ ...asha, industryId: 'NORTH' }, 'v', 'open', { deadlineMs: 1 })).rejects.toMatchObject({
      code: 'notFound',
    });
    expect(asked).toEqual([]);
  });
});
