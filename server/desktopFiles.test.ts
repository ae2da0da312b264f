import { afterEach, expect, it, vi } from 'vitest';
import type { ServerToShell, ShellToServer } from './contract/process/shell.ts';
import { askDesktop } from './desktopFiles.ts';
import { quietLog } from './test/readingsRig.ts';

afterEach(() => void vi.useRealTimers());

const desktop = () => {
  const asked: ServerToShell[] = [];
  const listeners: ((message: ShellToServer) => void)[] = [];
  const ask = askDesktop(
    { post: (message) => void asked.push(message), onMessage: (listener) => void listeners.push(listener) },
    quietLog(),
  );
  const say = (message: ShellToServer) => {
    for (const listener of listeners) listener(message);
  };
  return { asked, ask, say };
};
const files = [{ name: 'shell.0.log', kind: 'text' as const, content: 'started' }];

it('asks the desktop once for two archives that are made at the same time', async () => {
  const { asked, ask, say } = desktop();
  const both = Promise.all([ask(), ask()]);
  say({ type: 'backUp' });
  say({ type: 'desktopFiles', files });
  expect(await both).toEqual([files, files]);
  expect(asked).toEqual([{ type: 'desktopFilesAsked' }]);
});

it('goes without the desktop that does not answer, and asks it again the next time', async () => {
  vi.useFakeTimers();
  const { asked, ask, say } = desktop();
  const first = ask();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await first).toEqual([]);
  const second = ask();
  say({ type: 'desktopFiles', files });
  expect(await second).toEqual(files);
  expect(asked).toHaveLength(2);
});
