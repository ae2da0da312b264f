import { listSettingsVersions, readSettingsVersion } from '../../contract/plant/accounts/settingsVersions.ts';
import { readLastChange } from '../../contract/plant/lastChanges.ts';
import {
  type AccountsLanding,
  accountsLanding,
  allUnitThresholdUpdate,
  industryLogo,
  infoLastUpdated,
  joinedDate,
  patchInfo,
  readInfo,
  readSettings,
  saveSettings,
  uploadLogo,
} from '../../contract/user/accounts.ts';
import type { Clock } from '../../core/clock.ts';
import { contentTag } from '../../core/contentTag.ts';
import { Failure } from '../../core/fail.ts';
import { iso } from '../../core/time.ts';
import { file, type Route, route } from '../../http/route.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { LastChanges } from '../audit/index.ts';
import type { UserDirectory } from '../auth/index.ts';
import type { IndustryService } from '../units/index.ts';
import { actorOf } from './actor.ts';
import type { InfoService } from './infoService.ts';
import type { LogoFiles } from './logoFiles.ts';
import { LOGO_FOLDER } from './logoUrl.ts';
import { readSettings as readSettingsBody } from './settingsBody.ts';
import type { SettingsService } from './settingsService.ts';

export type AccountRoutesParts = {
  settings: SettingsService;
  info: InfoService;
  logos: LogoFiles;
  industries: IndustryService;
  directory: UnitDirectory;
  clock: Clock;
  lastChanges: LastChanges;
  users: Pick<UserDirectory, 'user'>;
  isLogoAllowed(logo: string, industryId: string): boolean;
  /** Where the logo folder begins for clients elsewhere; absent: at the server's root. */
  publicUrl: string | undefined;
};

const settingsRoutes = ({ settings, isLogoAllowed }: AccountRoutesParts): Route[] => [
  route(readSettings)(async (_, { caller, etag }) => {
    const { settings: answer, tag } = await settings.read(caller.industryId);
    etag(tag);
    return answer;
  }),
  route(saveSettings)(async ({ body, headers }, context) => {
    const sent = readSettingsBody(body, (logo) => isLogoAllowed(logo, context.caller.industryId));
    const options = { ifMatch: headers['If-Match'], onUserAdded: () => context.spend('userCreate') };
    const { settings: answer, tag } = await settings.save(actorOf(context), sent, options);
    context.etag(tag);
    return answer;
  }),
  route(listSettingsVersions)(async ({ params }, { caller }) => ({
    versions: await settings.versions(caller.industryId, params.section),
  })),
  route(readSettingsVersion)(({ params }, { caller }) =>
    settings.version(caller.industryId, params.section, Number(params.version)),
  ),
];

const infoRoutes = ({ info, clock }: AccountRoutesParts): Route[] => [
  route(readInfo)((_, { caller, etag }) => {
    const { info: answer, tag } = info.read(caller.industryId);
    etag(tag);
    return answer;
  }),
  route(patchInfo)(async ({ body, headers }, context) => {
    const results = await info.patch(actorOf(context), body, headers['If-Match']);
    const failed = results.filter(({ ok }) => !ok).length;
    context.etag(info.read(context.caller.industryId).tag);
    return {
      status: 'success',
      message: failed === 0 ? 'Updated' : `${failed} of ${results.length} operations were not applied`,
      applied: results.length - failed,
      failed,
      results,
      lastupdated: iso(clock.now()),
    };
  }),
  route(infoLastUpdated)(async ({ query }, { caller }) => {
    const found = await info.checkpoint(caller.industryId, query.path);
    return {
      status: 'success',
      ...(found && { path: found.path, lastupdated: iso(found.createdAtMs), userId: found.userId }),
    };
  }),
  route(allUnitThresholdUpdate)(async ({ query }, context) => {
    if (query.newThreshold !== undefined) await info.setConsumptionThreshold(actorOf(context), query.newThreshold);
    return { status: 'success', message: 'Unit threshold updated successfully' };
  }),
];

const logoRoutes = ({ logos, industries, publicUrl }: AccountRoutesParts): Route[] => [
  route(uploadLogo)(async ({ upload }, { caller, audited }) => {
    if (!upload) throw new Failure('parameter', 'image missing');
    const { logo } = industries.industry(caller.industryId).meta;
    const used = typeof logo === 'string' ? logo.split('/').at(-1) : undefined;
    const name = await logos.add(caller.industryId, upload, used);
    audited({ subject: name });
    return { logourl: `${publicUrl?.replace(/\/$/, '') ?? ''}${LOGO_FOLDER}${name}` };
  }),
  route(industryLogo)(async ({ params }) => file({ ...(await logos.read(params.name)), inert: true })),
];

/** Account settings, unit thresholds, logos and the landing page. */
export const accountRoutes = (parts: AccountRoutesParts): Route[] => [
  ...settingsRoutes(parts),
  ...infoRoutes(parts),
  ...logoRoutes(parts),
  route(readLastChange)(({ params: { id }, query: { kind } }, { caller }) => {
    if (!caller.permissions.has('COMMISSIONING') && !caller.permissions.has('ACCOUNT_SETTINGS'))
      throw new Failure('permission', 'COMMISSIONING or ACCOUNT_SETTINGS is needed');
    const found = parts.lastChanges.lastChange(caller.industryId, id === 'plant' ? caller.industryId : id, kind);
    if (found === null) return { change: null };
    const { atMs, userId } = found;
    return { change: { at: iso(atMs), byName: (userId === null ? undefined : parts.users.user(userId)?.username) ?? null } };
  }),
  route(joinedDate)((_, { caller }) => ({ joinedDate: iso(parts.industries.industry(caller.industryId).joinedAtMs) })),
  route(accountsLanding)(async (_, { caller: { industryId, permissions }, etag }): Promise<AccountsLanding> => {
    const { info } = parts.info.read(industryId);
    const names = new Map(parts.directory.categories(industryId).map((one) => [one.standardCategoryId, one.displayName]));
    const { settings } = await parts.settings.read(industryId);
    const answer = {
      AccountInfoPage: info,
      ...(permissions.has('ACCOUNT_SETTINGS') && { AccountSettingPage: settings }),
      meta: {
        categories: Object.keys(info)
          .filter((categoryId) => names.has(categoryId))
          .map((categoryId, order) => ({ categoryId, name: names.get(categoryId) ?? categoryId, order })),
      },
      siUnit: settings.account.siUnit.SOURCE_CATEGORY,
      joiningDate: iso(parts.industries.industry(industryId).joinedAtMs),
    };
    etag(contentTag([industryId, answer]));
    return answer;
  }),
];
