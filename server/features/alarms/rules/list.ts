import { deviceStatus } from './device/deviceStatus.ts';
import { energyThreshold } from './energy/energyThreshold.ts';
import { flowRate } from './flowRate.ts';
import { levelExceed } from './levelExceed.ts';
import type { Rule } from './model.ts';
import { monthlyThreshold } from './monthlyThreshold.ts';
import { qualityThreshold } from './qualityThreshold.ts';
import { stableFlow } from './stableFlow.ts';
import { unitThreshold } from './unitThreshold.ts';
import { borewellThreshold } from './wells/borewellThreshold.ts';

/** Every kind of alarm. */
export const rules: readonly Rule[] = [
  deviceStatus,
  unitThreshold,
  monthlyThreshold,
  flowRate,
  stableFlow,
  levelExceed,
  qualityThreshold,
  energyThreshold,
  borewellThreshold,
];
