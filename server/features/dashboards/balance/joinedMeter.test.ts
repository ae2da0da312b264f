import { expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { chooseWindow } from '../../../historian/read/window.ts';
import { edge, graph, node, plantWith } from '../../../test/balanceRig.ts';
import { fakeDocuments } from '../../../test/fakeDocuments.ts';
import { BalanceGraphs } from './graphs.ts';
import { BalanceService } from './service.ts';

it('a day on which a meter joined at noon says nothing of a loss: the other meters counted all of it', async () => {
  const plant = plantWith(['in', 'out']);
  const out = plant.unit('DEMO', 'out');
  const { firstSlot } = plant.calendar.window('2026-06-09');
  if (out) out.createdAtMs = (firstSlot + 144) * 300_000;
  plant.write('in', 'volume', '2026-06-09', 0, Array(288).fill(100)).write('in', 'volume', '2026-06-10', 0, Array(288).fill(100));
  plant.write('out', 'volume', '2026-06-09', 144, Array(144).fill(100));
  plant.write('out', 'volume', '2026-06-10', 0, Array(288).fill(100));
  const clock = new ManualClock(Date.parse('2026-06-15T00:00:00Z'));
  const graphs = new BalanceGraphs(fakeDocuments(), plant);
  const nodes = [node('a', 'source'), node('b', 'process'), node('c', 'consumer')];
  await graphs.save('DEMO', graph(nodes, [edge('i', 'a>b', ['in']), edge('o', 'b>c', ['out'])]), 'u');
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const service = new BalanceService({ ...parts, turns: new CooperativeScheduler(), graphs });
  const nodeIn = async (type: 'DAY' | 'MONTH', date1: string) => {
    const asked = { industryId: 'DEMO', signal: new AbortController().signal };
    const answer = await service.over(asked, chooseWindow(plant.calendar, type, { date1 }), 1000);
    return answer?.nodes.find(({ id }) => id === 'b');
  };
  const statusOf = async (date1: string) => {
    const found = await nodeIn('DAY', date1);
    return [found?.status, found?.completeness];
  };
  expect(await statusOf('2026-06-09')).toEqual(['incomplete', 50]);
  expect(await statusOf('2026-06-10')).toEqual(['balanced', 100]);
  // nor does its bar look measured
  expect((await nodeIn('MONTH', '2026-06-10'))?.graph?.quality.slice(-2)).toBe('EG');
});
