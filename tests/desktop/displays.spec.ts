/** Two displays of an X server that draws into memory; they come and go as by their cables. Skipped where that server is not installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startServer } from './display.ts';
import { closeShell } from './ends.ts';
import { installShell } from './runtime.ts';
import { newFolder, type RunningShell, removeFolder, startShell } from './shell.ts';

const config = `
Section "Device"
  Identifier "memory"
  Driver "dummy"
  VideoRam 64000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5.0-1000.0
  VertRefresh 5.0-200.0
EndSection
Section "Screen"
  Identifier "screen"
  Device "memory"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 3200 1200
  EndSubSection
EndSection
`;
const isInstalled = ['Xorg', 'xrandr'].every((program) => spawnSync('which', [program]).status === 0);

type Displays = { display: string; set: (...args: string[]) => void; stop: () => void };

const startDisplays = async (): Promise<Displays> => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-displays-'));
  writeFileSync(join(folder, 'xorg.conf'), config);
  // a seat that is not the PC's: its screen and keyboard are left alone
  const files = ['-config', join(folder, 'xorg.conf'), '-logfile', join(folder, 'log')];
  const { display, process: server } = await startServer('Xorg', ['-seat', 'test', '-nolisten', 'tcp', '-noreset', ...files]);
  const xrandr = (args: readonly string[]) =>
    execFileSync('xrandr', args, { env: { ...process.env, DISPLAY: display }, stdio: 'ignore', timeout: 30_000 });
  return {
    display,
    set: (...args) => {
      xrandr(args);
      // asking makes the server look again at what is connected
      xrandr([]);
    },
    stop: () => {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

test('fills the display that was chosen and no other, goes with its cable and comes back with it', async () => {
  test.skip(
    !isInstalled || process.getuid?.() !== 0,
    'an X server with several displays (xserver-xorg-video-dummy) is not installed',
  );
  const displays = await startDisplays();
  const before = process.env.DISPLAY;
  const [installed, folder] = [installShell(), newFolder()];
  let started: RunningShell | undefined;
  try {
    const second = ['--output', 'DUMMY1', '--mode', '1280x1024', '--right-of', 'DUMMY0'];
    displays.set('--output', 'DUMMY0', '--mode', '1600x900', '--primary');
    displays.set('--addmode', 'DUMMY1', '1280x1024');
    displays.set(...second);
    process.env.DISPLAY = displays.display;
    const shell = await startShell(installed.program, folder);
    started = shell;
    await expect(shell.page).toHaveURL(/^http:/);
    type Info = { displays: { id: string; label: string; width: number; height: number }[]; walls: { display: string }[] };
    const info = () =>
      shell.page.evaluate(() => (globalThis as unknown as { headworks: { info: () => Promise<Info> } }).headworks.info());
    expect((await info()).displays).toMatchObject([
      { width: 1600, height: 900 },
      { width: 1280, height: 1024 },
    ]);
    const [, chosen] = (await info()).displays;
    const setWall = (page: string | null) =>
      shell.page.evaluate(
        (order) =>
          (globalThis as unknown as { headworks: { setWall: (order: object) => Promise<boolean> } }).headworks.setWall(order),
        { display: chosen?.id, page },
      );
    const walls = () =>
      shell.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .filter((window) => window.isKiosk())
          .map((window) => window.getBounds()),
      );
    const filled = [{ x: 1600, y: 0, width: 1280, height: 1024 }];
    expect(await setWall('/wall')).toBe(true);
    await expect.poll(walls).toEqual(filled);
    displays.set('--output', 'DUMMY1', '--off');
    await expect.poll(walls).toEqual([]);
    expect((await info()).displays).toHaveLength(1);
    displays.set(...second);
    await expect.poll(walls).toEqual(filled);
    expect(await setWall(null)).toBe(true);
    await expect.poll(walls).toEqual([]);
  } finally {
    await closeShell(started).catch(() => undefined);
    process.env.DISPLAY = before;
    installed.remove();
    removeFolder(folder);
    displays.stop();
  }
});
