/** Test files that replace whole modules: each has a process of its own; all others share one (vite.config.ts). */
export const filesApart = [
  'app/askToQuit.test.ts',
  'app/power.test.ts',
  'app/window/rest.test.ts',
  'app/window/walls.test.ts',
  'app/window/window.test.ts',
  'app/window/windowGuard.test.ts',
  'renderer/early/asked.test.ts',
  'server/backup/beforeUpgrade.test.ts',
  'server/features/plc/readBack.test.ts',
  'server/features/plc/unknownOutcomes.test.ts',
  'server/jobs/backupRoom.test.ts',
  'server/jobs/forkHost.test.ts',
];
