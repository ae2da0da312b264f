import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Frame } from '../../contract/user/plc.ts';
import { isFailure } from '../../core/fail.ts';
import { frame, PlcRig, pointSpec } from '../../test/plcRig.ts';

let rig: PlcRig;
beforeAll(async () => {
  // what is allowed is refused where the line does not answer in time, which a busy machine is not to look like
  rig = await PlcRig.start({ timeoutMs: 5000 });
  rig.device.define('holding', 0, new Array(16).fill(0));
  rig.device.define('coil', 0, new Array(16).fill(0));
  rig.plc.points.add('DEMO', pointSpec({ min: 5, max: 45, step: 0.5 }));
});
afterAll(() => rig.close());

/** Registers of the only point: 5.0 to 45.0 in steps of 0.5, tenths on the wire. */
const isAllowed = ({ fn, address, values: [value = -1, ...more] = [] }: Frame): boolean =>
  fn === 6 && address === 10 && more.length === 0 && value >= 50 && value <= 450 && value % 5 === 0;

const steps = fc.integer({ min: 0, max: 100 }).map((count) => [count * 5]);
const near = fc.record({ fn: fc.constant<Frame['fn']>(6), address: fc.constant(10), values: steps });
const any = fc.record({
  fn: fc.constantFrom<Frame['fn'][]>(5, 6, 15, 16, 22),
  address: fc.integer({ min: 8, max: 12 }),
  values: fc.oneof(
    steps,
    fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 3 }),
    fc.array(fc.integer({ min: 0, max: 65_535 }), { minLength: 1, maxLength: 3 }),
  ),
});

it('of any frame, what no write point allows leaves no byte on the wire, and what one allows is sent once', async () => {
  const counted = { sent: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.oneof(near, any), async (fields) => {
      const before = { frames: rig.device.writes.frames, bytes: rig.device.writes.bytes };
      const asked = frame(fields);
      const rows = await rig.write([asked], { deadlineMs: 30_000 }).catch((error: unknown) => {
        if (!isFailure(error, 'badRequest')) throw error;
        return [{ outcome: 'REFUSED', error: null }];
      });
      const allowed = isAllowed(asked);
      counted[allowed ? 'sent' : 'refused'] += 1;
      expect(rows[0]?.outcome, rows[0]?.error ?? '').toBe(allowed ? 'ACCEPTED_UNVERIFIED' : 'REFUSED');
      expect(rig.device.writes.frames - before.frames).toBe(allowed ? 1 : 0);
      if (!allowed) expect(rig.device.writes.bytes).toBe(before.bytes);
    }),
    { numRuns: 150 },
  );
  // both happened, or nothing was shown
  expect(counted.sent).toBeGreaterThan(15);
  expect(counted.refused).toBeGreaterThan(15);
});
