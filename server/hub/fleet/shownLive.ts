import type { ReceivedValues } from '../live/liveValues.ts';
import type { NamedSeries } from './fleetStore.ts';

/** How many of the parameters of an industry are measured now; null where no values have come. */
export const countOf = (received: ReceivedValues | undefined, industryId: string) => {
  const values = received?.industries.find(({ id }) => id === industryId)?.values;
  if (!received || !values) return null;
  const good = values.filter(([, , value, quality]) => value !== null && quality === 'GOOD').length;
  return { receivedAt: new Date(received.receivedMs).toISOString(), good, all: values.length };
};

/** Live values by the names of their units; of a parameter that the hub does not know yet, none. */
export const shownValues = async (
  industryIds: readonly string[],
  received: ReceivedValues | undefined,
  namedSeries: (industryId: string) => Promise<NamedSeries[]>,
): Promise<object[]> => {
  const shown: object[] = [];
  for (const id of industryIds) {
    const values = received?.industries.find((one) => one.id === id)?.values ?? [];
    const byKey = new Map(values.map((value) => [`${value[0]} ${value[1]}`, value]));
    const named = values.length === 0 ? [] : await namedSeries(id);
    const rows = named.flatMap(({ unitId, param, unitName, measure }) => {
      const [, , value, quality, atMs] = byKey.get(`${unitId} ${param}`) ?? [];
      if (quality === undefined) return [];
      return [
        { unitId, unitName, param, measure, value: value ?? null, quality, at: atMs ? new Date(atMs).toISOString() : null },
      ];
    });
    shown.push({ id, values: rows });
  }
  return shown;
};
