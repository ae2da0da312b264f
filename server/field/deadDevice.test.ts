import { describe, expect, it } from 'vitest';
import { plantOf, Subject, serverOf, touches } from '../test/gatewaySubject.ts';
import { device, tag } from './testing/make.ts';
import { answerIt } from './testing/oracleServer.ts';

describe('a dead device among others', () => {
  it.each(['mbap', 'rtu'] as const)('over %s is soon asked so seldom that the others lose nothing', async (framing) => {
    const requests: Record<number, number> = {};
    const server = await serverOf((request) => {
      requests[request.unit] = (requests[request.unit] ?? 0) + 1;
      if (request.unit !== 7) answerIt(request);
    }, framing);
    const units = Array.from({ length: 32 }, (_, i) => i + 1);
    const tags = units.flatMap((unit) => [0, 100, 200].map((address) => tag(`line-${unit}`, address, { periodMs: 400 })));
    const subject = new Subject(
      plantOf(
        server,
        units.map((unit) => device(unit)),
        tags,
        { timeoutMs: 100, kind: framing === 'mbap' ? 'tcp' : 'rtuTcp' },
      ),
    );
    for (let cycle = 0; cycle < 20 && subject.device('line-7').health !== 'offline'; cycle += 1)
      await subject.good('line-32/200');
    expect(subject.device('line-7').health).toBe('offline');
    const skippedBlocks = (): number => subject.gateway.status().devices.reduce((sum, one) => sum + one.skippedBlocks, 0);
    /** What four cycles skip, and how often they ask the dead one and another. */
    const fourCycles = async () => {
      const [skippedBefore, before] = [skippedBlocks(), { ...requests }];
      for (let cycle = 0; cycle < 4; cycle += 1) await subject.good('line-32/200');
      const asked = (unit: number): number => (requests[unit] ?? 0) - (before[unit] ?? 0);
      return { skipped: skippedBlocks() - skippedBefore, dead: asked(7), alive: asked(32) };
    };
    let seen = await fourCycles();
    // a machine that is busy elsewhere skips some for itself: of a line that loses time to the dead one every cycle would
    for (let tries = 0; tries < 20 && seen.skipped > 0; tries += 1) seen = await fourCycles();
    // a probe comes after fifty timeouts at the earliest
    expect(seen).toMatchObject({ skipped: 0, dead: expect.toSatisfy((count: number) => count <= 1) });
    expect(seen.alive).toBeGreaterThanOrEqual(9);
    expect(units.filter((unit) => unit !== 7).map((unit) => subject.quality(`line-${unit}/100`))).toEqual(Array(31).fill('GOOD'));
  });

  it('comes back with all others when the whole line had been silent', async () => {
    let silent = false;
    const server = await serverOf((request) => {
      if (!silent) answerIt(request);
    }, 'rtu');
    const units = [1, 2, 3];
    const tags = units.map((unit) => tag(`line-${unit}`, 5, { periodMs: 100 }));
    const devices = units.map((unit) => device(unit));
    const subject = new Subject(plantOf(server, devices, tags, { kind: 'rtuTcp' }));
    await subject.good('line-3/5');
    silent = true;
    await Promise.all(units.map((unit) => subject.bad(`line-${unit}/5`, 'STALE')));
    silent = false;
    const samples = await Promise.all(units.map((unit) => subject.good(`line-${unit}/5`)));
    expect(samples.map(({ quality }) => quality)).toEqual(['GOOD', 'GOOD', 'GOOD']);
  });

  it('does not lose its other registers to one block that is never answered', async () => {
    let unanswered = 0;
    const server = await serverOf((request) => {
      if (touches(request, 500)) unanswered += 1;
      else answerIt(request);
    });
    const subject = new Subject(
      plantOf(server, [device(1), device(2)], [tag('line-1', 5), tag('line-1', 500), tag('line-2', 5)]),
    );
    await subject.bad('line-1/500', 'STALE');
    await subject.good('line-1/5');
    expect(subject.device('line-1').health).not.toBe('offline');
    const before = unanswered;
    for (let cycle = 0; cycle < 5; cycle += 1) await subject.good('line-1/5');
    expect(unanswered - before).toBeLessThanOrEqual(1);
  });
});
