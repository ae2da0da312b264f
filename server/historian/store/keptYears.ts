import type { KeptYears } from '../read/monthTotals.ts';
import type { FigureStore } from './figureStore.ts';

/** With the version of what is kept of a month. */
const KIND = 'months 1';

/** The months of each series and year in the file of figures, each with the revision it was added up at. */
export const keptYears = (store: FigureStore): KeptYears => {
  const keyOf = (seriesId: number, year: number) => ({ kind: KIND, subject: String(seriesId), period: year, basis: '' });
  return {
    of: (seriesId, fromYear, toYear) => {
      const kept = store.range({ kind: KIND, subject: String(seriesId) }, fromYear, toYear);
      return (year) => kept(keyOf(seriesId, year));
    },
    keep: (seriesId, year, months) => store.put(keyOf(seriesId, year), months),
  };
};
