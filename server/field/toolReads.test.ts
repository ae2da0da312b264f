import { expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { plantOf, Subject, serverOf } from '../test/gatewaySubject.ts';
import { device, seeded, tag } from './testing/make.ts';
import { ModbusTools } from './tools.ts';

it('registers that are looked at on a line of which one answer comes twice are never those of the request before', async () => {
  let repeats = false;
  const server = await serverOf(({ send, answer, socket }) => {
    send(answer, 15);
    if (repeats) setTimeout(() => void (socket.destroyed || socket.write(answer)), 22);
    repeats = false;
  }, 'rtu');
  const subject = new Subject(
    plantOf(server, [device(1)], [tag('line-1', 7, { periodMs: 60_000 })], { kind: 'rtuTcp', timeoutMs: 2000 }),
  );
  await subject.good('line-1/7');
  const tools = new ModbusTools(subject.gateway, systemClock, seeded(7));
  const shown: [asked: number, words: readonly number[]][] = [];
  for (let address = 100; address < 140; address += 2) {
    repeats = address === 120;
    const { words } = await tools.read({ connectionId: 'line', slaveId: 1 }, { space: 'holding', address, count: 2 });
    shown.push([address, words]);
  }
  expect(shown.filter(([asked, words]) => words[0] !== asked || words[1] !== asked + 1)).toEqual([]);
  expect(shown).toHaveLength(20);
});
