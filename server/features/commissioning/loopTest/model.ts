import type { LoopTestSpec } from '../../../contract/plant/commissioning/loopTests.ts';

export type PhotoInfo = { id: string; width: number; height: number; savedAtMs: number; savedBy: string };
export type Photo = PhotoInfo & { type: 'png' | 'jpg' | 'webp'; content: Uint8Array };

/** A loop test as it is kept. */
export type StoredLoopTest = {
  id: string;
  industryId: string;
  spec: LoopTestSpec;
  testedAtMs: number;
  savedAtMs: number;
  savedBy: string;
};

/** With what was added to it later. */
export type KeptLoopTest = StoredLoopTest & { photos: PhotoInfo[]; correctedBy: string | null };
