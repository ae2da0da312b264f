import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

/** What an application of a test needs of the installation. */
export const installed = {
  resources: resolve(import.meta.dirname, '../../../resources'),
  panelFolder: tmpdir(),
  version: '0.0.0',
};
