import { describe, expect, it } from 'vitest';
import { localMoment } from './localTime.ts';
import { NorthPlant, type NorthStream } from './north.ts';
import { advanceTo } from './truth.ts';

const dayMs = 86_400_000;
const start = localMoment(Date.UTC(2026, 0, 5) / dayMs, 6);

describe('the small plant', () => {
  it('closes its water on every day of three weeks', () => {
    const model = new NorthPlant(3, start);
    model.step();
    for (let day = 1; day <= 21; day += 1) {
      const before = structuredClone(model.truth);
      advanceTo(model, start + day * dayMs);
      const of = (name: NorthStream) => model.truth.streams[name].total - before.streams[name].total;
      const { gauges } = model.truth;
      const gained = (['rawM3', 'softM3', 'equalisationM3'] as const).reduce(
        (sum, name) => sum + gauges[name] - before.gauges[name],
        0,
      );
      const open = of('borewell') + of('municipal') - of('product') - of('losses') - of('etpOut') - of('overflow') - gained;
      expect(Math.abs(open)).toBeLessThan(1e-6);
    }
    expect(model.truth.streams.bottling.total).toBeGreaterThan(1000);
  });

  it('uses less than it takes by more than its meters can err: the softener is rinsed', () => {
    const model = new NorthPlant(3, start);
    advanceTo(model, start + 28 * dayMs);
    const of = (name: NorthStream) => model.truth.streams[name].total;
    const [taken, used] = [of('borewell') + of('municipal'), of('bottling') + of('kitchen') + of('domestic')];
    expect(used / taken).toBeGreaterThan(0.93);
    expect(used / taken).toBeLessThan(0.98);
  });
});
