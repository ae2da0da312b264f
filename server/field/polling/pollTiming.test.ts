import { describe, expect, it } from 'vitest';
import { Failure } from '../../core/fail.ts';
import { outcomeOf } from '../ports/outcome.ts';
import { connection } from '../testing/make.ts';
import { Utilisation } from './figures/utilisation.ts';
import { Health } from './health.ts';
import { backoffOf, pauseMs, wireMs } from './line.ts';
import { PollSchedule } from './pollSchedule.ts';
import { ProbeTimes } from './probeTimes.ts';

describe('the grid of due times', () => {
  it('does not drift when ticks come late', () => {
    const grid = new PollSchedule(1000, 0.25, 0);
    const dues: number[] = [];
    for (let nowMs = 0; nowMs < 10_000; nowMs += 37) if (grid.takeDue(nowMs)) dues.push(grid.nextMs);
    expect(dues).toEqual([1250, 2250, 3250, 4250, 5250, 6250, 7250, 8250, 9250, 10_250]);
  });

  it('says how many due times were missed in a stall', () => {
    const grid = new PollSchedule(100, 0, 50);
    expect(grid.takeDue(99)).toBe(0);
    expect(grid.takeDue(430)).toBe(4);
    expect(grid.takeDue(430)).toBe(0);
    expect(grid.nextMs).toBe(500);
  });

  it('takes a timer half a millisecond early for its time', () => {
    const grid = new PollSchedule(100, 0, 50);
    expect(grid.takeDue(99.6)).toBe(1);
    expect(grid.nextMs).toBe(200);
  });
});

describe('the health of a device', () => {
  /** One outcome per cycle of 1 s. */
  const after = (outcomes: string): string => {
    const health = new Health(1000);
    for (const [cycle, outcome] of [...outcomes].entries()) outcome === '+' ? health.answered() : health.failed(cycle * 1000);
    return health.state;
  };

  it.each([
    ['', 'unknown'],
    ['+', 'good'],
    ['-', 'suspect'],
    ['+--', 'suspect'],
    ['+---', 'offline'],
    ['+--+', 'suspect'],
    ['+--++', 'good'],
    ['---+', 'suspect'],
    ['---+-', 'suspect'],
    ['---++', 'good'],
    ['---+---', 'offline'],
  ])('after "%s" is %s', (outcomes, state) => {
    expect(after(outcomes)).toBe(state);
  });
});

describe('a silent device', () => {
  it('is tried once more in the first cycle and then once a cycle', () => {
    const health = new Health(1000);
    health.failed(0);
    expect(health.mayTry(100)).toBe(true);
    health.failed(100);
    expect([200, 899, 900].map((ms) => health.mayTry(ms))).toEqual([false, false, true]);
    health.failed(1000);
    expect(health.mayTry(1100)).toBe(false);
  });

  it('is not condemned by several silences in one cycle', () => {
    const health = new Health(1000);
    for (const ms of [0, 10, 20, 30, 40]) health.failed(ms);
    expect(health.state).toBe('suspect');
  });

  it('is trusted again after one answer', () => {
    const health = new Health(1000);
    health.failed(0);
    health.failed(1000);
    health.answered();
    expect(health.mayTry(1001)).toBe(true);
  });
});

describe('the times of probes', () => {
  it('leave at least fifty timeouts between two where others share the line', () => {
    const probes = new ProbeTimes(1000, 100, 1000);
    expect(probes.nextMs(true)).toBe(Number.NEGATIVE_INFINITY);
    probes.began(0);
    expect(probes.nextMs(true)).toBe(50_000);
  });

  it.each([
    [20, 100, 6000],
    [20, 0, 5000],
    [300, 100, 20_000],
    [600, 100, 30_000],
  ])('come at least every 30 s however long the outage, at a timeout of %i ms', (timeoutMs, quietMs, waitMs) => {
    const probes = new ProbeTimes(timeoutMs, quietMs, 1000);
    for (let count = 0; count < 1000; count += 1) probes.began(count);
    expect(probes.nextMs(true) - 999).toBe(waitMs);
  });

  it('come more seldom where a gateway waits longer for the device than we do, up to a minute apart, until it answers', () => {
    const probes = new ProbeTimes(150, 20, 250);
    probes.began(0);
    expect(probes.nextMs(true)).toBe(8500);
    probes.heldLine(300);
    expect(probes.nextMs(true)).toBe(8500 + 50 * 300);
    probes.heldLine(5000);
    expect(probes.nextMs(true)).toBe(60_000);
    probes.reset();
    probes.began(0);
    expect(probes.nextMs(true)).toBe(8500);
  });

  it('come every cycle where no other device would lose by it', () => {
    const probes = new ProbeTimes(1100, 0, 1500);
    probes.began(100);
    expect(probes.nextMs(false)).toBe(1600);
  });
});

describe('what follows from a failure', () => {
  const exception = (code: number): Failure => new Failure('exception', 'refused', { exception: code });
  it.each<[Failure, boolean, string | undefined, number | undefined, boolean | undefined]>([
    [new Failure('timeout', ''), true, 'BAD_TIMEOUT', 1, false],
    [new Failure('timeout', ''), false, 'BAD_TIMEOUT', 0, false],
    [new Failure('crc', ''), true, 'BAD_CRC', 1, false],
    [new Failure('badAnswer', ''), false, 'BAD_ANSWER', 0, false],
    [exception(1), false, 'BAD_CONFIG', 1, true],
    [exception(2), false, 'BAD_CONFIG', 1, true],
    [exception(3), false, 'BAD_CONFIG', 1, true],
    [exception(4), false, 'BAD_DEVICE', 1, true],
    [exception(5), false, 'UNCERTAIN', 1, true],
    [exception(6), false, 'UNCERTAIN_BUSY', 3, true],
    [exception(8), false, 'BAD_DEVICE', 1, true],
    [exception(10), false, 'BAD_GATEWAY', 0, false],
    [exception(11), false, 'BAD_NO_DEVICE', 0, false],
    [exception(99), false, 'BAD_DEVICE', 1, true],
    [new Failure('cancelled', ''), false, undefined, undefined, undefined],
    [new Failure('linkDown', ''), false, undefined, undefined, undefined],
  ])('%# %s on RTU %s: %s', (failure, isRtu, quality, retries, isAlive) => {
    const outcome = outcomeOf(failure, isRtu);
    expect([outcome?.quality, outcome?.retries, outcome?.isAlive]).toEqual([quality, retries, isAlive]);
  });

  it('waits 100, 200 and 400 ms for a busy device and a second for one that acknowledged', () => {
    expect([0, 1, 2].map((retry) => outcomeOf(exception(6), false)?.retryDelayMs(retry))).toEqual([100, 200, 400]);
    expect(outcomeOf(exception(5), false)?.retryDelayMs(0)).toBe(1000);
  });
});

describe('a line', () => {
  const serial = connection({ kind: 'serial', path: '/dev/ttyS0', baudRate: 9600, pauseBetweenRequestsMs: 1 }).settings;
  const tcp = connection({ kind: 'tcp', host: 'h' }).settings;

  it('pauses 3.5 characters between requests on a serial adapter, 1.75 ms above 19200 baud', () => {
    expect(pauseMs(serial)).toBe(4);
    expect(pauseMs(connection({ kind: 'serial', path: 'COM3', baudRate: 115_200 }).settings)).toBe(2);
    expect(pauseMs(connection({ kind: 'serial', path: 'COM3', pauseBetweenRequestsMs: 30 }).settings)).toBe(30);
    expect(pauseMs(tcp)).toBe(0);
  });

  it('adds the time on a serial wire to the timeout', () => {
    expect(wireMs(serial, { kind: 'read', space: 'holding', address: 0, count: 125 })).toBe(274);
    expect(wireMs(serial, { kind: 'writeRegisters', address: 0, values: [1, 2] })).toBe(22);
    expect(wireMs(tcp, { kind: 'read', space: 'holding', address: 0, count: 125 })).toBe(0);
  });

  it('reconnects a serial adapter every two seconds, and a host within one', () => {
    expect(backoffOf(serial)).toEqual({ baseMs: 2000, capMs: 2000 });
    expect(backoffOf(tcp)).toEqual({ baseMs: 500, capMs: 900 });
  });

  it('reports its use over the last whole ten seconds', () => {
    const use = new Utilisation(0);
    use.add(500, 1000);
    expect(use.percent(1000)).toBe(50);
    use.add(4500, 10_000);
    use.add(100, 11_000);
    expect(use.percent(12_000)).toBe(5);
    expect(use.percent(60_000)).toBe(0);
  });
});
