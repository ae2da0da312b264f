import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Component = { type: 'library'; name: string; version: string; purl: string; licenses?: [{ license: { name: string } }] };

const foldersIn = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  } catch {
    return [];
  }
};

const componentOf = async (folder: string): Promise<Component | undefined> => {
  try {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    if (typeof name !== 'string' || typeof version !== 'string') return undefined;
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return {
      type: 'library',
      name,
      version,
      purl,
      ...(typeof license === 'string' && { licenses: [{ license: { name: license } }] }),
    };
  } catch {
    // a package that cannot be read must not keep support from the rest of the archive
    return undefined;
  }
};

/** Packages below a folder, those that packages bring for themselves too; a few files at a time, as the server goes on meanwhile. */
const componentsIn = async (modules: string): Promise<Component[]> => {
  const found: Component[] = [];
  for (const name of await foldersIn(modules)) {
    const folders = name.startsWith('@') ? (await foldersIn(join(modules, name))).map((inner) => join(name, inner)) : [name];
    for (const folder of folders) {
      const own = await componentOf(join(modules, folder));
      if (own) found.push(own);
      found.push(...(await componentsIn(join(modules, folder, 'node_modules'))));
    }
  }
  return found;
};

/** The packages that are installed with the program, each once, by name. */
const installedPackages = async (installation: string): Promise<Component[]> => {
  const found = new Map((await componentsIn(join(installation, 'node_modules'))).map((one) => [one.purl, one]));
  return [...found.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
};

/** The same as a bill of materials in the format CycloneDX 1.5. */
export const billOfMaterials = async (installation: string): Promise<object> => {
  const program = await componentOf(installation);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: program?.name ?? 'headworks', version: program?.version ?? '' } },
    components: await installedPackages(installation),
  };
};

/** What is installed and under which licence, as each package names it. */
export const installedLicences = async (
  installation: string,
): Promise<{ name: string; version: string; licence: string | null }[]> =>
  (await installedPackages(installation)).map(({ name, version, licenses }) => ({
    name,
    version,
    licence: licenses?.[0].license.name ?? null,
  }));
