import { describe, expect, it } from 'vitest';
import { visiblePlace, type WindowPlace } from './place.ts';

const left = { x: 0, y: 0, width: 1920, height: 1080 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };
const at = (x: number, y: number, width = 800, height = 600): WindowPlace => ({ x, y, width, height, isMaximized: false });

describe('the place of the window', () => {
  it('is the one from before where it can be seen, on each display', () => {
    for (const place of [at(10, 20), at(2000, 30), at(-600, 100), { ...at(0, 0), isMaximized: true }])
      expect(visiblePlace(place, [left, right])).toEqual(place);
  });

  it.each([
    ['on a display that is gone', at(2000, 30)],
    ['above the top of the display', at(10, -300)],
    ['below its lower end', at(10, 1060)],
    ['beside it but for a strip', at(-750, 20)],
  ])('is left to the system where it was %s', (_where, place) => {
    expect(visiblePlace(place, [left])).toBeUndefined();
  });

  it('is left to the system at the first start', () => {
    expect(visiblePlace(undefined, [left])).toBeUndefined();
  });

  it('is no larger than the display, as after a change to a smaller one', () => {
    expect(visiblePlace(at(10, 10, 4000, 3000), [left])).toEqual(at(10, 10, 1920, 1080));
  });
});
