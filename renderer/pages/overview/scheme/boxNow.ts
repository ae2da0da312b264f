import type { QualityLetter } from '../../../../server/contract/model/common.ts';
import type { LiveValues } from '../../../state/liveValues.ts';
import { type FlowNow, flowNow, lettersOf, type TankNow } from '../nodeNow.ts';
import type { PlantNow } from '../usePlantNow.ts';
import type { SchemeNode } from './schematic.ts';

/** What a node of the schematic says now. */
export type BoxNow = {
  flow: FlowNow;
  tank: TankNow | null;
  /** Of its meters or of its balance, the most urgent one. */
  alarm: { priority: number; isWaiting: boolean } | null;
  /** Of the slot that is drawn, of a moment of the past. */
  letters: QualityLetter[];
  /** Value and band, where they are more than the meters explain. */
  unaccounted: string | null;
};

export const boxNow = (
  node: SchemeNode,
  { values, now, unaccounted }: { values: LiveValues; now: PlantNow; unaccounted: string | null },
): BoxNow => {
  const own = node.tankId === null ? node.unitIds : [node.tankId];
  const waiting = now.attention?.waiting ?? [];
  const alarm = [...waiting, ...(now.attention?.seen ?? [])].find(
    ({ unitId, subject }) => own.includes(unitId) || (subject.kind === 'node' && subject.id === node.id),
  );
  return {
    flow: flowNow(values, now.units, node.unitIds, now.moment),
    tank: now.tanks.find(({ unit }) => unit.unitId === node.tankId) ?? null,
    alarm: alarm === undefined ? null : { priority: alarm.priority, isWaiting: waiting.includes(alarm) },
    letters: lettersOf(now.units, own),
    unaccounted,
  };
};
