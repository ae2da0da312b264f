import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileList } from './fileList.ts';
import { licencesOf } from './licences.ts';

/** First bytes of programs and libraries of each system. */
const magics = { linux: '7f454c46', win32: '4d5a' };
/** Largest size of the packed program, so that a dependency that makes it larger is noticed; 13 MB are the files that the server starts from. */
const MOST_ARCHIVE_BYTES = 85_000_000;
const MOST_ADDON_BYTES = 15_000_000;
const project = join(import.meta.dirname, '..');

const fail = (reason) => {
  throw new Error(reason);
};

const checkAddons = (folder, platform) => {
  const addons = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && one.name.endsWith('.node'))
    .map((one) => join(one.parentPath, one.name));
  const magic = Buffer.from(magics[platform] ?? '', 'hex');
  for (const path of addons)
    if (!readFileSync(path).subarray(0, magic.length).equals(magic)) fail(`${path} is no addon for ${platform}`);
  const bytes = addons.reduce((sum, path) => sum + statSync(path).size, 0);
  if (addons.length < 4) fail(`only ${addons.length} addons were packed`);
  if (bytes > MOST_ADDON_BYTES) fail(`the addons have ${bytes} bytes, ${MOST_ADDON_BYTES} at most`);
};

/** Called by electron-builder: checks what was packed, and puts the bill of materials, the licences and the list of hashes beside it. */
const afterPack = async ({ appOutDir, electronPlatformName }) => {
  const resources = join(appOutDir, 'resources');
  // it is of this very build, and a server that is started here must not take it for a later one
  rmSync(join(project, 'dist', 'bundled'), { recursive: true, force: true });
  checkAddons(join(resources, 'app.asar.unpacked'), electronPlatformName);
  const { size } = statSync(join(resources, 'app.asar'));
  if (size > MOST_ARCHIVE_BYTES) fail(`app.asar has ${size} bytes, ${MOST_ARCHIVE_BYTES} at most`);
  const npm = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'];
  const shell = process.platform === 'win32';
  writeFileSync(join(resources, 'sbom.cdx.json'), execFileSync('npm', npm, { cwd: project, maxBuffer: 100_000_000, shell }));
  writeFileSync(join(resources, 'licences.txt'), licencesOf(project));
  const isOfProgram = (name) => /^app\.asar($|\.unpacked\/)/.test(name);
  writeFileList(resources, isOfProgram);
  // which key may sign a release is said by keys that the roots signed
  const keys = process.env.HEADWORKS_RELEASE_KEYS;
  if (keys) for (const name of ['keys.json', 'keys.sig']) copyFileSync(join(keys, name), join(resources, name));
};

// biome-ignore lint/style/noDefaultExport: electron-builder calls it
export default afterPack;
