import { join } from 'node:path';
import { app, utilityProcess } from 'electron';
import { JobProcesses } from './jobProcesses.ts';
import { type ChildProcess, type ServerEvents, ServerProcess } from './serverProcess.ts';
import { PanelWindow } from './window.ts';

const serverScript = join(import.meta.dirname, '..', 'server', 'main.js');
const jobScript = join(import.meta.dirname, '..', 'server', 'jobs', 'main.js');
/** As `npm start` has it: the server's heap is bounded, so that a flood leaves no garbage behind. */
const serverHeap = ['--max-semi-space-size=8', '--max-old-space-size=256'];

/** Data lies in the user's folder of this application; the server finds a free port on loopback. */
const forkServer = (): ChildProcess =>
  utilityProcess.fork(
    serverScript,
    ['--data', join(app.getPath('userData'), 'plant'), '--host', '127.0.0.1', ...process.argv.slice(app.isPackaged ? 1 : 2)],
    {
      serviceName: 'Headworks server',
      stdio: 'inherit',
      execArgv: serverHeap,
    },
  );

const run = async (): Promise<void> => {
  if (!app.requestSingleInstanceLock()) return app.quit();
  await app.whenReady();
  const window = new PanelWindow();
  const jobs = new JobProcesses((args, execArgv) =>
    utilityProcess.fork(jobScript, args, { serviceName: 'Headworks job', stdio: 'inherit', execArgv }),
  );
  const events: ServerEvents = {
    onReady: (url) => void window.showPanel(url),
    onDown: (reason, retryMs) =>
      void window.showStatus(
        'The Headworks server is not running',
        `${reason}. It is started again in ${Math.ceil(retryMs / 1000)} s.`,
      ),
  };
  const server = new ServerProcess(forkServer, events, jobs);
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
