import type { DeviceTemplate } from '../../contract/model/deviceTemplates.ts';
import type { FoundDevice } from '../../contract/plant/tools/scan.ts';
import { isFailure } from '../../core/fail.ts';
import type { FieldOperation } from '../ports/codec.ts';
import { fitTemplates, type ReadArea } from './fingerprint.ts';

type Identity = Pick<FoundDevice, 'vendor' | 'product' | 'revision' | 'serverId' | 'models'>;

/** Asks the device once; null where it refuses or stays silent. */
export type AskDevice = (operation: FieldOperation) => Promise<readonly number[] | null>;

export const unidentified: Identity = { vendor: null, product: null, revision: null, serverId: null, models: [] };

/** Requests for more objects that one identification may take. */
const mostPages = 4;
const objectNames = ['vendor', 'product', 'revision'] as const;

/** Who a device says it is (43/14, then 17), and which known models its registers fit. */
export const identify = async (ask: AskDevice, templates: readonly DeviceTemplate[]): Promise<Identity> => {
  const objects = await readObjects(ask);
  const serverId = textOf((await ask({ kind: 'reportServerId' }))?.slice(1) ?? []);
  const named = { vendor: objects.get(0) ?? null, product: objects.get(1) ?? null, revision: objects.get(2) ?? null };
  const read: ReadArea = (space, address, count) => ask({ kind: 'read', space, address, count });
  const said = objectNames.map((name) => named[name] ?? '').join(' ');
  return { ...named, serverId, models: await fitTemplates(read, templates, `${said} ${serverId ?? ''}`) };
};

const readObjects = async (ask: AskDevice): Promise<Map<number, string | null>> => {
  const objects = new Map<number, string | null>();
  let fromObject = 0;
  for (let page = 0; page < mostPages; page += 1) {
    const bytes = await ask({ kind: 'deviceIdentification', fromObject });
    if (!bytes) break;
    const [, , , more = 0, next = 0, count = 0] = bytes;
    let at = 6;
    for (let i = 0; i < count; i += 1) {
      const [id = 0, length = 0] = bytes.slice(at, at + 2);
      objects.set(id, textOf(bytes.slice(at + 2, at + 2 + length)));
      at += 2 + length;
    }
    if (more !== 0xff || next <= fromObject) break;
    fromObject = next;
  }
  return objects;
};

/** The printable part; null where there is none. */
const textOf = (bytes: readonly number[]): string | null => {
  const text = String.fromCharCode(...bytes.map((byte) => (byte >= 32 && byte < 127 ? byte : 32)));
  return text.replaceAll(/\s+/g, ' ').trim() || null;
};

/** What a device answers, or null where it does not; a lost line or ended work fails on. */
export const orNull = async (answer: Promise<{ words: readonly number[] }>): Promise<readonly number[] | null> => {
  try {
    return (await answer).words;
  } catch (error) {
    if (isFailure(error) && (error.code === 'cancelled' || error.code === 'linkDown')) throw error;
    return null;
  }
};
