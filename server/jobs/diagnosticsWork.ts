import { createHash, sign } from 'node:crypto';
import { arch, cpus, freemem, loadavg, platform, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { fingerprintOf, loadIdentity } from '../bundle/identity.ts';
import { publicBytes } from '../bundle/keys.ts';
import type { JobSetting } from '../contract/process/jobs.ts';
import { countRows } from '../db/transfer/copyDatabase.ts';
import { writeArchive } from '../features/commissioning/index.ts';
import { billOfMaterials } from './installedPackages.ts';
import type { OpenReading } from './openReading.ts';
import type { Work } from './work.ts';

const order = z.object({
  nowMs: z.number(),
  files: z.array(z.union([z.object({ name: z.string(), text: z.string() }), z.object({ name: z.string(), base64: z.string() })])),
});
const MEBIBYTE = 1_048_576;

const systemFacts = () => ({
  platform: platform(),
  release: release(),
  arch: arch(),
  cores: cpus().length,
  cpu: cpus()[0]?.model ?? null,
  loadAverage: loadavg(),
  memoryMiB: { total: Math.round(totalmem() / MEBIBYTE), free: Math.round(freemem() / MEBIBYTE) },
  versions: process.versions,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/**
 * Work of kind `diagnostics`: a zip archive of what the server handed over, of tables and counts, and of the system. `manifest.json` has the
 * SHA-256 of every file, `manifest.sig` the signature of the site (Ed25519) over it.
 */
export const diagnosticsWork = ({ dataFolder, resources }: JobSetting, open: () => OpenReading): Work => {
  // what is installed stays as it is while the program runs, and is a thousand small files
  let installed: Promise<object> | undefined;
  return async (input) => {
    const { nowMs, files } = order.parse(input);
    installed ??= billOfMaterials(dirname(resources));
    const { sqlite } = open();
    const { signing, site, epoch } = loadIdentity(join(dataFolder, 'keys'), nowMs);
    const database = {
      migration: sqlite.prepare('select max(number) from migration').pluck().get(),
      sqlite: sqlite.prepare('select sqlite_version()').pluck().get(),
      pageCount: sqlite.pragma('page_count', { simple: true }),
      freePages: sqlite.pragma('freelist_count', { simple: true }),
      quickCheck: sqlite.prepare('pragma quick_check(20)').pluck().all(),
      rows: countRows(sqlite),
    };
    const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
    const all = [
      ...files.map((file) => ({
        name: file.name,
        content: 'text' in file ? Buffer.from(file.text) : Buffer.from(file.base64, 'base64'),
      })),
      { name: 'database.json', content: json(database) },
      { name: 'system.json', content: json(systemFacts()) },
      { name: 'sbom.cdx.json', content: json(await installed) },
    ];
    const manifest = json({
      format: 'headworks-diagnostics-1',
      site,
      epoch,
      fingerprint: fingerprintOf(publicBytes(signing)),
      key: publicBytes(signing).toString('base64url'),
      madeAt: new Date(nowMs).toISOString(),
      files: all.map(({ name, content }) => ({
        name,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
    });
    const signature = sign(null, manifest, signing);
    return writeArchive([...all, { name: 'manifest.json', content: manifest }, { name: 'manifest.sig', content: signature }]);
  };
};
