import { Button } from '@mantine/core';
import { useState } from 'react';
import { changeShift, type PlantIndustry, readIndustry } from '../../../server/contract/plant/units.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { BothSides } from '../../parts/form/BothSides.tsx';
import { DateBox } from '../../parts/form/DateBox.tsx';
import { FormProblem, TextField } from '../../parts/form/fields.tsx';
import { isConflict } from '../../parts/form/isConflict.ts';
import { useForm } from '../../parts/form/useForm.ts';
import { useLastChange } from '../../parts/form/useLastChange.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { useStored } from '../../parts/form/useStored.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { useNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { addDays, isDate, longDate, shiftDate, toDmy } from '../../text/times.ts';
import { dayNow, isDayStart, startAtOf, zoneName } from '../firstRun/plantDay.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const isoOf = (dmy: string): string => `${dmy.slice(6)}-${dmy.slice(3, 5)}-${dmy.slice(0, 2)}`;

const shiftBody = changeShift.body
  .extend({ timezone: zoneName })
  .refine(({ startAt }) => isDayStart(startAt), { path: ['startAt'] });

type Props = { industry: PlantIndustry; onReload: () => void };
type Draft = { startAt: string; timezone: string; validFrom: string };

const labels = (): Readonly<Record<keyof Draft, string>> => ({
  startAt: words.startAt,
  timezone: words.zone,
  validFrom: words.shiftSince,
});

const ShiftForm = ({ industry, onReload }: Props) => {
  const { clock } = useServices();
  const nowMs = useNow(clock);
  const send = useSend(changeShift);
  const today = industry.shifts.findLast(
    ({ validFrom, timezone, startAt }) => isoOf(validFrom) <= shiftDate(nowMs, timezone, startAt),
  );
  const last = industry.shifts.at(-1);
  const [done, setDone] = useState(false);
  const stored: { draft: Draft; tag: string } = {
    draft: { startAt: (last?.startAt ?? '06:00:00').slice(0, 5), timezone: last?.timezone ?? 'UTC', validFrom: '' },
    tag: String(industry.version),
  };
  const form = useForm({
    schema: shiftBody,
    start: stored.draft,
    own: { startAt: words.startWrong, timezone: words.zoneWrong },
    body: ({ startAt, timezone, validFrom }) => ({
      ...(validFrom === '' ? {} : { validFrom: toDmy(validFrom) }),
      startAt: startAtOf(startAt),
      // a label; of a day that ends where it begins it moves along
      endAt: last === undefined || last.endAt === last.startAt ? startAtOf(startAt) : last.endAt,
      timezone,
      shiftName: last?.shiftName ?? '',
      version: industry.version,
    }),
  });
  const { base, baseTag, theirs, isFound, takeTheirs, putOnTop } = useStored<Draft>(form, stored);
  const by = useLastChange({ subject: theirs === null ? undefined : 'plant', kind: 'industry.shift' });
  useLeaveWarning(form.isDirty);
  const { startAt, timezone, validFrom } = form.draft;
  const coming = today === undefined ? null : addDays(shiftDate(nowMs, today.timezone, today.startAt), 1);
  const from = validFrom === '' ? coming : isDate(validFrom) ? validFrom : null;
  /** The rule that would hold on that day. */
  const before = industry.shifts.findLast(({ validFrom: since }) => from !== null && isoOf(since) <= from);
  const readable = dayNow(nowMs, timezone, startAtOf(startAt)) !== null;
  return (
    <form
      className={styles.panel}
      noValidate
      aria-label={words.tabs.shift}
      onSubmit={(event) => {
        event.preventDefault();
        const body = form.check();
        if (body === null || theirs !== null) return;
        setDone(false);
        send.send({ body: { ...body, version: Number(baseTag) } }).then(
          () => {
            form.settle();
            setDone(true);
          },
          (error: unknown) => {
            form.refuse(error);
            if (isConflict(error)) onReload();
          },
        );
      }}
    >
      <h2>{words.shiftTitle}</h2>
      <TextField of={form.bind('startAt')} label={words.startAt} hint={words.startHint} />
      <DateBox of={form.bind('validFrom')} label={words.shiftSince} hint={words.shiftSinceHint} />
      <TextField of={form.bind('timezone')} label={words.zone} hint={words.zoneHint} list={Intl.supportedValuesOf('timeZone')} />
      <p className={styles.preview} role="status">
        {!form.isDirty
          ? words.shiftNow(last?.startAt.slice(0, 5) ?? '', last?.timezone ?? '')
          : !readable || from === null
            ? words.noPreview
            : words.shiftFrom(longDate(from), startAtOf(startAt).slice(0, 5), before?.startAt.slice(0, 5) ?? '')}
      </p>
      {theirs === null ? (
        <FormProblem>{form.problem}</FormProblem>
      ) : (
        <BothSides
          {...{ base, mine: form.draft, theirs, by, onTakeTheirs: takeTheirs, onPutOnTop: putOnTop }}
          labelOf={(thing) => Reflect.get(labels(), thing) ?? thing}
        />
      )}
      <p role="status">{(done && !form.isDirty) || isFound ? words.shiftSaved : ''}</p>
      <div>
        <Button type="submit" loading={send.busy} disabled={!form.isDirty || theirs !== null}>
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
  return <Loaded of={industry}>{(data) => <ShiftForm industry={data} onReload={industry.reload} />}</Loaded>;
};
