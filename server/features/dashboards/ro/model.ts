import type { RoLogKind } from '../../../contract/user/roEfficiency.ts';
import type { Coefficients } from './normalize.ts';

export const roSides = ['feed', 'permeate', 'reject'] as const;
export type RoSideName = (typeof roSides)[number];
export const sideParams = ['tds', 'conductivity', 'pressure', 'ph'] as const;
export type SideParam = (typeof sideParams)[number];
export type GaugeName = `${RoSideName}.${SideParam}` | 'temperature';

/** What stops a plant for as long as its entry lasts; a membrane change is done within its entry's own time. */
export const idleKinds: ReadonlySet<string> = new Set<RoLogKind>(['cip', 'flush', 'shutdown']);

/** One plant: which series measure what, and its design. */
export type RoPlan = {
  plantId: string;
  name: string;
  /** Series of volumes by side; several are added. */
  meters: Readonly<Record<RoSideName, readonly number[]>>;
  energy: readonly number[];
  gauges: ReadonlyMap<GaugeName, number>;
  seriesIds: readonly number[];
  /** Meters of water and energy: what completeness is counted over. */
  meterIds: readonly number[];
  /** Permeate above it makes a running train. */
  runningAboveM3h: number;
  areaM2: number | null;
  recoveryTargetPct: number | null;
  /** What normalisation lacks. */
  missingTags: readonly string[];
  /** Changes with everything that figures are made by. */
  key: string;
};

/** What the log says about figures: times to leave out, cleanings, new membranes. */
export type RoEvent = { plantId: string; kind: RoLogKind; startMs: number; endMs: number };

export type RoReference = Coefficients & { day: number };

/** Slots of the meters that were measured, of those that are expected. */
export type RoComplete = { complete: number; expected: number };
