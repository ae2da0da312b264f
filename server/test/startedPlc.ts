import { onTestFinished } from 'vitest';
import { PlcRig, type PlcRigOptions } from './plcRig.ts';

export const start = async (options?: PlcRigOptions): Promise<PlcRig> => {
  const rig = await PlcRig.start(options);
  onTestFinished(() => rig.close());
  return rig;
};
