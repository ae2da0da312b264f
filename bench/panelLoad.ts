/** What a browser fetches of script and style before the overview is there, gzip, from a fresh build of the panel. */
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';

const goalKb = 250;
// a test runner's environment would have React built with its development checks, which no user fetches
process.env.NODE_ENV = 'production';
const built = await build({
  configFile: resolve(import.meta.dirname, '../vite.config.ts'),
  logLevel: 'error',
  build: { write: false },
});
const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
const chunks = new Map(outputs.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])));
const styles = new Map(outputs.flatMap((one) => (one.type === 'asset' ? [[one.fileName, one.source] as const] : [])));

const wanted = new Set<string>();
const follow = (chunk: Rollup.OutputChunk | undefined): void => {
  if (chunk === undefined || wanted.has(chunk.fileName)) return;
  wanted.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) wanted.add(css);
  for (const name of chunk.imports) follow(chunks.get(name));
};
const all = [...chunks.values()];
const overview = all.find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith('pages/overview/Page.tsx'));
if (overview === undefined) throw new Error('the build has no overview of its own');
follow(all.find(({ isEntry }) => isEntry));
follow(overview);

const bytesOf = (name: string): number => gzipSync(chunks.get(name)?.code ?? styles.get(name) ?? '').length;
const parts = [...wanted].map((name) => ({ name, kb: bytesOf(name) / 1000 })).sort((a, b) => b.kb - a.kb);
for (const { name, kb } of parts.filter((part) => part.kb >= 1)) console.log(`  ${kb.toFixed(1)} kB ${name}`);
const sumKb = parts.reduce((sum, { kb }) => sum + kb, 0);
console.log(`panel.firstLoad ${sumKb.toFixed(1)} kB (goal at most ${goalKb})`);
process.exitCode = sumKb > goalKb ? 1 : 0;
