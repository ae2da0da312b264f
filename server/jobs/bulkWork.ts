import { z } from 'zod';
import { systemClock } from '../core/clock.ts';
import { CooperativeScheduler, TimeSlice } from '../core/cooperativeScheduler.ts';
import { ConfigurationExport, FieldRegistry, FieldStore, parseInBatches } from '../features/commissioning/index.ts';
import { PointStore } from '../features/plc/index.ts';
import type { OpenReading } from './openReading.ts';
import type { Work } from './work.ts';

const file = z.object({ bytes: z.instanceof(Uint8Array) });
const order = z.object({ industryId: z.string(), format: z.enum(['xlsx', 'csv', 'json']) });

/** Work of kind `parseFile`: the rows of a file with a field configuration, in batches. */
export const parseWork = (): Work => (input, signal, give) =>
  parseInBatches(file.parse(input).bytes, new TimeSlice(new CooperativeScheduler(), systemClock, signal), signal, give);

/** Work of kind `exportConfiguration`: a file with the field configuration as it is stored. */
export const exportWork =
  (open: () => OpenReading): Work =>
  async (input, signal) => {
    const { industryId, format } = order.parse(input);
    const { writer } = open();
    const registry = new FieldRegistry();
    registry.load(await new FieldStore(writer).readAll());
    const all = new PointStore(writer).all();
    const points = { list: (id: string) => all.filter((one) => one.industryId === id) };
    const parts = { registry, points, turns: new CooperativeScheduler(), clock: systemClock };
    return new ConfigurationExport(parts).write(industryId, format, signal);
  };
