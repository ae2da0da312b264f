import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import type { ReportSettings } from '../../../server/contract/model/reportSettings.ts';
import { useAccountSettings } from '../../api/useAccountSettings.ts';
import { FormProblem } from '../../parts/form/fields.tsx';
import { isConflict } from '../../parts/form/isConflict.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, explain } from '../../parts/states.tsx';
import { useNow } from '../../state/now.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { clockTime, dateOf, longDate } from '../../text/times.ts';
import { nextDue, proposedTime, type Schedule } from './nextDue.ts';
import styles from './Page.module.css';
import { ScheduleForm } from './ScheduleForm.tsx';
import { subjectLine } from './subjectLine.ts';
import { words } from './words.ts';

/** A report of each day to begin with. */
const newSchedule = (shiftStart: string): Schedule => ({
  id: crypto.randomUUID?.() ?? `s${Date.now().toString(36)}`,
  reportType: 'daily',
  service: 'water',
  reportFormat: 'pdf',
  at: proposedTime(shiftStart),
  recipients: [],
  enabled: true,
});

const Row = ({ schedule, settings, onEdit }: { schedule: Schedule; settings: ReportSettings; onEdit: () => void }) => {
  const { clock } = useServices();
  const { timezone, shift } = useProfile();
  const nowMs = useNow(clock);
  const now = { date: dateOf(nowMs, timezone), time: clockTime(nowMs, timezone) };
  const next = nextDue(schedule, now, shift.startAt.slice(0, 5));
  const people = schedule.recipients.length > 0 ? schedule.recipients : settings.emailIds;
  return (
    <li className={styles.run}>
      <strong>{subjectLine(schedule)}</strong>
      <span className={styles.state}>
        {settings.enabled && schedule.enabled ? words.next(longDate(next.date), next.time) : words.isOff}
      </span>
      <span className={styles.sub}>{people.length === 0 ? words.toNobody : words.toPeople(people.length)}</span>
      <Button variant="default" aria-label={words.edit(subjectLine(schedule))} onClick={onEdit}>
        {words.editShort}
      </Button>
    </li>
  );
};

/** Reports that are made by themselves: when next, to whom; added, changed, switched off. */
export const Schedules = () => {
  const { settings, save, busy } = useAccountSettings();
  const { shift } = useProfile();
  const [open, setOpen] = useState<(Schedule & { wasThere?: true }) | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Loaded of={settings}>
      {({ reply: { reports } }) => {
        const others = reports.schedules.filter(({ id }) => id !== open?.id);
        const present = reports.schedules.find(({ id }) => id === open?.id);
        const isNew = present === undefined;
        const put = (next: ReportSettings) =>
          save({ reports: next }).catch((error: unknown) => {
            // the newer settings come, and with them what somebody else changed
            if (isConflict(error)) settings.reload();
            throw error;
          });
        const toggle = (enabled: boolean) =>
          put({ ...reports, enabled }).then(
            () => setProblem(null),
            (error: unknown) => setProblem(explain(error)),
          );
        return (
          <>
            <div className={styles.toolbar}>
              <Switch
                label={words.schedulesOn}
                checked={reports.enabled}
                disabled={busy}
                onChange={(event) => void toggle(event.currentTarget.checked)}
              />
              <Button onClick={() => setOpen(newSchedule(shift.startAt))}>{words.add}</Button>
            </div>
            <FormProblem>{problem}</FormProblem>
            {open === null ? null : (
              <ScheduleForm
                key={open.id}
                schedule={present ?? open}
                isGone={isNew && open.wasThere === true}
                busy={busy}
                onClose={() => setOpen(null)}
                // the first schedule is meant to run
                onSave={(next) =>
                  put({
                    ...reports,
                    enabled: reports.enabled || reports.schedules.length === 0,
                    schedules: isNew
                      ? [...reports.schedules, next]
                      : reports.schedules.map((one) => (one.id === next.id ? next : one)),
                  })
                }
                onRemove={isNew ? undefined : () => put({ ...reports, schedules: others })}
              />
            )}
            {reports.schedules.length === 0 ? (
              <Empty title={words.noSchedules}>{words.noSchedulesHint}</Empty>
            ) : (
              <ul className={styles.list}>
                {reports.schedules.map((schedule) => (
                  <Row
                    key={schedule.id}
                    schedule={schedule}
                    settings={reports}
                    onEdit={() => setOpen({ ...schedule, wasThere: true })}
                  />
                ))}
              </ul>
            )}
          </>
        );
      }}
    </Loaded>
  );
};
