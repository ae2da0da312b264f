import { Button } from '@mantine/core';
import { useState } from 'react';
import { changeShift, type PlantIndustry, readIndustry } from '../../../server/contract/plant/units.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { FormProblem, TextField } from '../../parts/form/fields.tsx';
import { useForm } from '../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { useNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { addDays, longDate, shiftDate, toDmy } from '../../text/times.ts';
import { dayNow, startAtOf } from '../firstRun/plantDay.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const isoOf = (dmy: string): string => `${dmy.slice(6)}-${dmy.slice(3, 5)}-${dmy.slice(0, 2)}`;

type Props = { industry: PlantIndustry; done: boolean; onDone: () => void };

const ShiftForm = ({ industry, done, onDone }: Props) => {
  const { clock } = useServices();
  const nowMs = useNow(clock);
  const send = useSend(changeShift);
  const today = industry.shifts.findLast(({ validFrom }) => isoOf(validFrom) <= new Date(nowMs).toISOString().slice(0, 10));
  const last = industry.shifts.at(-1);
  const form = useForm({
    schema: changeShift.body,
    start: { startAt: (last?.startAt ?? '06:00:00').slice(0, 5), timezone: last?.timezone ?? 'UTC', validFrom: '' },
    own: { startAt: words.startWrong },
    body: ({ startAt, timezone, validFrom }) => ({
      ...(validFrom === '' ? {} : { validFrom: toDmy(validFrom) }),
      startAt: startAtOf(startAt),
      timezone,
      shiftName: last?.shiftName ?? '',
      version: industry.version,
    }),
  });
  useLeaveWarning(form.isDirty);
  const { startAt, timezone, validFrom } = form.draft;
  const coming = today === undefined ? null : addDays(shiftDate(nowMs, today.timezone, today.startAt), 1);
  const from = validFrom === '' ? coming : validFrom;
  const readable = dayNow(nowMs, timezone, startAtOf(startAt)) !== null;
  return (
    <form
      className={styles.panel}
      noValidate
      aria-label={words.tabs.shift}
      onSubmit={(event) => {
        event.preventDefault();
        const body = form.check();
        if (body === null) return;
        send.send({ body }).then(() => {
          form.settle();
          onDone();
        }, form.refuse);
      }}
    >
      <h2>{words.shiftTitle}</h2>
      <TextField of={form.bind('startAt')} label={words.startAt} hint={words.startHint} />
      <TextField of={form.bind('validFrom')} label={words.shiftSince} hint={words.shiftSinceHint} type="date" />
      <TextField of={form.bind('timezone')} label={words.zone} hint={words.zoneHint} list={Intl.supportedValuesOf('timeZone')} />
      <p className={styles.preview} role="status">
        {!form.isDirty
          ? words.shiftNow(last?.startAt.slice(0, 5) ?? '', last?.timezone ?? '')
          : !readable || from === null
            ? words.noPreview
            : words.shiftFrom(longDate(from), startAt, today?.startAt.slice(0, 5) ?? '')}
      </p>
      <FormProblem>{form.problem}</FormProblem>
      <p role="status">{done && !form.isDirty ? words.shiftSaved : ''}</p>
      <div>
        <Button type="submit" loading={send.busy} disabled={!form.isDirty}>
          {words.shiftSave}
        </Button>
      </div>
      <h3>{words.rules}</h3>
      <ul>
        {industry.shifts.map((rule) => (
          <li key={rule.validFrom} className={styles.session}>
            <span>{longDate(isoOf(rule.validFrom))}</span>
            <span>{rule.startAt.slice(0, 5)}</span>
            <span className={styles.sub}>{rule.timezone}</span>
          </li>
        ))}
      </ul>
    </form>
  );
};

/** When the day of the plant begins: changed from the coming shift day on, closed days stay as they are. */
export const Shift = () => {
  const industry = useEndpoint(readIndustry, {});
  const [done, setDone] = useState(false);
  // a newer version is a new form; that it was saved is said beside it
  return (
    <Loaded of={industry}>
      {(data) => <ShiftForm key={data.version} industry={data} done={done} onDone={() => setDone(true)} />}
    </Loaded>
  );
};
