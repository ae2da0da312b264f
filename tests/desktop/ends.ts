/** Waits for the end of a process, none of which lasts for ever: what does not end is killed, and the error names it. */
import type { ChildProcess } from 'node:child_process';
import type { ElectronApplication } from '@playwright/test';

/** A limit for what hangs, not for what is slow. */
const ENDS_WITHIN_MS = 45_000;

type End = [code: number | null, signal: NodeJS.Signals | null];

/** How a process ends, or has ended already. May be asked before it is told to. */
export const endOf = (child: ChildProcess, name: string, withinMs = ENDS_WITHIN_MS): Promise<End> => {
  const { exitCode, signalCode } = child;
  if (exitCode !== null || signalCode !== null) return Promise.resolve([exitCode, signalCode]);
  const ended = new Promise<End>((done, failed) => {
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      failed(new Error(`${name} did not end within ${withinMs / 1000} s, and was killed`));
    }, withinMs);
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      done([code, signal]);
    });
  });
  // a test that fails before it waits for this says its own fault
  ended.catch(() => undefined);
  return ended;
};

/** Ends a shell as its own quit does; one that has ended already is right as well. */
export const closeShell = async (shell: { app: ElectronApplication; program: ChildProcess } | undefined): Promise<void> => {
  if (!shell) return;
  const ended = endOf(shell.program, 'the desktop');
  await shell.app.close().catch(() => undefined);
  await ended;
};

/** A promise with a limit. @throws Error with what was waited for */
export const within = async <Result>(ms: number, what: string, wanted: Promise<Result>): Promise<Result> => {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    limit = setTimeout(() => failed(new Error(`${what} within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([wanted, late]);
  } finally {
    clearTimeout(limit);
  }
};
