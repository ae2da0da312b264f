import { expect, it } from 'vitest';
import type { ChannelView, DeviceView, PlantField } from '../../../server/contract/plant/state.ts';
import { fieldTree, summaryOf, troubleFirst } from './fieldTree.ts';

const channel = (id: string, part: Partial<ChannelView> = {}) =>
  ({ connectionId: id, name: id, enabled: true, state: 'ready', ...part }) as ChannelView;
const device = (connectionId: string, slaveId: number, part: Partial<DeviceView> = {}) =>
  ({
    deviceId: `${connectionId}${slaveId}`,
    connectionId,
    slaveId,
    name: `${slaveId}`,
    enabled: true,
    health: 'good',
    requests: 9,
    timeouts: 0,
    crcErrors: 0,
    rttMsP50: 3,
    rttMsP95: 9,
    lastGoodAt: '2026-11-22T06:00:00Z',
    ...part,
  }) as DeviceView;
const field = (channels: ChannelView[], devices: DeviceView[]) => ({ at: '', channels, devices, tags: [] }) as PlantField;

it('a dead line is one trouble, its devices are no silent ones', () => {
  const lines = fieldTree(
    field(
      [channel('a'), channel('dead', { state: 'backoff' })],
      [device('a', 1), device('dead', 1, { health: 'offline' }), device('dead', 2, { health: 'offline' })],
    ),
  );
  expect(summaryOf(lines)).toEqual({ answer: 1, all: 3, linesDown: 1, silent: 0 });
  expect(lines[1]?.devices.map(({ state }) => state)).toEqual(['line', 'line']);
  expect(troubleFirst(lines).map(({ name }) => name)).toEqual(['dead', 'a']);
});

it('a silent device is shown unlike one that never answered, and unlike one whose answers are damaged', () => {
  const [line] = fieldTree(
    field(
      [channel('a')],
      [
        device('a', 1, { health: 'offline', timeouts: 5 }),
        device('a', 2, { health: 'offline', timeouts: 5, lastGoodAt: null }),
        device('a', 3, { health: 'suspect', crcErrors: 5 }),
        device('a', 4, { rttMsP95: 1500 }),
        device('a', 5, { enabled: false }),
        device('a', 6, { requests: 0 }),
      ],
    ),
  );
  expect(line?.devices.map(({ state }) => state)).toEqual(['silent', 'never', 'damaged', 'slow', 'off', 'waits']);
  expect(line).toMatchObject({ lineState: 'some', silent: 3, answering: 1 });
});
