import type { SilentCause } from '../../../contract/plant/overview.ts';
import { iso } from '../../../core/time.ts';
import type { Unit } from '../../../plantModel/index.ts';

/** Why a device gives nothing: its line, or the device itself. */
export type FieldTrouble = {
  kind: 'line' | 'device';
  id: string;
  name: string;
  reason: 'lineDown' | 'noAnswer' | 'badAnswers' | 'disabled';
  /** What it said last, in English. */
  detail: string | null;
  address: string | null;
  /** Epoch ms of the last good answer; null where there was none. */
  sinceMs: number | null;
};
/** Null while nothing is wrong with the device. */
export type FieldTroubles = (deviceId: string) => FieldTrouble | null;

export type Silent = Pick<Unit, 'id' | 'type' | 'feeds'>;

const ofUnits = (reason: 'badValues' | 'noDevice' | 'neverEntered' | 'noValues'): Omit<SilentCause, 'unitIds'> => ({
  kind: 'unit',
  id: null,
  name: '',
  reason,
  detail: null,
  since: null,
});

const causeOf = ({ type, feeds }: Silent, troubles: FieldTroubles, withAddress: boolean): Omit<SilentCause, 'unitIds'> => {
  if (type === 'manual') return ofUnits('neverEntered');
  if (feeds.length === 0) return ofUnits('noDevice');
  const found = feeds.flatMap(({ deviceId }) => troubles(deviceId) ?? []);
  const trouble = found.find(({ kind }) => kind === 'line') ?? found[0];
  if (!trouble) return ofUnits('badValues');
  const { sinceMs, address, ...said } = trouble;
  return { ...said, since: sinceMs === null ? null : iso(sinceMs), ...(withAddress && address !== null && { address }) };
};

/** The units that do not report by what keeps them silent; the causes with the most units first. */
export const silentCauses = (silent: readonly Silent[], troubles: FieldTroubles, withAddress: boolean): SilentCause[] => {
  const causes = new Map<string, SilentCause>();
  for (const unit of silent) {
    const cause = causeOf(unit, troubles, withAddress);
    const key = `${cause.kind} ${cause.id} ${cause.reason}`;
    const known = causes.get(key);
    if (known) known.unitIds.push(unit.id);
    else causes.set(key, { ...cause, unitIds: [unit.id] });
  }
  return [...causes.values()].sort((a, b) => b.unitIds.length - a.unitIds.length);
};

/** Of a moment of the past nobody knows why nothing was measured. */
export const silentThen = (silent: readonly Silent[]): SilentCause[] => {
  const measured = silent.filter(({ type, feeds }) => type !== 'manual' && feeds.length > 0);
  return measured.length === 0 ? [] : [{ ...ofUnits('noValues'), unitIds: measured.map(({ id }) => id) }];
};
