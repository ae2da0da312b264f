import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { closeShell } from './ends.ts';
import { installShell } from './runtime.ts';
import { newFolder, type RunningShell, removeFolder, startShell } from './shell.ts';

const boundsOf = ({ app }: RunningShell) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());

test('opens where it was closed, and where it can be seen when that display is gone', async () => {
  const installed = installShell();
  const folder = newFolder();
  const settingsFile = join(folder, 'shell.json');
  const place = () => (existsSync(settingsFile) ? JSON.parse(readFileSync(settingsFile, 'utf8')).place : undefined);
  const wanted = { x: 120, y: 80, width: 1000, height: 700 };
  try {
    const first = await startShell(installed.program, folder);
    await first.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), wanted);
    await expect.poll(place).toEqual({ ...wanted, isMaximized: false });
    await closeShell(first);
    const second = await startShell(installed.program, folder);
    expect(await boundsOf(second)).toEqual(wanted);
    await closeShell(second);
    const kept = JSON.parse(readFileSync(settingsFile, 'utf8'));
    writeFileSync(settingsFile, JSON.stringify({ ...kept, place: { ...place(), x: 9000 } }));
    const third = await startShell(installed.program, folder);
    expect((await boundsOf(third))?.x).toBeLessThan(1600);
    await closeShell(third);
  } finally {
    installed.remove();
    removeFolder(folder);
  }
});
