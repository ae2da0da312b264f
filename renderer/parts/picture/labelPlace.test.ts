import { describe, expect, it } from 'vitest';
import { curveBetween, placeLabel, pointOn } from './labelPlace.ts';

const box = (x: number, y: number) => ({ x, y, w: 184, h: 76 });
const [left, between, right] = [box(0, 0), box(300, 0), box(600, 0)];

describe('the label of a line', () => {
  it('is in the middle where nothing is in its way', () => {
    const placed = placeLabel('Main', curveBetween(left, right), [left, right]);
    expect(placed).toMatchObject({ text: 'Main', share: 0.5, box: { y: 27, h: 22 } });
    expect(pointOn(curveBetween(left, right), 0.5)).toEqual({ x: 392, y: 38 });
  });

  it('goes along its line to where no box covers it', () => {
    const placed = placeLabel('Main', curveBetween(left, right), [left, between, right]);
    expect(placed?.text).toBe('Main');
    const { x = 0, w = 0 } = placed?.box ?? {};
    expect(x >= 184 && x + w <= 300 ? 'before' : x >= 484 && x + w <= 600 ? 'behind' : `covered at ${x}`).toMatch(
      /before|behind/,
    );
  });

  it('keeps apart from the label of another line', () => {
    const curve = curveBetween(left, right);
    const first = placeLabel('Main', curve, [left, right]);
    const second = placeLabel('Other', curve, [left, right, ...(first ? [first.box] : [])]);
    expect(second?.text).toBe('Other');
    expect(Math.abs((second?.box.x ?? 0) - (first?.box.x ?? 0))).toBeGreaterThan(30);
  });

  it('is shortened to the room that there is, and left out where there is none', () => {
    const near = box(230, 0);
    expect(placeLabel('Filter backwash', curveBetween(left, near), [left, near])?.text).toMatch(/^Filt?e?…$/);
    expect(placeLabel('~1,592.4', curveBetween(left, near), [left, near], 'number')).toBeNull();
    const next = box(190, 0);
    expect(placeLabel('Filter backwash', curveBetween(left, next), [left, next])).toBeNull();
    expect(placeLabel('?', curveBetween(left, near), [left, near])?.text).toBe('?');
  });

  it('is found on a line that leads back', () => {
    const back = curveBetween(right, left);
    expect(placeLabel('Return', back, [left, between, right])?.text).toMatch(/^Ret/);
  });
});
