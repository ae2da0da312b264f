import { setImmediate as nextTurn } from 'node:timers/promises';
import { SLOT_MS } from '../core/slots.ts';
import type { HistoryWriter, SlotReading } from '../historian/index.ts';
import type { DemoChannel, InstrumentedPlant } from './plant.ts';
import { columnOf, type Recording } from './recorder.ts';

/** The series that a signal feeds; undefined where its unit has no such series. */
export type SeriesLookup = (industryId: string, feeds: NonNullable<DemoChannel['signal']['feeds']>) => number;

type Feed = { channel: DemoChannel; values: Float64Array; gaps: { fromMs: number; toMs: number }[]; reading: SlotReading };

/** A device is polled every 5 s, so the mean of a slot has so many samples. */
const samplesPerSlot = 60;
const slotsPerTurn = 288;

const nothing = new Float64Array();

function feedsOf(plant: InstrumentedPlant, { columns }: Recording, seriesOf: SeriesLookup): Feed[] {
  return plant.channels().flatMap((channel) => {
    const { signal, device } = channel;
    if (!signal.feeds) return [];
    const values = columns.get(columnOf(signal.reading) ?? '') ?? nothing;
    const reading = { seriesId: seriesOf(plant.industry.id, signal.feeds), value: null };
    return [{ channel, values, gaps: plant.gaps(device.connection), reading }];
  });
}

/**
 * Produces what every instrument showed from where the plants are up to the last whole slot before a moment, slot by slot and
 * both plants together, and hands it to the path of live readings. Gives way to others between days.
 */
export async function writeHistory(
  plants: readonly InstrumentedPlant[],
  toMs: number,
  sink: Pick<HistoryWriter, 'acceptSlot'>,
  seriesOf: SeriesLookup,
): Promise<void> {
  const recordings = plants.map((plant) => ({ plant, recording: plant.record(toMs) }));
  const [first] = recordings;
  if (!first) return;
  const { firstSlot, slots } = first.recording;
  const feeds = recordings.flatMap(({ plant, recording }) => feedsOf(plant, recording, seriesOf));
  const readings = feeds.map(({ reading }) => reading);
  for (let index = 0; index < slots; index += 1) {
    const fromMs = (firstSlot + index) * SLOT_MS;
    for (const { channel, values, gaps, reading } of feeds) {
      const isAway = gaps.some((gap) => fromMs >= gap.fromMs && fromMs < gap.toMs);
      reading.value = isAway ? null : channel.instrument.show(values[index] ?? 0, fromMs + SLOT_MS, samplesPerSlot);
    }
    sink.acceptSlot(firstSlot + index, readings);
    if (index % slotsPerTurn === slotsPerTurn - 1) await nextTurn();
  }
}
