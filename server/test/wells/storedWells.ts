import { dayNumber } from '../../core/shift.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { seededRandom } from '../doors/seededRandom.ts';
import { countingMeter, volumesOf } from '../randomPlant.ts';
import { ReadingsRig } from '../readingsRig.ts';
import { TestPlant } from '../testPlant.ts';
import type { MadeWells, PlainSeries, PlainWell } from './madeWells.ts';

const zones = ['Asia/Kolkata', 'Europe/Berlin', 'Asia/Kathmandu'];
const starts = ['06:00:00', '22:10:00', '05:35:00'];
const lastDates = ['2026-04-02', '2026-03-30', '2026-10-27', '2026-06-02'];
const [DAYS, RATED_M3H] = [5, 20];

const empty = (): PlainSeries => new Map();
const noPermit = { noc: undefined, startMonth: 4, aquiferId: 'rock' };

/**
 * A pumped well and a piezometer as displays and levels were read of them, slot by slot: with gaps, turns of the counter, readings that
 * came late, and levels that a person measured and entered.
 */
export const storedWells = async (seed: number): Promise<{ made: MadeWells; rig: ReadingsRig }> => {
  const next = seededRandom(seed);
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(of: readonly T[]): T => of[whole(0, of.length - 1)] as T;
  const well = { piezometer: false, aquiferId: 'rock', ratedFlowM3h: RATED_M3H };
  const plant = new TestPlant({ timezone: pick(zones), startAt: pick(starts) })
    .addCategory('GROUND_WATER_LEVEL', ['w'])
    .addUnit({ id: 'well', type: 'borewell', subCategoryId: 'w', meta: { meter: countingMeter, well } })
    .addUnit({ id: 'piezo', type: 'level', subCategoryId: 'w', meta: { well: { piezometer: true, aquiferId: 'rock' } } });
  const { firstSlot, slots } = plant.calendar.windowOfDay(dayNumber(pick(lastDates)));
  const nowSlot = firstSlot + whole(2, slots - 1);
  const from = nowSlot - DAYS * 288;
  const displays = new Map<number, number>();
  const levels: Record<'well' | 'piezo', Map<number, number>> = { well: new Map(), piezo: new Map() };
  const rig = new ReadingsRig(plant, nowSlot * SLOT_MS + 15_000);
  let [display, isOn, depthM] = [whole(0, 49_000), true, 20];
  for (let slot = from; slot < nowSlot; ) {
    const [length, silent] = [pick([8, 14, 40, 55, 120, 300]), pick(['', '', 'volume', 'level'])];
    const silentFor = whole(1, 20);
    for (let at = 0; at < length && slot < nowSlot; at += 1, slot += 1) {
      if (isOn) display = (display + whole(150, 170)) % countingMeter.modulus;
      depthM += ((isOn ? 26 : 20) - depthM) * 0.1;
      const isSilent = at < silentFor && slot < nowSlot - 1;
      if (!(isSilent && silent === 'volume')) displays.set(slot, display);
      if (isSilent && silent === 'level') continue;
      levels.well.set(slot, Math.round(1000 * depthM) / 1000);
      levels.piezo.set(slot, Math.round(1000 * (19 + depthM / 20)) / 1000);
    }
    isOn = !isOn;
  }
  const late = new Set([...levels.well.keys()].filter((slot) => slot > from + 20 && slot < nowSlot - 300 && next() < 0.01));
  const history = rig.history();
  const [volumeId, levelId, piezoId] = [rig.id('well', 'volume'), rig.id('well', 'level'), rig.id('piezo', 'level')];
  for (let slot = from; slot < nowSlot; slot += 1)
    history.acceptSlot(slot, [
      { seriesId: volumeId, value: late.has(slot) ? null : (displays.get(slot) ?? null) },
      { seriesId: levelId, value: late.has(slot) ? null : (levels.well.get(slot) ?? null) },
      { seriesId: piezoId, value: levels.piezo.get(slot) ?? null },
    ]);
  history.finish();
  rig.start(['well.volume', 'well.level', 'piezo.level']);
  await rig.ingest.flush();
  for (const slot of late) {
    const atMs = (slot + 1) * SLOT_MS - 10_000;
    rig.send('well.level', levels.well.get(slot) ?? null, atMs);
    const shown = displays.get(slot);
    if (shown !== undefined) rig.send('well.volume', shown, atMs);
  }
  for (let times = 0; times < 3; times += 1) await rig.ingest.flush();
  const level = new Map([...levels.well].map(([slot, value]) => [slot, { value, letter: 'G' as const }])) as PlainSeries;
  for (let times = 0; times < 3; times += 1) {
    const [slot, value] = [whole(from, nowSlot - 5), whole(15, 30)];
    await rig.ingest.enter(levelId, slot, [value, value], 'dipped by hand');
    for (const one of [slot, slot + 1]) level.set(one, { value, letter: 'R' });
  }
  await rig.ingest.flush();
  const wells: PlainWell[] = [
    {
      ...{ id: 'well', isPiezometer: false, ratedM3h: RATED_M3H, countsSeldom: false, ...noPermit, flow: empty(), level },
      volume: new Map([...volumesOf(displays)].map(([slot, { litres, letter }]) => [slot, { value: litres, letter }])),
    },
    {
      ...{ id: 'piezo', isPiezometer: true, ratedM3h: null, countsSeldom: false, ...noPermit, flow: empty(), volume: empty() },
      level: new Map([...levels.piezo].map(([slot, value]) => [slot, { value, letter: 'G' as const }])),
    },
  ];
  return { made: { plant, nowSlot, wells, rain: empty(), rechargeL: empty() }, rig };
};
