import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rollServer } from '../server/commands/rollServer.ts';

const dist = join(import.meta.dirname, '..', 'dist');
const out = join(dist, 'bundled');

/** Where a module is, seen from the bundle: nobody knows where the program will be installed. */
const placeOf = (id) =>
  `process.getBuiltinModule('node:path').join(import.meta.dirname, ${JSON.stringify(relative(out, id).replaceAll('\\', '/'))})`;

/** Called by electron-builder: the packed server starts from a few files, made of what was compiled just now. afterPack removes them. */
const beforePack = async () => {
  rmSync(out, { recursive: true, force: true });
  await rollServer({ server: join(dist, 'server'), ending: 'js', out, outEnding: 'js', placeOf });
};

// biome-ignore lint/style/noDefaultExport: electron-builder calls it
export default beforePack;
