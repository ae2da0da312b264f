/**
 * `npm run dev`: the server, started again when one of its files changes, and the panel by Vite's server, which replaces changed
 * modules in the open page. Vite passes the API, files and the live socket on to the server, so that the page has one origin.
 * It sends no Content-Security-Policy, because its own scripts are inline; `npm start` and the browser tests have the real one.
 *
 * Options are those of `npm start`; `--panel-port N` is Vite's (5173).
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const root = resolve(import.meta.dirname, '..');
const { values, tokens } = parseArgs({
  strict: false,
  tokens: true,
  options: { port: { type: 'string' }, 'panel-port': { type: 'string' } },
});
const port = Number(values.port ?? 8080);
const panelPort = Number(values['panel-port'] ?? 5173);

/** The server's own arguments: all but the panel's port. */
const panelToken = tokens.find((token) => token.kind === 'option' && token.name === 'panel-port');
const own = process.argv.slice(2);
if (panelToken?.kind === 'option') own.splice(panelToken.index, panelToken.inlineValue ? 1 : 2);

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server', 'main.ts'), ...own], {
  cwd: root,
  stdio: 'inherit',
});

const target = `http://127.0.0.1:${port}`;
/** With the page's own Host, or the server would take its Origin for a stranger's. */
const same = { target, changeOrigin: false };
const panel = await createServer({
  configFile: join(root, 'vite.config.ts'),
  root: join(root, 'renderer'),
  server: {
    host: '127.0.0.1',
    port: panelPort,
    strictPort: true,
    proxy: { '/api/user/live': { ...same, ws: true }, '/api': same, '/files': same, '/metrics': same },
  },
});
await panel.listen();
console.log(`panel http://127.0.0.1:${panelPort} (server ${target})`);

const stop = async (): Promise<void> => {
  server.kill('SIGTERM');
  await panel.close();
  process.exit(0);
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
server.once('exit', (code) => {
  console.log(`the server has ended with ${code}`);
  void panel.close().then(() => process.exit(code ?? 1));
});
