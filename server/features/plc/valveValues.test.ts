import { describe, expect, it } from 'vitest';
import type { WritePointSpec } from '../../contract/model/writePoint.ts';
import { encodeValue } from '../../field/decode/encode.ts';
import { FakeCommands } from '../../test/fakeCommands.ts';
import { asha, pointSpec, valveSpec } from '../../test/plcRig.ts';
import { pointOf, rigOf } from '../../test/plcServiceRig.ts';
import { WritePoints } from './points.ts';
import { proofOf } from './readBack.ts';

class RealWords extends FakeCommands {
  override encode = encodeValue;
}

const points = new WritePoints({
  writer: { run: (work) => work({} as never) },
  store: { all: () => [], put: () => undefined, remove: () => undefined },
  devices: {
    device: (_, id) => ({ id, name: id, slaveId: 5, enabled: true }),
    tag: () => undefined,
    tagsOn: () => [],
  },
  commands: new RealWords(),
});
const faultsOf = (spec: WritePointSpec): string[] =>
  points.faults('DEMO', spec).map(({ path, message }) => `${path}: ${message}`);

const ofRegister = { kind: 'valve', fn: 6, type: 'uint16', min: 0, permission: 'RELAY_CONTROL' } as const;
const wayOf = (openValue: number, closeValue: number) => ({ openValue, closeValue });

describe('a valve whose two ways are the same on the wire is refused', () => {
  it.each([
    ['rounds to the same register', { ...ofRegister, scale: 1, max: 1, valve: wayOf(0.4, 0) }],
    ['rounds to the same register by its scale', { ...ofRegister, scale: 10, max: 100, valve: wayOf(54, 46) }],
    ['is the same float32', { ...ofRegister, fn: 16, type: 'float32', scale: 1, max: 1, valve: wayOf(0.5, 0.5 + 1e-12) }],
  ])('that %s', (_, more) => {
    expect(faultsOf(pointSpec(more))).toEqual(['valve.closeValue: is written as the openValue is: to open it would close it']);
  });

  it('and taken where they differ', () => {
    expect(faultsOf(pointSpec({ ...ofRegister, scale: 0.1, max: 1, valve: wayOf(0.4, 0) }))).toEqual([]);
  });
});

describe('a valve of a mask write', () => {
  const mask = { ...ofRegister, fn: 22, scale: 1 } as const;

  it.each([
    ['a bit beside its own would be dropped, and open would close it', 6, wayOf(1, 0), ['valve.openValue']],
    ['half a bit is none', 6, wayOf(2.5, 0), ['valve.openValue']],
    ['both ways are bits of its own', 6, wayOf(2, 4), []],
  ])('%s', (_, max, valve, paths) => {
    const found = points.faults('DEMO', pointSpec({ ...mask, max, valve }));
    expect(found.map(({ path }) => path)).toEqual(paths);
  });

  it('whose bits are not its own is not moved', async () => {
    const { service, asked } = rigOf(pointOf(pointSpec({ ...mask, max: 6, valve: wayOf(1, 0) }), 'v'));
    await expect(service.move(asha, 'v', 'open', { deadlineMs: 700 })).rejects.toMatchObject({ code: 'badRequest' });
    expect(asked).toEqual([]);
  });
});

describe('the proof of a valve', () => {
  it('must tell its two ways apart', () => {
    const verify = { place: { space: 'input', address: 5, type: 'uint16' }, within: 1 };
    const spec = (within: number) =>
      pointSpec({ ...ofRegister, scale: 1, max: 100, valve: wayOf(1, 0), verify: { ...verify, within } });
    expect(faultsOf(spec(1))).toEqual([
      'verify.within: must be less than half of what lies between openValue and closeValue, else one way confirms the other',
    ]);
    expect(faultsOf(spec(0.4))).toEqual([]);
  });

  it('by its switches is none for a value that is neither open nor closed', () => {
    const spec = valveSpec({ ...ofRegister, scale: 1, max: 100, valve: { ...valveSpec().valve, ...wayOf(100, 0) } });
    expect(proofOf(spec, 100)).toMatchObject({ place: { space: 'discrete', address: 0 } });
    expect(proofOf(spec, 0)).toMatchObject({ place: { space: 'discrete', address: 1 } });
    expect(proofOf(spec, 50)).toBeNull();
  });
});
