import { describe, expect, it } from 'vitest';
import { Failure } from '../../core/fail.ts';
import { FakeCommands } from '../../test/fakeCommands.ts';
import { pointSpec, valveSpec } from '../../test/plcRig.ts';
import type { WritePoint } from './model.ts';
import { WritePoints } from './points.ts';

class NarrowCommands extends FakeCommands {
  override encode(spec: { type: string }, value: number): number[] {
    if (spec.type === 'uint16' && value > 60_000) throw new Failure('parameter', `${value} does not fit`);
    return [value];
  }
}

/** Points on a disk that is a map. */
const rigOf = () => {
  const disk = new Map<string, WritePoint>();
  const devices = {
    device: (industryId: string, id: string) =>
      industryId === 'DEMO' && (id === 'plc' || id === 'broadcast')
        ? { id, name: id, slaveId: id === 'plc' ? 5 : 0, enabled: true }
        : undefined,
    tag: (industryId: string, id: string) =>
      industryId === 'DEMO' && id === 'level' ? { id, name: id, periodMs: 200, unitId: null, measure: '' } : undefined,
    tagsOn: () => [],
  };
  const make = () =>
    new WritePoints({
      writer: { run: (work) => work({} as never) },
      store: {
        all: () => [...disk.values()],
        put: (_, point) => void disk.set(point.id, point),
        remove: (_, id) => void disk.delete(id),
      },
      devices,
      commands: new NarrowCommands(),
    });
  return { points: make(), disk, make };
};
const faultsOf = (make: () => unknown): unknown => {
  try {
    make();
    return 'taken';
  } catch (error) {
    const { code, message, details } = error as Failure;
    return { code, message, paths: (details.errors ?? []).map(({ path }) => path) };
  }
};

describe('write points', () => {
  it('are on the disk and in memory, and both forget one that is removed', () => {
    const { points, disk, make } = rigOf();
    const { id } = points.add('DEMO', pointSpec());
    expect(disk.get(id)).toMatchObject({ id, version: 1, industryId: 'DEMO', name: 'Pump speed' });
    expect(points.find('DEMO', id)).toEqual(disk.get(id));
    const again = make();
    expect(again.all()).toEqual([]);
    again.load();
    again.load();
    expect(again.all()).toEqual([disk.get(id)]);
    expect(points.remove('DEMO', id, 1)).toMatchObject({ id });
    expect([disk.size, points.all().length, points.find('DEMO', id), points.industryOf(id)]).toEqual([
      0,
      0,
      undefined,
      undefined,
    ]);
    again.load();
    expect(again.all()).toEqual([]);
  });

  it('belong to one industry', () => {
    const { points } = rigOf();
    const { id } = points.add('DEMO', pointSpec(), 'p');
    expect([points.list('DEMO').length, points.list('OTHER').length]).toEqual([1, 0]);
    expect([points.find('OTHER', id), points.industryOf(id), points.industryOf('q')]).toEqual([undefined, 'DEMO', undefined]);
    expect(faultsOf(() => points.remove('OTHER', id, undefined))).toMatchObject({ code: 'notFound' });
    expect(points.remove('DEMO', id, undefined)).toMatchObject({ id });
  });

  it('are found by device, function and address together', () => {
    const { points } = rigOf();
    const point = points.add('DEMO', pointSpec());
    expect(points.at('DEMO', 'plc', 6, 10)).toEqual(point);
    expect([
      points.at('OTHER', 'plc', 6, 10),
      points.at('DEMO', 'x', 6, 10),
      points.at('DEMO', 'plc', 16, 10),
      points.at('DEMO', 'plc', 6, 11),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('rise in version with each change, and refuse one from another version', () => {
    const { points, disk } = rigOf();
    const { id } = points.add('DEMO', pointSpec());
    expect(points.change('DEMO', id, pointSpec({ max: 40 }), 1)).toMatchObject({ id, version: 2, max: 40 });
    expect(disk.get(id)).toMatchObject({ version: 2, max: 40 });
    expect(faultsOf(() => points.change('DEMO', id, pointSpec(), 1))).toMatchObject({
      code: 'conflict',
      message: 'the write point is at version 2',
    });
    expect(faultsOf(() => points.remove('DEMO', id, 1))).toMatchObject({ code: 'conflict' });
    expect(faultsOf(() => points.change('DEMO', 'none', pointSpec(), 1))).toMatchObject({ code: 'notFound' });
  });

  it('have a place of their own', () => {
    const { points } = rigOf();
    const first = points.add('DEMO', pointSpec());
    expect(faultsOf(() => points.add('DEMO', pointSpec()))).toMatchObject({ code: 'conflict' });
    const second = points.add('DEMO', pointSpec({ address: 11 }));
    expect(faultsOf(() => points.change('DEMO', second.id, pointSpec(), 1))).toMatchObject({ code: 'conflict' });
    expect(points.change('DEMO', first.id, pointSpec({ name: 'same place' }), 1)).toMatchObject({ version: 2 });
  });

  it('share no register or coil with another one, by whatever function: its limits and conditions would be passed by', () => {
    const { points } = rigOf();
    points.add('DEMO', pointSpec());
    points.add('DEMO', valveSpec());
    const wide = { fn: 16, type: 'uint32', max: 50 };
    const taken = [
      pointSpec({ fn: 16 }),
      pointSpec({ ...wide, address: 9 }),
      pointSpec({ fn: 22, type: 'uint16', scale: 1, max: 1 }),
    ];
    for (const one of [...taken, valveSpec({ fn: 15 })])
      expect(faultsOf(() => points.add('DEMO', one))).toMatchObject({ code: 'conflict' });
    // a coil is no register
    points.add('DEMO', valveSpec({ address: 10 }));
    const beside = points.add('DEMO', pointSpec({ ...wide, address: 11 }));
    points.add('DEMO', pointSpec({ ...wide, address: 8 }));
    expect(faultsOf(() => points.change('DEMO', beside.id, pointSpec({ ...wide, address: 10 }), 1))).toMatchObject({
      code: 'conflict',
    });
  });

  it('that share one since an earlier version are changed all the same, but share no other', () => {
    const { points, disk } = rigOf();
    const first = points.add('DEMO', pointSpec());
    const old = { ...pointSpec({ name: 'Twin', fn: 16 }), id: 'twin', industryId: 'DEMO', version: 1 };
    disk.set('twin', old);
    points.load();
    expect(points.change('DEMO', 'twin', pointSpec({ name: 'Twin', fn: 16, max: 40 }), 1)).toMatchObject({ max: 40 });
    points.store({} as never, 'DEMO', [{ ...old, max: 30, version: 3 }]);
    expect(disk.get('twin')).toMatchObject({ max: 30 });
    expect(faultsOf(() => points.change('DEMO', 'twin', pointSpec(), 2))).toMatchObject({ code: 'conflict' });
    points.add('DEMO', pointSpec({ address: 20 }));
    const moved = pointSpec({ name: 'Twin', fn: 16, address: 20 });
    expect(faultsOf(() => points.change('DEMO', 'twin', moved, 2))).toMatchObject({ code: 'conflict' });
    expect(points.find('DEMO', first.id)).toEqual(first);
  });

  it('name everything that is wrong with them', () => {
    const { points } = rigOf();
    const interlock = (tagId: string) => ({ tagId, is: 'above', value: 40, text: 'level' });
    expect(
      faultsOf(() => points.add('DEMO', pointSpec({ deviceId: 'none', interlocks: [interlock('level'), interlock('gone')] }))),
    ).toEqual({
      code: 'badRequest',
      message: 'device not found',
      paths: ['deviceId', 'interlocks.1.tagId'],
    });
    expect(faultsOf(() => points.add('DEMO', pointSpec({ deviceId: 'broadcast' })))).toMatchObject({
      message: 'unit 0 is never written',
    });
    expect(faultsOf(() => points.add('DEMO', pointSpec({ min: 60_001, max: 60_002 })))).toMatchObject({
      message: '60001 does not fit',
      paths: ['min', 'max'],
    });
    expect(points.faults('DEMO', valveSpec())).toEqual([]);
    const coil = { fn: 5, type: 'bool', scale: 1 };
    expect(points.faults('DEMO', pointSpec({ ...coil, min: 1, max: 2 }))).toEqual([{ path: 'max', message: 'a coil is 0 or 1' }]);
    const valve = valveSpec().valve;
    if (!valve) throw new Error('no valve');
    expect(
      points.faults('DEMO', { ...valveSpec(), valve: { ...valve, openValue: 3, closeValue: 4 } }).map(({ path }) => path),
    ).toEqual(['valve.openValue', 'valve.closeValue']);
    expect(points.all()).toEqual([]);
  });
});

describe('many write points at once', () => {
  const tx = {} as never;
  const next = (point: WritePoint, more: Partial<WritePoint> = {}): WritePoint => ({
    ...point,
    version: point.version + 1,
    ...more,
  });

  it('hold once they are taken over, also where two exchange their places', () => {
    const { points, disk } = rigOf();
    const [a, b] = [points.add('DEMO', pointSpec()), points.add('DEMO', pointSpec({ address: 11 }))];
    const changed = [next(a, { address: 11 }), next(b, { address: 10 })];
    points.store(tx, 'DEMO', changed);
    expect([...disk.values()]).toEqual(changed);
    expect(points.find('DEMO', a.id)).toEqual(a);
    points.takeOver(changed);
    expect(changed.map(({ id }) => points.find('DEMO', id))).toEqual(changed);
    const added = { ...next(a), id: 'new', address: 12, version: 1 };
    points.store(tx, 'DEMO', [added]);
    expect(disk.get('new')).toEqual(added);
  });

  it('are refused where one was changed, is of another industry, or has its place taken', () => {
    const { points, disk } = rigOf();
    const a = points.add('DEMO', pointSpec());
    const stale = [a, { ...a, version: 3 }];
    for (const one of stale) expect(faultsOf(() => points.store(tx, 'DEMO', [one]))).toMatchObject({ code: 'conflict' });
    expect(faultsOf(() => points.store(tx, 'OTHER', [next(a)]))).toMatchObject({ code: 'conflict' });
    for (const fn of [6, 16] as const) {
      const intruder = { ...a, id: 'b', fn, version: 1 };
      expect(faultsOf(() => points.store(tx, 'DEMO', [intruder]))).toMatchObject({ code: 'conflict' });
    }
    expect([...disk.keys()]).toEqual([a.id]);
  });
});
