/**
 * `npx node packaging/makeServer.ts UNPACKED OUT`: the server for an operating system's service manager, out of the very archive that the
 * desktop ships. Plain Node reads no archive and the desktop's program refuses to run as Node, so the files are unpacked here, with Node beside them.
 */
import { copyFileSync, cpSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { extractAll } from '@electron/asar';
import { writeFileList } from './fileList.ts';

const [, , unpacked = '', out = ''] = process.argv;
const resources = join(resolve(unpacked), 'resources');
const folder = resolve(out);
if (existsSync(folder)) throw new Error(`${folder} is there already`);
extractAll(join(resources, 'app.asar'), folder);
cpSync(join(resources, 'app.asar.unpacked'), folder, { recursive: true, force: true });
rmSync(join(folder, 'dist', 'app'), { recursive: true });
// the Node that the project is tested with, of the system that this runs on
const node = process.platform === 'win32' ? 'node.exe' : 'node';
copyFileSync(join(import.meta.dirname, '..', 'node_modules', 'node', 'bin', node), join(folder, node));
writeFileList(folder, () => true);
process.stdout.write(`${folder}\n`);
