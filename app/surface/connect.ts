import { app, dialog, ipcMain, screen } from 'electron';
import { type SurfaceCall, shellSurface } from '../../server/contract/process/surface.ts';
import type { Autostart } from '../launch/autostart.ts';
import { printersOf, printLabel } from '../printing/printLabel.ts';
import { savePage } from '../printing/savePage.ts';
import type { SettingsFile } from '../settings.ts';
import type { ShellLog } from '../shellLog.ts';
import type { DesktopDiagnostics } from '../support/diagnostics.ts';
import type { ShellState } from '../tray/trayModel.ts';
import type { OwnServer } from '../updates/askForUpdate.ts';
import type { Feed } from '../updates/feed/feed.ts';
import type { Updates } from '../updates/updates.ts';
import type { WallChoice } from '../window/wallChoice.ts';
import { displayId } from '../window/walls.ts';
import type { PanelWindow } from '../window/window.ts';
import { type Handlers, SurfaceGate } from './gate.ts';
import { updateHandlers } from './updateHandlers.ts';

export type SurfaceParts = {
  window: PanelWindow;
  walls: WallChoice;
  autostart: Autostart;
  settings: SettingsFile;
  log: ShellLog;
  updates: Updates;
  feed: Feed;
  state: () => ShellState;
  /** Under which other machines reach the server that is shown. */
  addresses: () => readonly string[];
  onWalls: () => void;
  ownServer: () => OwnServer;
  support: DesktopDiagnostics;
};

const handlersOf = (parts: SurfaceParts): Handlers => {
  const { window, walls, autostart, settings, state, addresses, onWalls } = parts;
  const { feedInfo, ...updating } = updateHandlers(parts);
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
        walls: walls.walls.map(({ display }) => ({ display })),
        addresses: [...addresses()],
        feed: feedInfo(),
      };
    },
    printPage: ({ landscape }) => savePage(window, landscape),
    printers: () => printersOf(window.webContents),
    printLabel: ({ printer, label }) => printLabel({ printer, label, settings, contents: window.webContents }),
    pickFolder: async () => {
      const properties = ['openDirectory', 'createDirectory'] as const;
      const { filePaths } = await dialog.showOpenDialog({ title: 'Folder for backups', properties: [...properties] });
      return filePaths[0] ?? null;
    },
    setWall: async ({ display, page }) => {
      const isThere = screen.getAllDisplays().some((one) => displayId(one) === display);
      if (page !== null && !isThere) return false;
      walls.set(display, page);
      onWalls();
      return true;
    },
    ...updating,
    diagnostics: ({ withDumps }) => parts.support.allow(withDumps),
    autostart: async (isOn) => autostart.set(isOn),
  };
};

/** Registers handlers for the calls of the contract, and for no others. */
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
        frame && sender.id === parts.window.webContents.id ? { url: frame.url, isTop: frame.parent === null } : undefined;
      return gate.call(call, caller, args);
    });
};
