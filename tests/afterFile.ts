import { afterAll, vi } from 'vitest';
import { keepNoConnections } from './dispatcher.ts';

keepNoConnections();

// files share a process (vite.config.ts): the next one begins with the real clock and whole objects
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
