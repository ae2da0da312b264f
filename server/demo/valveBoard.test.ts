import { expect, it } from 'vitest';
import type { SimulatedDevice } from '../field/simulator/device.ts';
import { ValveBoard } from './valveBoard.ts';

it('has its valves open when the plant comes up, and closes one after its time of travel by both end switches', () => {
  const shown: Record<string, number> = { 'Relay 1': 0, 'Relay 2': 0 };
  const inputs: number[] = [];
  const device = {
    get: (name: string) => shown[name],
    set: (name: string, value: number) => {
      shown[name] = value;
    },
    define: (_: string, address: number, [word = -1]: number[]) => {
      inputs[address] = word;
    },
  } as unknown as SimulatedDevice;
  const board = new ValveBoard(device);
  board.follow(0);
  // open and closed end of the inlet of line 3, then of the garden
  expect(inputs).toEqual([1, 0, 1, 0]);
  expect([...board.closed]).toEqual([]);
  shown['Relay 1'] = 0;
  board.follow(10_000);
  expect(inputs).toEqual([0, 0, 1, 0]);
  expect([...board.closed]).toEqual([]);
  board.follow(13_000);
  expect(inputs).toEqual([0, 1, 1, 0]);
  expect([...board.closed]).toEqual(['line3Valve']);
  shown['Relay 1'] = 1;
  board.follow(20_000);
  expect([...board.closed]).toEqual([]);
  board.follow(23_000);
  expect(inputs).toEqual([1, 0, 1, 0]);
});
