import { resolve } from 'node:path';

/** What an application of a test needs of the installation. */
export const installed = {
  resources: resolve(import.meta.dirname, '../../../resources'),
  panelFolder: resolve(import.meta.dirname, '../../../dist/renderer'),
  version: '0.0.0',
};
