import { expect, it } from 'vitest';
import type { SimulatedDevice } from '../field/simulator/device.ts';
import { PumpDrive } from './pumpDrive.ts';

it('follows its set-point by 4 Hz a second, and a clock that is set makes it neither negative nor jump past', () => {
  const shown: Record<string, number> = { 'Speed set-point': 40, 'Actual speed': 0 };
  const device = {
    get: (name: string) => shown[name],
    set: (name: string, value: number) => {
      shown[name] = value;
    },
  } as unknown as SimulatedDevice;
  const drive = new PumpDrive(device);
  const speedAt = (seconds: number): number => {
    drive.follow(seconds * 1000);
    return shown['Actual speed'] ?? Number.NaN;
  };
  expect([0, 1, 2].map(speedAt)).toEqual([0, 4, 8]);
  for (const back of [-13, -300, -3600, -86_400, -31_536_000]) expect(speedAt(back)).toBe(8);
  expect(speedAt(-31_535_999)).toBe(12);
  expect(speedAt(31_536_000)).toBe(40);
});
