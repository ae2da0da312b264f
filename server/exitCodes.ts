import { exitCodes } from './contract/process/exitCodes.ts';
import { isFailure } from './core/fail.ts';

export { exitCodes };

/** The exit code for what a start failed with. */
export const exitCodeOf = (error: unknown): number => {
  if (!isFailure(error)) return exitCodes.fault;
  switch (error.code) {
    case 'parameter':
    case 'folderOpen':
    case 'newerVersion':
      return exitCodes.configuration;
    case 'folderInUse':
    case 'portInUse':
      return exitCodes.locked;
    case 'storageFull':
      return exitCodes.disk;
    default:
      return exitCodes.fault;
  }
};
