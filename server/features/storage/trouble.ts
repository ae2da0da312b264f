import type { DamageFinding } from './model.ts';

/** Codes for health. */
export type StorageFinding = 'notWritable' | 'diskFull' | 'diskFullSoon' | 'damaged';

/** What is not as it should be with what is stored, or with the room for more. */
export type StorageTrouble = {
  /** The disk refuses a write with an error; it has no room. */
  isFailing: boolean;
  isFull: boolean;
  /** Readings are not stored, whatever the disk says. */
  areReadingsUnstored: boolean;
  isLogLost: boolean;
  /** A chained log was cut or written anew. */
  isChainChanged: boolean;
  /** A row that is not what was stored, outside of readings. */
  damagedRow: DamageFinding | undefined;
  isDamaged: boolean;
  /** The day on which the disk is full, where that is near. */
  fullOn: string | null;
};

/** Codes of what is not as it should be. */
export const findingsOf = ({ isFailing, isFull, areReadingsUnstored, isDamaged, fullOn }: StorageTrouble): StorageFinding[] => [
  ...(isFailing || (areReadingsUnstored && !isFull) ? (['notWritable'] as const) : []),
  ...(isFull ? (['diskFull'] as const) : fullOn !== null ? (['diskFullSoon'] as const) : []),
  ...(isDamaged ? (['damaged'] as const) : []),
];

/** What the alarm about the storage says: what is worst; null where all is well. */
export const alarmText = (trouble: StorageTrouble): string | null => {
  const { damagedRow: row, fullOn } = trouble;
  if (trouble.isFailing) return 'The disk refuses to be written: readings and changes are not stored';
  if (trouble.isFull) return 'The disk is full: readings and changes are not stored';
  if (trouble.areReadingsUnstored) return 'Readings cannot be stored: they are in memory alone and are tried again';
  if (trouble.isLogLost) return 'The last minutes before the server was ended are lost: its write-ahead log is gone';
  if (trouble.isChainChanged) return 'The audit log, or the log of alarms or commands, is not what was written';
  if (row) return `What was stored of ${row.name} is damaged: figures, alarms and commands that follow from it may be wrong`;
  if (trouble.isDamaged) return 'Stored readings are damaged and answered as missing';
  return fullOn === null ? null : `The disk is full on about ${fullOn}`;
};
