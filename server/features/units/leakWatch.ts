import type { UnitSpec } from '../../contract/model/units.ts';
import { hasWaterMeter } from './unitHints.ts';

/** A watch that learns has a day to learn from. */
export const withLearnFrom = (spec: UnitSpec, today: string): UnitSpec => {
  const watch = spec.meta.alertParams?.stable_flow;
  if (watch?.mode !== 'learned' || watch.learnFrom !== undefined) return spec;
  return {
    ...spec,
    meta: { ...spec.meta, alertParams: { ...spec.meta.alertParams, stable_flow: { ...watch, learnFrom: today } } },
  };
};

/** A new line is watched for leaks, unless somebody has said whether it is; how it is watched is learned (docs/domain.md, Leaks). */
export const withLeakWatch = (spec: UnitSpec, today: string): UnitSpec => {
  const { alertEnabled, alertParams } = spec.meta;
  if (!hasWaterMeter(spec) || alertEnabled?.stable_flow !== undefined) return withLearnFrom(spec, today);
  const meta = {
    ...spec.meta,
    alertEnabled: { ...alertEnabled, stable_flow: true },
    alertParams: { ...alertParams, stable_flow: { mode: 'learned' as const, ...alertParams?.stable_flow } },
  };
  return withLearnFrom({ ...spec, meta }, today);
};
