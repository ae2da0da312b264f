import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, screen } from 'electron';
import { type SurfaceCall, shellSurface } from '../../server/contract/process/surface.ts';
import type { Autostart } from '../launch/autostart.ts';
import type { Paths } from '../launch/paths.ts';
import type { SettingsFile } from '../settings.ts';
import type { ShellLog } from '../shellLog.ts';
import type { ShellState } from '../tray/trayModel.ts';
import type { Updates } from '../updates/updates.ts';
import { displayId, type Walls } from '../window/walls.ts';
import type { PanelWindow } from '../window/window.ts';
import { type Handlers, SurfaceGate } from './gate.ts';

const LOG_LINES = 500;
const DRAWN_WITHIN_MS = 20_000;

export type SurfaceParts = {
  window: PanelWindow;
  walls: Walls;
  autostart: Autostart;
  paths: Paths;
  settings: SettingsFile;
  log: ShellLog;
  updates: Updates;
  state: () => ShellState;
  onWalls: () => void;
};

const newestLines = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_LINES);
  } catch {
    return [];
  }
};

const crashDumps = (): string[] => {
  try {
    return readdirSync(app.getPath('crashDumps'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.dmp'));
  } catch {
    return [];
  }
};

/** A page of the panel in a window that nobody sees, as PDF. It shares the session, and so the login, of the panel. */
const pdfOf = async (url: string, landscape: boolean): Promise<Buffer> => {
  const hidden = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  try {
    hidden.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
    await hidden.loadURL(url);
    const settled = `new Promise(done => { const look = () => document.querySelector('main') && !document.querySelector('[aria-busy="true"]') ? done() : setTimeout(look, 100); look(); setTimeout(done, ${DRAWN_WITHIN_MS}); })`;
    await hidden.webContents.executeJavaScript(settled);
    return await hidden.webContents.printToPDF({
      landscape,
      printBackground: true,
      preferCSSPageSize: true,
      generateTaggedPDF: true,
    });
  } finally {
    hidden.destroy();
  }
};

const handlersOf = (parts: SurfaceParts): Handlers => {
  const { window, autostart, settings, paths, state, onWalls } = parts;
  return {
    info: async () => {
      const shown = state();
      return {
        version: app.getVersion(),
        electron: process.versions.electron ?? '',
        platform: process.platform,
        isService: shown.kind === 'running' && shown.isService,
        startsWithPc: autostart.isOn,
        displays: screen.getAllDisplays().map((display) => ({
          id: displayId(display),
          label: display.label,
          width: display.size.width,
          height: display.size.height,
        })),
      };
    },
    printPage: async ({ page, landscape }) => {
      const { filePath } = await dialog.showSaveDialog({
        defaultPath: 'headworks.pdf',
        filters: [{ name: 'PDF', extensions: ['pdf'] }],
      });
      if (!filePath || window.origin === undefined) return null;
      await writeFile(filePath, await pdfOf(new URL(page, window.origin).href, landscape));
      return filePath;
    },
    pickFolder: async () => {
      const { filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] });
      return filePaths[0] ?? null;
    },
    setWall: async ({ display, page }) => {
      const others = settings.value.walls.filter((wall) => wall.display !== display);
      const isThere = screen.getAllDisplays().some((one) => displayId(one) === display);
      if (page !== null && !isThere) return false;
      settings.change({ walls: page === null ? others : [...others, { display, page }] });
      onWalls();
      return true;
    },
    checkUpdate: async () => {
      const { filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory'] });
      return filePaths[0] === undefined ? null : parts.updates.verdict(filePaths[0]);
    },
    diagnostics: async () => ({ log: newestLines(join(paths.logs, 'shell.0.log')), crashDumps: crashDumps() }),
    autostart: async (isOn) => autostart.set(isOn),
  };
};

/** Makes the calls of the contract, and no other, answerable to the panel. */
export const connectSurface = (parts: SurfaceParts): void => {
  const gate = new SurfaceGate({
    handlers: handlersOf(parts),
    origin: () => parts.window.origin,
    refused: (call, reason) => parts.log.say('a call of the page was refused', { call, reason }),
  });
  for (const call of Object.keys(shellSurface) as SurfaceCall[])
    ipcMain.handle(`headworks:${call}`, (event, ...args) => {
      const { senderFrame: frame, sender } = event;
      const caller =
        frame && sender.id === parts.window.webContentsId ? { url: frame.url, isTop: frame.parent === null } : undefined;
      return gate.call(call, caller, args);
    });
};
