import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Gives files that try properties their seed; all others need not load fast-check for it. */
const seeded = {
  name: 'seeded properties',
  transform: (code: string): string | undefined =>
    /from ['"]fast-check['"]/.test(code) && !code.includes('configureGlobal')
      ? `import ${JSON.stringify(resolve(import.meta.dirname, 'tests/seedSetup.ts'))};${code}`
      : undefined,
};
/** A limit for what hangs, not for what is slow: nothing is proved by the time that a test takes on a busy machine. */
const node = { environment: 'node', testTimeout: 180_000, hookTimeout: 180_000 };

/** What takes longest: whole plants asked everything, years of weather, lines in company. Not part of `npm test`, but of `.ci/run`. */
const long = [
  'server/demo/{continueDemo,makeApart}.test.ts',
  'server/features/dashboards/balance/nodeLeaks.test.ts',
  'server/features/reports/returns/returns.test.ts',
  'server/field/returnTimes.test.ts',
  'server/field/polling/lineCompany.test.ts',
  'server/test/{defaultWatches,diskSweep,etags,wireReplay}.test.ts',
  'tests/golden/unitsOfMeasure.test.ts',
];

export default defineConfig({
  root: 'renderer',
  plugins: [react()],
  build: { outDir: '../dist/renderer', emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 1500 },
  test: {
    root: '.',
    projects: [
      {
        plugins: [seeded],
        test: {
          ...node,
          name: 'server',
          root: '.',
          include: ['server/**/*.test.ts', 'app/**/*.test.ts', 'renderer/**/*.test.ts', 'tests/storage/**/*.test.ts'],
          exclude: ['server/layers.test.ts', ...long],
        },
      },
      {
        plugins: [seeded],
        test: {
          ...node,
          name: 'layers',
          root: '.',
          include: ['server/layers.test.ts', 'tests/*.test.ts', 'tests/mutants/*.test.ts'],
        },
      },
      // need pdftotext and pdftoppm
      { plugins: [seeded], test: { ...node, name: 'printed', root: '.', include: ['tests/printed/**/*.test.ts'] } },
      { plugins: [seeded], test: { ...node, name: 'golden', root: '.', include: ['tests/golden/**/*.test.ts'], exclude: long } },
      { plugins: [seeded], test: { ...node, name: 'long', root: '.', include: long } },
      // one check a sentence of the published specification, over HTTP
      { plugins: [seeded], test: { ...node, name: 'conformance', root: '.', include: ['tests/conformance/**/*.test.ts'] } },
      // whole processes, started and killed: one file at a time, so that they do not starve each other
      {
        plugins: [seeded],
        test: {
          ...node,
          name: 'process',
          root: '.',
          include: ['tests/process/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
        },
      },
      {
        plugins: [seeded],
        test: {
          ...node,
          name: 'peers',
          root: '.',
          include: ['tests/{peers,oracle}/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
