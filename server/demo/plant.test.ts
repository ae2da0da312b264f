import { describe, expect, it } from 'vitest';
import { Failure } from '../core/fail.ts';
import { type Checkpoint, checkpointOf } from './checkpoint.ts';
import { newPlants, resumedPlants } from './plant.ts';

const seed = 7;
const fromMs = Date.UTC(2026, 10, 1);
const today = Math.floor(fromMs / 86_400_000);

/** As it comes from the disk; what is deleted names a part of the state of both plants. */
const kept = (...lost: readonly string[]): Checkpoint => {
  const whole: Checkpoint = JSON.parse(JSON.stringify(checkpointOf({ seed, today, plants: newPlants({ seed, today, fromMs }) })));
  for (const { state } of Object.values(whole.plants))
    for (const path of lost) {
      const names = path.split('.');
      const last = names.pop() ?? '';
      const holder = names.reduce<object | undefined>((of, name) => (of ? Reflect.get(of, name) : undefined), state);
      if (holder) Reflect.deleteProperty(holder, last);
    }
  return whole;
};

describe('plants that an earlier run left', () => {
  it('are as it left them', () => {
    const fresh = newPlants({ seed, today, fromMs }).map((plant) => plant.checkpoint());
    expect(resumedPlants(kept()).map((plant) => plant.checkpoint())).toEqual(fresh);
  });

  it('get the parts that states of earlier versions lack', () => {
    const fresh = newPlants({ seed, today, fromMs }).map((plant) => plant.checkpoint());
    expect(resumedPlants(kept('filters', 'storm', 'resin')).map((plant) => plant.checkpoint())).toEqual(fresh);
  });

  it.each(['raw', 'raw.volumeM3', 'truth.streams.rain.total', 'on.municipal'])('do not go on without %s', (lost) => {
    expect(() => resumedPlants(kept(lost))).toThrow(Failure);
    expect(() => resumedPlants(kept(lost))).toThrow('lacks a part of a plant');
  });

  it('do not go on with a part of another kind', () => {
    const changed = kept();
    for (const { state } of Object.values(changed.plants)) state.raw = [];
    expect(() => resumedPlants(changed)).toThrow('lacks a part of a plant');
  });
});
