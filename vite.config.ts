import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { leanContract } from './renderer/build/leanContract.ts';
import { filesApart } from './tests/filesApart.ts';

/** Gives files that try properties their seed; all others need not load fast-check for it. */
const seeded = {
  name: 'seeded properties',
  transform: (code: string): string | undefined =>
    /from ['"]fast-check['"]/.test(code) && !code.includes('configureGlobal')
      ? `import ${JSON.stringify(resolve(import.meta.dirname, 'tests/seedSetup.ts'))};${code}`
      : undefined,
};
/** A limit for what hangs, not for what is slow: nothing is proved by the time that a test takes on a busy machine. */
const node = {
  environment: 'node',
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // a test that expects nothing proves nothing
  expect: { requireAssertions: true, poll: { timeout: 60_000 } },
  // half of the time went into loading the same modules for each file anew; what a file replaces is given back at its end
  isolate: false,
  setupFiles: ['tests/afterFile.ts'],
};

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** What the first page needs comes as one file: dozens of small ones are larger together, and each costs a request. */
const firstNeeds = (modules: Modules): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) add(imported);
  };
  for (const start of ['main.tsx', 'pages/overview/Page.tsx']) add(resolve(import.meta.dirname, 'renderer', start));
  return found;
};
/** Parts of Mantine that no first page draws; its index names them all, so that following imports alone would bring them. */
const drawnLater =
  /@mantine\/core\/esm\/components\/(ActionIcon|CloseButton|FocusTrap|Input|Modal|ModalBase|Overlay|PasswordInput|Portal|ScrollArea|Switch|TextInput)\/|\/react-remove-scroll/;

/** Asks for the first page's data while the rest is loaded, so it comes in a file of its own. */
const earlyPart = 'renderer/early/asked.ts';
/** The contract, whose schemas are made while the rest is on its way: it needs none of it. */
const contractPart = /\/node_modules\/zod\/|\/server\/contract\//;

const firstPage = () => {
  let needs: ReadonlySet<string> | undefined;
  return (id: string, modules: Modules): string | null => {
    if (id === resolve(import.meta.dirname, earlyPart)) return 'early';
    needs ??= firstNeeds(modules);
    const path = id.replaceAll('\\', '/');
    if (!needs.has(id) || drawnLater.test(path)) return null;
    return contractPart.test(path) ? 'contract' : 'first';
  };
};

const runAtOnce = new Set(['early', 'contract']);
/** index.html runs the small files as they come, not when the large one that imports them is there. */
const early: Plugin = {
  name: 'early files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && runAtOnce.has(file.name)
          ? [
              {
                tag: 'script',
                attrs: { type: 'module', async: true, src: `/${file.fileName}` },
                injectTo: 'head-prepend' as const,
              },
            ]
          : [],
      ),
  },
};

/** Most of the contract is for the server: the panel's copy has what its pages ask for. */
const contract: Plugin = {
  name: 'lean contract',
  apply: 'build',
  transform: {
    filter: { id: /server[\\/]contract[\\/].*\.ts$/ },
    handler(code) {
      return { code: leanContract(code, (text) => this.parse(text)), map: null, moduleSideEffects: false };
    },
  },
};

const pressed = [
  { ending: 'br', press: promisify(brotliCompress), options: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } } },
  { ending: 'gz', press: promisify(gzip), options: { level: 9 } },
] as const;
/** Smaller ones fit into one packet as they are. */
const leastBytes = 1400;

/** Each asset compressed beside itself as small as it gets, so that the server does no such work for a page (http/panelFiles.ts). */
const compressedAssets: Plugin = {
  name: 'compressed assets',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|svg)$/.test(name));
    const compress = async (name: string): Promise<void> => {
      const bytes = await readFile(join(dir, name));
      if (bytes.length < leastBytes) return;
      for (const { ending, press, options } of pressed)
        await writeFile(join(dir, `${name}.${ending}`), await press(bytes, options));
    };
    await Promise.all(names.map(compress));
  },
};

/** The worker that keeps the panel's files for when the server is away, with the list of them; none of it is sent over plain HTTP. */
const offlineWorker: Plugin = {
  name: 'offline worker',
  apply: 'build',
  generateBundle(_, bundle) {
    const files = Object.keys(bundle)
      .filter((name) => /\.(js|css)$|-(latin|devanagari)-wght-normal-[^/]*\.woff2$/.test(name))
      .sort()
      .map((name) => `/${name}`);
    const worker = readFileSync(resolve(import.meta.dirname, 'renderer/worker/sw.js'), 'utf8');
    const build = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
    const source = worker.replace("['%FILES%']", JSON.stringify(files)).replace('%BUILD%', build);
    this.emitFile({ type: 'asset', fileName: 'sw.js', source });
  },
};

/** What takes longest: whole plants asked everything, years of weather, lines in company. Not part of `npm test`, but of `.ci/run`. */
const long = [
  'server/historian/{clockSteps,counterCases}.test.ts',
  'app/updates/killedUpdates.test.ts',
  'server/backup/{hostileFolders,movedPlant,olderBackup}.test.ts',
  'server/commands/unfinished.test.ts',
  'server/pageCheck.test.ts',
  'server/demo/{continueDemo,demo,makeApart,makeDemo}.test.ts',
  'server/features/alarms/replays.test.ts',
  'server/features/alarms/lifecycle/storageFaults.test.ts',
  'server/features/backup/hangingFolder.test.ts',
  'server/features/dashboards/balance/nodeLeaks.test.ts',
  'server/features/reports/{golden,http}.test.ts',
  'server/features/sync/faults.test.ts',
  'server/features/reports/returns/returns.test.ts',
  'server/field/{halfOpen,idleTicks,lateGateway,returnTimes}.test.ts',
  'server/field/polling/trust/{lineCompany,lineTwice}.test.ts',
  'server/field/scan/{endpoint,scan,scannedLine}.test.ts',
  'server/jobs/waitingHistory.test.ts',
  'server/test/doors/{doors,notComparable,reports}.test.ts',
  'server/test/{defaultWatches,diskFull,diskOperations,diskSweep,etags,meterChange,startFaults,statementSweeps,tenants,tenantsHeld,wireReplay}.test.ts',
  'tests/conformance/{anyInput,anyLogin,anyUpload,batchRun,plantDay}.test.ts',
  'tests/golden/{dates,keptFigures,oneFigure,oneMeter,unitsOfMeasure}.test.ts',
];

/** A recorded plant polled on the wire, the packed application, processes that are killed again and again. */
const longProcesses = [
  'tests/process/{abuse,bundled,desktopLimit,dev,goBack,killWhileAlerting,package,replayPlant,upgradeKills}.test.ts',
];

export default defineConfig({
  root: 'renderer',
  plugins: [react(), contract, early, offlineWorker, compressedAssets],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstPage(), debugName: 'first' }] } } },
  },
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
          exclude: ['server/layers.test.ts', ...filesApart, ...long],
        },
      },
      { plugins: [seeded], test: { ...node, name: 'apart', root: '.', include: filesApart, isolate: true } },
      {
        plugins: [seeded],
        test: {
          ...node,
          name: 'layers',
          root: '.',
          include: ['server/layers.test.ts', 'tests/*.test.ts', 'tests/mutants/*.test.ts'],
        },
      },
      // need PostgreSQL of Debian, which each file starts for itself in a temporary folder
      {
        plugins: [seeded],
        test: { ...node, name: 'hub', root: '.', include: ['tests/hub/**/*.test.ts'] },
      },
      // need pdftotext and pdftoppm
      { plugins: [seeded], test: { ...node, name: 'printed', root: '.', include: ['tests/printed/**/*.test.ts'] } },
      { plugins: [seeded], test: { ...node, name: 'golden', root: '.', include: ['tests/golden/**/*.test.ts'], exclude: long } },
      { plugins: [seeded], test: { ...node, name: 'long', root: '.', include: long } },
      // one check a sentence of the published specification, over HTTP
      {
        plugins: [seeded],
        test: { ...node, name: 'conformance', root: '.', include: ['tests/conformance/**/*.test.ts'], exclude: long },
      },
      // whole processes, started and killed: one file at a time, so that they do not starve each other
      {
        plugins: [seeded],
        test: {
          ...node,
          name: 'process',
          root: '.',
          include: ['tests/process/**/*.test.ts'],
          exclude: longProcesses,
          fileParallelism: false,
        },
      },
      { plugins: [seeded], test: { ...node, name: 'longProcesses', root: '.', include: longProcesses, fileParallelism: false } },
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
