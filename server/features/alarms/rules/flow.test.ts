import { expect, it } from 'vitest';
import type { SeriesInfo } from '../../../plantModel/index.ts';
import { lessTankFill } from './flow.ts';
import type { SlotView } from './model.ts';

const [FLOW, STOCK] = [1, 2];
const stock = { id: STOCK } as SeriesInfo;
const inflow = {
  at: (view: SlotView, slot: number) => view.value(FLOW, slot),
  isMeasured: (view: SlotView, slot: number) => view.isMeasured(FLOW, slot),
};

/** Values by series and slot; those of `estimated` were not measured. */
const viewOf = (values: Record<string, number>, estimated: readonly string[] = []): SlotView =>
  ({
    value: (seriesId: number, slot: number) => values[`${seriesId}@${slot}`] ?? Number.NaN,
    isMeasured: (seriesId: number, slot: number) => !estimated.includes(`${seriesId}@${slot}`),
  }) as SlotView;

it('what leaves a line with a tank is what comes less what the tank gains, or and what it loses', () => {
  // 500 litres in five minutes are 6 m3/h
  const filling = viewOf({ '1@7': 10, '2@6': 20_000, '2@7': 20_500 });
  const emptying = viewOf({ '1@7': 10, '2@6': 20_500, '2@7': 20_000 });
  const flow = lessTankFill(inflow, stock);
  expect([flow.at(filling, 7), flow.at(emptying, 7)].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([4, 16]);
});

it('it is measured where the flow is, and the tank at both ends of the slot', () => {
  const flow = lessTankFill(inflow, stock);
  const isMeasured = (...estimated: string[]): boolean => flow.isMeasured(viewOf({}, estimated), 7);
  expect(isMeasured()).toBe(true);
  expect(isMeasured('1@6', '2@5', '2@8')).toBe(true);
  for (const one of ['1@7', '2@7', '2@6']) expect([one, isMeasured(one)]).toEqual([one, false]);
});
