import type { SurfaceReply } from '../../server/contract/process/surface.ts';
import type { SettingsFile } from '../settings.ts';
import type { ShellLog } from '../shellLog.ts';
import {
  canInstall,
  confirmFeed,
  confirmInstall,
  installUpdate,
  lookForUpdate,
  type OwnServer,
} from '../updates/askForUpdate.ts';
import { baseOf } from '../updates/feed/address.ts';
import type { Feed } from '../updates/feed/feed.ts';
import { BundleRefused } from '../updates/refusal.ts';
import type { Updates } from '../updates/updates.ts';
import type { Handlers } from './gate.ts';

type UpdateHandlers = Pick<Handlers, 'checkUpdate' | 'installUpdate' | 'setFeed' | 'askFeed' | 'loadUpdate'> & {
  feedInfo: () => SurfaceReply<'info'>['feed'];
};
export type UpdateSurfaceParts = {
  updates: Updates;
  feed: Feed;
  settings: SettingsFile;
  ownServer: () => OwnServer;
  log: ShellLog;
};

const isAddress = (address: string): boolean => {
  try {
    return address === '' || baseOf(address) !== undefined;
  } catch (error) {
    if (error instanceof BundleRefused) return false;
    throw error;
  }
};

/** What the panel may ask about updates, from a folder and from a feed. */
export const updateHandlers = ({ updates, feed, settings, ownServer, log }: UpdateSurfaceParts): UpdateHandlers => {
  const asking = { updates, server: ownServer, say: log.say.bind(log) };
  let found: string | undefined;
  return {
    feedInfo: () => ({
      address: settings.value.updateFeed,
      askedAt: feed.askedAt,
      canInstall: canInstall(asking),
      state: feed.state,
    }),
    checkUpdate: async () => {
      const looked = await lookForUpdate(asking);
      found = looked?.verdict.kind === 'newer' ? looked.folder : undefined;
      return looked?.verdict ?? null;
    },
    installUpdate: async (source) => {
      const ready = feed.state.kind === 'ready' ? feed.state.folder : undefined;
      const folder = source === 'feed' ? ready : found;
      if (folder === undefined) return 'no update was found';
      return (await confirmInstall()) ? ((await installUpdate(asking, folder, source)) ?? null) : 'it was not wanted';
    },
    setFeed: async (address) => {
      if (!isAddress(address) || !(await confirmFeed(address))) return false;
      settings.change({ updateFeed: address });
      await feed.forget();
      void feed.ask();
      return true;
    },
    askFeed: async () => {
      void feed.ask();
      return null;
    },
    loadUpdate: async (isOn) => {
      if (isOn) void feed.load();
      else await feed.stopLoading();
      return null;
    },
  };
};
