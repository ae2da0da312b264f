import { join } from 'node:path';
import { app, utilityProcess } from 'electron';
import { type ChildProcess, ServerProcess } from './serverProcess.ts';
import { PanelWindow } from './window.ts';

const serverScript = join(import.meta.dirname, '..', 'server', 'main.js');

/** Data lies in the user's folder of this application; the server finds a free port on loopback. */
const forkServer = (): ChildProcess =>
  utilityProcess.fork(
    serverScript,
    ['--data', join(app.getPath('userData'), 'plant'), '--host', '127.0.0.1', ...process.argv.slice(app.isPackaged ? 1 : 2)],
    {
      serviceName: 'Headworks server',
      stdio: 'inherit',
    },
  );

const run = async (): Promise<void> => {
  if (!app.requestSingleInstanceLock()) return app.quit();
  await app.whenReady();
  const window = new PanelWindow();
  const server = new ServerProcess(forkServer, {
    onReady: (url) => void window.showPanel(url),
    onDown: (reason, retryMs) =>
      void window.showStatus(
        'The Headworks server is not running',
        `${reason}. It is started again in ${Math.ceil(retryMs / 1000)} s.`,
      ),
  });
  app.on('second-instance', () => window.focus());
  app.on('web-contents-created', (_event, contents) => contents.on('will-attach-webview', (event) => event.preventDefault()));
  let stopped = false;
  app.on('before-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    void server.stop().finally(() => {
      stopped = true;
      app.quit();
    });
  });
  app.on('window-all-closed', () => app.quit());
  await window.showStatus('Headworks is starting', 'Opening the database and the lines to the meters.');
  server.start();
};

void run();
