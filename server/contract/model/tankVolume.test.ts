import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tankVolume } from './tankVolume.ts';
import { type TankShape, tankShape } from './units.ts';

const lying = (head: number): TankShape => ({ shape: 'horizontal_cylinder', diameter: 2, length: 4, head });
const volume = (shape: TankShape, level: number): number => tankVolume(shape, level).volumeM3;

describe('the volume in a tank', () => {
  it.each([
    [0.25, 0.9066, 0.9966],
    [0.5, 2.4567, 2.784],
    [1, 6.2832, 7.3304],
    [1.5, 10.1096, 11.8768],
    [2, 12.5664, 14.6608],
  ])('of a lying cylinder at %f m is %f m3, and %f m3 with 2:1 heads', (level, flat, dished) => {
    expect(volume(lying(0), level)).toBeCloseTo(flat, 4);
    expect(volume(lying(0.5), level)).toBeCloseTo(dished, 4);
  });

  it.each([
    [31.3, 6.5, 5001],
    [20.78, 5.9, 2001],
    [13.73, 6.75, 999],
    [11.64, 4.7, 500],
    [11.89, 4.5, 500],
    [8.33, 5.5, 300],
    [7.14, 5, 200],
  ])('of an upright cylinder of %f m by %f m is about %i m3', (diameter, height, m3) => {
    expect(Math.round(volume({ shape: 'vertical_cylinder', diameter, height }, height))).toBe(m3);
  });

  it('of a rectangular tank is that of all its compartments', () => {
    expect(volume({ shape: 'rectangular', length: 10, width: 5, height: 4, compartments: 3 }, 2)).toBeCloseTo(300, 9);
  });

  it('of a cone bottom is a frustum, then a cylinder on top of it', () => {
    const cone: TankShape = { shape: 'cone_bottom', diameter: 4, bottomDiameter: 0, coneHeight: 3, height: 8 };
    expect(volume(cone, 3)).toBeCloseTo((Math.PI * 4 * 3) / 3, 9);
    expect(volume(cone, 1.5)).toBeCloseTo((Math.PI * 1 * 1.5) / 3, 9);
    expect(volume(cone, 5)).toBeCloseTo(Math.PI * 4 + Math.PI * 4 * 2, 9);
    const cut: TankShape = { ...cone, bottomDiameter: 2 };
    expect(volume(cut, 3)).toBeCloseTo(((Math.PI * 3) / 3) * (1 + 2 + 4), 9);
    // half up the cone the radius is 1.5
    expect(volume(cut, 1.5)).toBeCloseTo(((Math.PI * 1.5) / 3) * (1 + 1.5 + 1.5 ** 2), 9);
    expect(volume(cut, 4)).toBeCloseTo(((Math.PI * 3) / 3) * (1 + 2 + 4) + Math.PI * 4, 9);
  });

  it('of a surveyed pond is linear between its rows', () => {
    const pond: TankShape = {
      shape: 'table',
      rows: [
        [0, 0],
        [1, 100],
        [3, 700],
      ],
    };
    expect([0, 0.5, 1, 2, 3].map((level) => volume(pond, level))).toEqual([0, 50, 100, 400, 700]);
  });

  it('stays at the nearest end of the tank outside of it, and says so', () => {
    const upright: TankShape = { shape: 'vertical_cylinder', diameter: 2, height: 3 };
    const pond: TankShape = {
      shape: 'table',
      rows: [
        [1, 50],
        [2, 100],
      ],
    };
    expect(tankVolume(upright, 3.2)).toEqual({ volumeM3: volume(upright, 3), clamped: true });
    expect(tankVolume(upright, -0.1)).toEqual({ volumeM3: 0, clamped: true });
    expect(tankVolume(pond, 0)).toEqual({ volumeM3: 50, clamped: true });
    expect(tankVolume(pond, 9)).toEqual({ volumeM3: 100, clamped: true });
    expect(tankVolume(upright, 3).clamped).toBe(false);
  });

  it('never falls as the level rises, in any shape', () => {
    const metres = fc.double({ min: 0.1, max: 50, noNaN: true });
    const shapes = fc.oneof(
      fc.record({ shape: fc.constant('vertical_cylinder'), diameter: metres, height: metres }),
      fc.record({ shape: fc.constant('rectangular'), length: metres, width: metres, height: metres }),
      fc.record({ shape: fc.constant('horizontal_cylinder'), diameter: metres, length: metres, head: metres }),
      fc.tuple(metres, metres, metres, metres).map(([one, other, coneHeight, more]) => ({
        shape: 'cone_bottom',
        diameter: Math.max(one, other),
        bottomDiameter: Math.min(one, other),
        coneHeight,
        height: coneHeight + more,
      })),
    );
    fc.assert(
      fc.property(
        shapes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (given, a, b) => {
          const shape = tankShape.parse(given);
          const top = shape.shape === 'horizontal_cylinder' ? shape.diameter : shape.shape === 'table' ? 0 : shape.height;
          const [low, high] = [Math.min(a, b) * top, Math.max(a, b) * top];
          expect(volume(shape, low)).toBeLessThanOrEqual(volume(shape, high) * (1 + 1e-9) + 1e-9);
          expect(volume(shape, 0)).toBeCloseTo(0, 6);
        },
      ),
    );
  });
});
