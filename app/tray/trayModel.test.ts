import { describe, expect, it } from 'vitest';
import type { Pulse } from '../../server/contract/process/shell.ts';
import { type ShellState, stateWords, type TrayAction, type TrayFacts, trayModel } from './trayModel.ts';

const pulse: Pulse = { loopDelayMs: 3, lines: 4, linesUp: 4, points: 200, unacknowledged: 0, lastReadingAgeMs: 12_000 };
const running = (change: Partial<Pulse> = {}, isService = false): ShellState => ({
  kind: 'running',
  pulse: { ...pulse, ...change },
  isService,
});
const facts: TrayFacts = {
  state: running(),
  addresses: [],
  isSetUp: true,
  isReachable: false,
  startsWithPc: false,
  hasService: false,
  isOnBattery: false,
  offered: undefined,
};
const enabled = (given: Partial<TrayFacts>): TrayAction[] =>
  trayModel({ ...facts, ...given }).entries.flatMap((entry) =>
    entry.kind === 'action' && entry.isEnabled ? [entry.action] : [],
  );

describe('the tray', () => {
  it.each<[ShellState, string, string]>([
    [running(), 'normal', '200 points, 0 alarms unacknowledged, last reading 12 s ago'],
    [running({ unacknowledged: 1 }), 'alarm', '200 points, 1 alarm unacknowledged, last reading 12 s ago'],
    [running({ linesUp: 3 }), 'normal', '200 points, 1 line of 4 down, 0 alarms unacknowledged, last reading 12 s ago'],
    [running({ lastReadingAgeMs: 1_500_000 }), 'alarm', '200 points, 0 alarms unacknowledged, last reading 25 min ago'],
    [running({ lastReadingAgeMs: null }), 'normal', '200 points, 0 alarms unacknowledged, no reading yet'],
    [running({}, true), 'normal', '200 points, 0 alarms unacknowledged, last reading 12 s ago (service of this PC)'],
    [{ kind: 'starting', step: 'database' }, 'normal', 'Starting: database'],
    [{ kind: 'down', reason: 'the disk is full' }, 'down', 'Not measuring: the disk is full'],
    [{ kind: 'stopping' }, 'normal', 'Stopping'],
  ])('of %j has the shape %s and says %s', (state, icon, words) => {
    const model = trayModel({ ...facts, state });
    expect([model.icon, model.tip, model.entries[0]]).toEqual([icon, `Headworks: ${words}`, { kind: 'text', label: words }]);
  });

  it('shows the addresses for phones, and offers them and pairing only where there are some', () => {
    expect(enabled({})).not.toContain('pair');
    const model = trayModel({ ...facts, addresses: ['192.168.1.20:8443'] });
    expect(model.entries[1]).toEqual({ kind: 'text', label: 'https://192.168.1.20:8443' });
    expect(enabled({ addresses: ['192.168.1.20:8443'] })).toEqual(expect.arrayContaining(['copyAddress', 'pair']));
  });

  it('lets nobody serve the network before an owner exists, or change that of a service', () => {
    expect(enabled({})).toContain('reach');
    expect(enabled({ isSetUp: false })).not.toContain('reach');
    expect(enabled({ state: running({}, true) })).not.toContain('reach');
    expect(enabled({ state: { kind: 'down', reason: 'x' } })).not.toContain('reach');
  });

  it('offers to move the plant to the service of the PC, and back, where there is one and something runs', () => {
    expect(enabled({})).not.toContain('move');
    expect(enabled({ hasService: true })).toContain('move');
    expect(enabled({ hasService: true, state: { kind: 'starting', step: undefined } })).not.toContain('move');
    const back = trayModel({ ...facts, hasService: true, state: running({}, true) }).entries;
    expect(back).toContainEqual(expect.objectContaining({ action: 'move', label: 'Measure in this program again…' }));
  });

  it('leads to a version that a feed offers, while the panel can show it', () => {
    expect(enabled({})).not.toContain('feed');
    expect(enabled({ offered: '1.4.0' })).toContain('feed');
    expect(enabled({ offered: '1.4.0', state: { kind: 'down', reason: 'x' } })).not.toContain('feed');
  });

  it('says that the PC runs on its battery, as long as it does', () => {
    const words = 'This PC runs on its battery. 200 points, 0 alarms unacknowledged, last reading 12 s ago';
    const model = trayModel({ ...facts, isOnBattery: true });
    expect([model.icon, model.tip, model.entries[0]]).toEqual(['alarm', `Headworks: ${words}`, { kind: 'text', label: words }]);
    const down = trayModel({ ...facts, isOnBattery: true, state: { kind: 'down', reason: 'the disk is full' } });
    expect([down.icon, down.tip]).toEqual(['down', 'Headworks: This PC runs on its battery. Not measuring: the disk is full']);
  });

  it('says what quitting does', () => {
    const labels = (state: ShellState): string[] =>
      trayModel({ ...facts, state }).entries.flatMap((entry) => (entry.kind === 'action' ? [entry.label] : []));
    expect(labels(running())).toContain('Quit and stop measuring');
    expect(labels(running({}, true))).toContain('Quit (the service goes on measuring)');
  });

  it('keeps a long reason to one line of a menu', () => {
    expect(stateWords({ kind: 'down', reason: 'x'.repeat(5000) })).toHaveLength('Not measuring: '.length + 120);
  });
});
