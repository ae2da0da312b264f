import { plantToolsLineEndpoints } from './line.ts';
import { plantToolsRegisterEndpoints } from './registers.ts';
import { plantToolsScanEndpoints } from './scan.ts';

/** What a technician works with at a line: scan, registers, traffic, doctor. */
export const plantToolsEndpoints = [
  ...plantToolsScanEndpoints,
  ...plantToolsRegisterEndpoints,
  ...plantToolsLineEndpoints,
] as const;
