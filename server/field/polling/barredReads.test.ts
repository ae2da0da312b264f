import { describe, expect, it } from 'vitest';
import type { RegisterRange } from '../../contract/model/field.ts';
import { ManualClock } from '../../core/clock.ts';
import { plantOf, Subject, serverOf, touches } from '../../test/gatewaySubject.ts';
import { ModbusCommands } from '../commands.ts';
import type { ReadOperation } from '../ports/codec.ts';
import { ShapeGuard } from '../ports/shapeGuard.ts';
import { device, tag } from '../testing/make.ts';
import { StepProof } from './trust/stepProof.ts';

const holding = (from: number, to: number) => ({ space: 'holding' as const, from, to });
const limits = { forbidden: [holding(0, 9), holding(11, 30)] };
const read = { kind: 'read', space: 'holding', address: 10, count: 1 } as const;

describe('registers that must not be read on a device', () => {
  it('are not read to show that an RTU line in doubt is in step either', async () => {
    const asked: [functionCode: number, address: number, count: number][] = [];
    let isMute = false;
    const server = await serverOf((request) => {
      asked.push([request.functionCode, request.address, request.count]);
      if (!isMute) request.send(request.answer);
    }, 'rtu');
    const subject = new Subject(
      plantOf(server, [device(1, { limits })], [tag('line-1', 10)], { kind: 'rtuTcp', timeoutMs: 100 }),
    );
    await subject.good('line-1/10');
    for (let round = 0; round < 3; round += 1) {
      isMute = true;
      await subject.next(({ quality }) => quality !== 'GOOD');
      isMute = false;
      await subject.good('line-1/10');
    }
    expect(asked.some(([functionCode]) => functionCode !== 3)).toBe(true);
    expect(asked.filter(([functionCode, address, count]) => functionCode === 3 && (address !== 10 || count !== 1))).toEqual([]);
  });

  it('are not read for a command either: neither before it, nor to see its effect, nor because somebody asks', async () => {
    const touched: number[] = [];
    const server = await serverOf((request) => {
      if (request.functionCode === 3 && touches(request, 11, 30)) touched.push(request.address);
      request.send(request.answer);
    });
    const subject = new Subject(plantOf(server, [device(1, { limits })], [tag('line-1', 10)]));
    await subject.good('line-1/10');
    const commands = new ModbusCommands(subject.gateway);
    const place = { space: 'holding', address: 10, count: 2 } as const;
    expect(await commands.read('line-1', place, 1000)).toEqual({
      kind: 'failed',
      reason: 'holding 11 to 30 must not be read on this device',
    });
    expect(await commands.read('line-1', { ...place, count: 1 }, 60_000)).toEqual({ kind: 'answered', words: [10] });
    expect(await commands.read('line-1', { ...place, space: 'input' }, 60_000)).toEqual({ kind: 'answered', words: [10, 11] });
    expect(touched).toEqual([]);
  });

  it('leave other reads to prove the step by, and none where all of them are barred', () => {
    const all = (['holding', 'input', 'coil', 'discrete'] as const).map((space) => ({ space, from: 0, to: 65_535 }));
    const guard = new ShapeGuard(new ManualClock(0));
    guard.unanswered(1, read);
    expect(guard.probe(1, read, limits.forbidden)).toEqual({ ...read, space: 'input' });
    expect(guard.probe(1, read, [...limits.forbidden, ...all.slice(1, 2)])).toEqual({ ...read, space: 'coil' });
    expect(() => guard.probe(1, read, all)).toThrow('no register may be read');

    const step = new StepProof();
    const proofOf = (operation: ReadOperation, barred: readonly RegisterRange[]) =>
      step.before(1, operation, { shape: 7, nowMs: 60_000, barred });
    step.answered(1, 7, 0);
    step.sending(7, 100, 30_000);
    step.sending(7, 101, 59_000);
    expect(proofOf(read, limits.forbidden)).toEqual({ ...read, space: 'input' });
    expect(proofOf({ ...read, space: 'coil' }, [{ space: 'coil', from: 11, to: 12 }])).toEqual({
      ...read,
      space: 'discrete',
    });
    expect(proofOf(read, [])).toEqual({ ...read, count: 2 });
    expect(proofOf(read, all)).toBeNull();
  });
});
