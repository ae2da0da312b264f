import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const node = { environment: 'node', testTimeout: 20_000, hookTimeout: 30_000 } as const;

export default defineConfig({
  root: 'renderer',
  plugins: [react()],
  build: { outDir: '../dist/renderer', emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 1500 },
  test: {
    root: '.',
    projects: [
      {
        test: {
          ...node,
          name: 'server',
          root: '.',
          include: ['server/**/*.test.ts', 'app/**/*.test.ts', 'renderer/**/*.test.ts'],
          exclude: ['server/layers.test.ts'],
        },
      },
      { test: { ...node, name: 'layers', root: '.', include: ['server/layers.test.ts', 'tests/*.test.ts'] } },
      // need pdftotext and pdftoppm
      { test: { ...node, name: 'printed', root: '.', include: ['tests/printed/**/*.test.ts'] } },
      { test: { ...node, name: 'golden', root: '.', include: ['tests/golden/**/*.test.ts'] } },
      // whole processes, started and killed: one file at a time, so that they do not starve each other
      {
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
        test: {
          ...node,
          name: 'peers',
          root: '.',
          include: ['tests/peers/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
