import { isDeepStrictEqual } from 'node:util';
import type { AccountSettings, AccountSettingsBody } from '../../contract/model/accountSettings.ts';
import type { ReportSettings } from '../../contract/model/reportSettings.ts';
import type { SettingsVersion } from '../../contract/plant/accounts/settingsVersions.ts';
import type { Clock } from '../../core/clock.ts';
import { contentTag } from '../../core/contentTag.ts';
import { Failure } from '../../core/fail.ts';
import { refuseOtherTag } from '../../core/refusal.ts';
import { iso } from '../../core/time.ts';
import type { ConfigurationChanges, UnitDirectory } from '../../plantModel/index.ts';
import type { AuditEntry, AuditTrail } from '../audit/index.ts';
import type { UserDirectory } from '../auth/index.ts';
import type { IndustryService } from '../units/index.ts';
import type { AccountDocuments, AccountsStore, IndustryWrite, StoredVersion } from './accountsStore.ts';
import type { Actor } from './actor.ts';
import { refuseUnfitParams } from './alertParamRules.ts';
import { inStep } from './documents.ts';
import { refuseUnfitHorns } from './hornRules.ts';
import { newestShift, siUnitOf, siUnitWrite } from './industryFields.ts';
import { refuseUnfitReaders, refuseUnfitRecipients } from './recipientRules.ts';
import { refuseUnknownRotas } from './rotaRules.ts';
import { refuseUnfitSchedules } from './scheduleRules.ts';
import { isActive, phoneUsers, planUsers, ssoUsers, type UserPlan } from './userPlan.ts';

export type SettingsParts = {
  store: AccountsStore;
  directory: UnitDirectory;
  changes: Pick<ConfigurationChanges, 'run'>;
  industries: IndustryService;
  users: UserDirectory;
  audit: AuditTrail;
  clock: Clock;
  /** Whether a write point is a relay of the industry, and no valve. */
  isRelay(industryId: string, pointId: string): boolean;
  /** Whether an address may be shown as the logo of an industry. */
  isLogoAllowed(logo: string, industryId: string): boolean;
};

type Account = AccountSettings['account'];
/** What was saved, for the audit log. */
type Saved = {
  account: [before: Account, after: Account];
  documents: Partial<AccountDocuments>;
  before: AccountDocuments;
  plan: UserPlan;
};

/** Account settings: what they are, and saving them whole or not at all. */
export class SettingsService {
  readonly #parts: SettingsParts;

  constructor(parts: SettingsParts) {
    this.#parts = parts;
  }

  /** The settings as they are now, with the tag of this state. */
  async read(industryId: string): Promise<{ settings: AccountSettings; tag: string }> {
    const { store, users } = this.#parts;
    const documents = await store.documents(industryId);
    const own = users.usersOf(industryId);
    const settings: AccountSettings = {
      account: this.#account(industryId),
      user: phoneUsers(own).map((user) => ({
        id: user.id,
        phoneNo: user.phone ?? '',
        active: isActive(user),
        name: user.name,
      })),
      ...documents,
      sso: ssoUsers(own).map((user) => ({ email: user.email ?? '', role: user.role, active: isActive(user) })),
    };
    return { settings, tag: contentTag(settings) };
  }

  /** Alert settings with their version, 0 where they are the defaults. */
  alerts(industryId: string): ReturnType<AccountsStore['alertDocument']> {
    return this.#parts.store.alertDocument(industryId);
  }

  /** Who saved a section and when, newest first. */
  versions(industryId: string, section: keyof AccountDocuments): Promise<SettingsVersion[]> {
    return this.#parts.store.versions(industryId, section).then((found) => found.map((one) => this.#named(one)));
  }

  /** A section as it was saved then. @throws Failure `notFound`. */
  async version(
    industryId: string,
    section: keyof AccountDocuments,
    version: number,
  ): Promise<SettingsVersion & { body: unknown }> {
    const found = await this.#parts.store.version(industryId, section, version);
    if (!found) throw new Failure('notFound', `There is no version ${version} of the ${section} settings`);
    return { ...this.#named(found), body: found.body };
  }

  /** Which reports are made by themselves. */
  async reports(industryId: string): Promise<ReportSettings> {
    return (await this.#parts.store.documents(industryId)).reports;
  }

  /**
   * Saves what was sent, after every check and in one transaction.
   * @param ifMatch the state the change was made from; without it, the one when the request came.
   * @param onUserAdded called before anything is written when users are to be added; it may throw.
   * @throws Failure `schema` for a parameter that no rule reads, `badRequest` for a limit, a shift, a schedule or a horn that is no relay, `permission` for a horn that the actor may not sound, `conflict` when the settings were changed meanwhile.
   */
  async save(
    actor: Actor,
    body: AccountSettingsBody,
    { ifMatch, onUserAdded }: { ifMatch: string | undefined; onUserAdded: () => void },
  ): Promise<{ settings: AccountSettings; tag: string }> {
    const { changes } = this.#parts;
    const { industryId } = actor;
    const from = ifMatch ?? `"${(await this.read(industryId)).tag}"`;
    await changes.run(industryId, () => this.#save(actor, body, from, onUserAdded));
    return this.read(industryId);
  }

  async #save(actor: Actor, body: AccountSettingsBody, from: string, onUserAdded: () => void): Promise<void> {
    const { store, users, audit, clock, isRelay } = this.#parts;
    const { industryId, userId, permissions } = actor;
    const { settings, tag } = await this.read(industryId);
    refuseOtherTag(from, tag);
    const limits = await store.limits(industryId);
    const plan = planUsers(body, users.usersOf(industryId), { ...limits, industryId, permissions });
    const industry = await this.#industryWrite(industryId, body);
    const before = await store.documents(industryId);
    const documents = differing(before, { alerts: inStep(body.alerts, before.alerts), reports: body.reports });
    if (documents.alerts) {
      refuseUnfitParams(before.alerts, documents.alerts);
      refuseUnknownRotas(documents.alerts);
      refuseUnfitRecipients(before.alerts, documents.alerts);
      refuseUnfitHorns(before.alerts, documents.alerts, { permissions, isRelay: (id) => isRelay(industryId, id) });
    }
    if (documents.reports) {
      refuseUnfitSchedules(before.reports.schedules, documents.reports.schedules, this.#isUnit(industryId));
      refuseUnfitReaders(before.reports, documents.reports);
    }
    if (plan.add.length > 0) onUserAdded();
    const author = { industryId, userId, nowMs: clock.now() };
    const account: Saved['account'] = [settings.account, mergeAccount(settings.account, body)];
    let show = (): void => {};
    store.transaction((tx) => {
      // sessions of those who are no longer active end first
      show = users.stage(tx, plan, 'deactivated');
      if (!isDeepStrictEqual(...account)) store.putIndustry(tx, industryId, industry);
      store.putDocuments(tx, author, documents);
      for (const entry of entriesOf({ account, documents, before, plan })) audit.append(tx, { ...entry, ...actor.act });
    });
    show();
  }

  #isUnit(industryId: string): (id: string) => boolean {
    return (id) => this.#parts.directory.unit(industryId, id) !== undefined;
  }

  #named({ version, savedAtMs, savedBy }: StoredVersion): SettingsVersion {
    const savedByName = this.#parts.users.user(savedBy)?.username ?? null;
    return { version, savedAt: iso(savedAtMs), savedBy, savedByName };
  }

  #account(industryId: string): Account {
    const { directory, industries, isLogoAllowed } = this.#parts;
    const { name, meta, shifts } = industries.industry(industryId);
    const categories = directory.categories(industryId);
    const { startAt, endAt, shiftName } = newestShift(shifts);
    const logo = typeof meta.logo === 'string' && isLogoAllowed(meta.logo, industryId) ? meta.logo : '';
    return {
      industryName: name,
      logo,
      shift: { startAt, endAt, shiftName },
      siUnit: {
        SOURCE_CATEGORY: siUnitOf('SOURCE_CATEGORY', categories, meta),
        STOCK_CATEGORY: siUnitOf('STOCK_CATEGORY', categories, meta),
      },
    };
  }

  async #industryWrite(industryId: string, { account }: AccountSettingsBody): Promise<IndustryWrite> {
    const { directory, industries } = this.#parts;
    const { meta, shifts } = industries.industry(industryId);
    const { meta: units, siUnits } = siUnitWrite(account.siUnit ?? {}, directory.categories(industryId), meta);
    const present = newestShift(shifts);
    const wanted = account.shift && { ...account.shift, shiftName: account.shift.shiftName ?? present.shiftName };
    const { startAt, endAt, shiftName } = present;
    const isNew = wanted && !isDeepStrictEqual({ ...wanted }, { startAt, endAt, shiftName });
    return {
      ...(account.industryName !== undefined && { name: account.industryName }),
      meta: { ...meta, ...units, ...(account.logo !== undefined && { logo: account.logo }) },
      siUnits,
      ...(isNew && { shift: await industries.checkedShift(industryId, { ...wanted, timezone: present.timezone }) }),
    };
  }
}

/** Only sections that say something else than what is stored get a new version. */
const differing = (before: AccountDocuments, wanted: AccountDocuments): Partial<AccountDocuments> => ({
  ...(!isDeepStrictEqual(before.alerts, wanted.alerts) && { alerts: wanted.alerts }),
  ...(!isDeepStrictEqual(before.reports, wanted.reports) && { reports: wanted.reports }),
});

const mergeAccount = (before: Account, { account }: AccountSettingsBody): Account => ({
  industryName: account.industryName ?? before.industryName,
  logo: account.logo ?? before.logo,
  shift: { ...before.shift, ...account.shift, shiftName: account.shift?.shiftName ?? before.shift.shiftName },
  siUnit: {
    SOURCE_CATEGORY: account.siUnit?.SOURCE_CATEGORY ?? before.siUnit.SOURCE_CATEGORY,
    STOCK_CATEGORY: account.siUnit?.STOCK_CATEGORY ?? before.siUnit.STOCK_CATEGORY,
  },
});

type AuditFact = Pick<AuditEntry, 'kind' | 'subject' | 'before' | 'after'>;

const entriesOf = ({ account: [was, is], documents, before, plan }: Saved): AuditFact[] => [
  ...(isDeepStrictEqual(was, is) ? [] : [{ kind: 'settings.account', before: was, after: is }]),
  ...(documents.alerts ? [{ kind: 'settings.alerts', before: before.alerts, after: documents.alerts }] : []),
  ...(documents.reports ? [{ kind: 'settings.reports', before: before.reports, after: documents.reports }] : []),
  ...plan.add.map((user) => ({
    kind: 'user.add',
    subject: user.phone ?? user.email ?? '',
    after: { ...user, permissions: [...user.permissions] },
  })),
  ...plan.change.map(({ userId, before: user, change }) => ({
    kind: 'user.change',
    subject: userId,
    before: Object.fromEntries(Object.keys(change).map((name) => [name, Reflect.get(user, name)])),
    after: change,
  })),
];
