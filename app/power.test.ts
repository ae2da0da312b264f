import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const system = Object.assign(new EventEmitter(), { isBattery: false, isOnBatteryPower: () => system.isBattery });
const blocked: string[] = [];
vi.doMock('electron', () => ({
  powerMonitor: system,
  powerSaveBlocker: { start: (kind: string) => blocked.push(kind) },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  system.removeAllListeners();
  system.isBattery = false;
});

const watching = async () => {
  const { watchPower } = await import('./power.ts');
  const heard: string[] = [];
  watchPower({
    onShutdown: () => heard.push('shutdown'),
    onAwake: () => heard.push('awake'),
    onLeft: () => heard.push('left'),
    onBattery: (isOnBattery) => heard.push(isOnBattery ? 'battery' : 'mains'),
    say: () => undefined,
  });
  return heard;
};

it('keeps the PC from sleeping by itself, and notices its shutdown, its sleep and its lock', async () => {
  const heard = await watching();
  for (const event of ['lock-screen', 'suspend', 'resume', 'shutdown']) system.emit(event);
  expect([heard, blocked]).toEqual([['mains', 'left', 'left', 'awake', 'shutdown'], ['prevent-app-suspension']]);
});

it('takes the state of the battery from the system’s event, and asks where none comes', async () => {
  system.isBattery = true;
  const heard = await watching();
  vi.advanceTimersByTime(60_000);
  system.isBattery = false;
  vi.advanceTimersByTime(60_000);
  system.emit('on-battery');
  system.emit('on-ac');
  expect(heard).toEqual(['battery', 'mains', 'battery', 'mains']);
});
