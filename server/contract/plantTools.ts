import { plantToolsLineEndpoints } from './plantToolsLine.ts';
import { plantToolsRegisterEndpoints } from './plantToolsRegisters.ts';
import { plantToolsScanEndpoints } from './plantToolsScan.ts';

/** What a technician works with at a line: scan, registers, traffic, doctor. */
export const plantToolsEndpoints = [
  ...plantToolsScanEndpoints,
  ...plantToolsRegisterEndpoints,
  ...plantToolsLineEndpoints,
] as const;
