import { plantToolsLineEndpoints } from './toolsLine.ts';
import { plantToolsRegisterEndpoints } from './toolsRegisters.ts';
import { plantToolsScanEndpoints } from './toolsScan.ts';

/** What a technician works with at a line: scan, registers, traffic, doctor. */
export const plantToolsEndpoints = [
  ...plantToolsScanEndpoints,
  ...plantToolsRegisterEndpoints,
  ...plantToolsLineEndpoints,
] as const;
