import type { Bus } from '../core/bus.ts';
import type { Log } from '../core/log.ts';
import type { PlantClock } from '../core/plantClock.ts';
import type { Sqlite } from '../db/open.ts';
import type { Writer } from '../db/writer.ts';
import type { UnitDirectory } from '../plantModel/index.ts';
import { HistoryWriter } from './ingest/historyWriter.ts';
import { Ingest } from './ingest/ingest.ts';
import type { NtpWatch } from './ingest/ntpWatch.ts';
import { MonthTotals } from './read/monthTotals.ts';
import { SlotReader } from './read/slotReader.ts';
import type { KeptDays } from './read/wideTotals.ts';
import type { DamageList } from './store/damage.ts';
import { DatabaseState } from './store/databaseStateStore.ts';
import { DayTree } from './store/dayTreeStore.ts';
import { FigureStore } from './store/figureStore.ts';
import { keptDays } from './store/keptDayStore.ts';
import { keptYears } from './store/keptYears.ts';
import { ReadingStore } from './store/readingStore.ts';
import { DaySealing } from './store/sealing.ts';
import { SlotStore } from './store/slotStore.ts';
import { WorkedOutDays } from './store/workedOutStore.ts';

export type HistorianParts = {
  writer: Writer;
  reader: Sqlite;
  directory: UnitDirectory;
  bus: Bus;
  clock: PlantClock;
  log: Log;
  ntp?: NtpWatch;
  /** Where figures of closed days are kept. */
  figures: { path: string; database: string; hasRoom?: () => boolean };
};

export type Historian = {
  /** Takes samples and stores them. */
  ingest: Ingest;
  /** Reads any window of any series. */
  reader: SlotReader;
  /** The same for work that goes through many closed days: what is asked again stays in the memory of the other. */
  passing: SlotReader;
  /** A writer of past readings, for plants that are made and for imports. */
  history(): HistoryWriter;
  /** Readings that were found damaged and are answered as missing. */
  damage: DamageList;
  /** Closed days with their hashes, to be kept elsewhere or sent. */
  tree: DayTree;
  /** Gives days from before there were hashes theirs. */
  sealing: DaySealing;
  /** Writes the figures that were worked out, and lets go of their file. */
  stopFigures(): void;
};

/** Series of one day that are made from one another, as analysers from the meter of their water. */
const PASSING_DAYS = 40;

/** Readings from the sample to the stored day, and back. */
export const createHistorian = ({ writer, reader, directory, bus, clock, log, ntp, figures }: HistorianParts): Historian => {
  const state = new DatabaseState(reader, () => writer.commits);
  const store = new ReadingStore(reader, undefined, state);
  const slotStore = new SlotStore(writer, store.damage);
  const ingest = new Ingest({ clock, log, bus, units: directory, store, slotStore, ntp });
  const tree = new DayTree(reader);
  const figureStore = new FigureStore({ ...figures, log, clock });
  const workedOut = new WorkedOutDays({ sqlite: reader, store: figureStore, damage: store.damage, state });
  const months = new MonthTotals(store, keptYears(figureStore));
  const days = keptDays(reader, figureStore);
  return {
    damage: store.damage,
    tree,
    sealing: new DaySealing({ writer, tree, clock, log }),
    ingest,
    passing: new SlotReader({ store, units: directory, clock, figures: workedOut, months, mostDays: PASSING_DAYS }),
    reader: new SlotReader({ store, units: directory, clock, openDays: ingest.openDays, figures: workedOut, months, days }),
    stopFigures: () => figureStore.stop(),
    history: () => new HistoryWriter({ store, slotStore, units: directory, log }),
  };
};

/** What another process of the same plant has worked out, to be read beside a store on a connection that only reads. */
export const createStoredFigures = (
  { sqlite, store }: { sqlite: Sqlite; store: ReadingStore },
  figures: { path: string; database: string },
): { figures: WorkedOutDays; months: MonthTotals; days: KeptDays } => {
  const figureStore = new FigureStore({ ...figures, readonly: true });
  return {
    figures: new WorkedOutDays({ sqlite, store: figureStore, damage: store.damage }),
    months: new MonthTotals(store, keptYears(figureStore)),
    days: keptDays(sqlite, figureStore),
  };
};
