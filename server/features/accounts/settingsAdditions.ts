import { isDeepStrictEqual } from 'node:util';
import type { ReportSettings } from '../../contract/model/reportSettings.ts';
import { Failure } from '../../core/fail.ts';
import type { Actor } from './actor.ts';
import { refuseUnfitReaders } from './recipientRules.ts';
import { refuseUnfitSchedules } from './scheduleRules.ts';
import type { SettingsParts } from './settingsService.ts';
import { phoneUsers, planUsers } from './userPlan.ts';

/** Single parts of the account settings, added without sending all the others. */
export class SettingsAdditions {
  readonly #parts: SettingsParts;

  constructor(parts: SettingsParts) {
    this.#parts = parts;
  }

  /** Adds somebody who logs in by a code to a phone and may look. @throws Failure `badRequest` over the limit of users, `conflict` for a number that is taken. */
  addPhoneUser({ industryId, permissions, act }: Actor, person: { phoneNo: string; name: string }): Promise<void> {
    const { store, users, audit, changes } = this.#parts;
    return changes.run(industryId, async () => {
      const own = users.usersOf(industryId);
      if (phoneUsers(own).some(({ phone }) => phone === person.phoneNo))
        throw new Failure('conflict', `${person.phoneNo} is registered already`);
      const limits = await store.limits(industryId);
      const plan = planUsers({ user: [person], sso: null }, own, { ...limits, industryId, permissions });
      let show = (): void => {};
      store.transaction((tx) => {
        show = users.stage(tx, plan, 'deactivated');
        for (const user of plan.add)
          audit.append(tx, {
            ...act,
            kind: 'user.add',
            subject: person.phoneNo,
            after: { ...user, permissions: [...user.permissions] },
          });
      });
      show();
    });
  }

  /** Which reports are made by themselves; all else of their settings stays. @throws Failure `badRequest` for two of one id, or a unit that is not there. */
  setSchedules({ industryId, userId, act }: Actor, schedules: ReportSettings['schedules']): Promise<void> {
    const { store, directory, audit, changes, clock } = this.#parts;
    return changes.run(industryId, async () => {
      const { reports: before } = await store.documents(industryId);
      refuseUnfitSchedules(before.schedules, schedules, (id) => directory.unit(industryId, id) !== undefined);
      const reports = { ...before, schedules };
      refuseUnfitReaders(before, reports);
      if (isDeepStrictEqual(before, reports)) return;
      store.transaction((tx) => {
        store.putDocuments(tx, { industryId, userId, nowMs: clock.now() }, { reports });
        audit.append(tx, { ...act, kind: 'settings.reports', before, after: reports });
      });
    });
  }
}
