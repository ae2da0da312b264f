import { Button } from '@mantine/core';
import { useState } from 'react';
import { changeMeter, meterChangeSpec, readUnit } from '../../../server/contract/plant/units.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { DateBox } from '../../parts/form/DateBox.tsx';
import { FormProblem, TextField } from '../../parts/form/fields.tsx';
import { isConflict } from '../../parts/form/isConflict.ts';
import { numberOf } from '../../parts/form/problems.ts';
import { isUnlikely, Unlikely } from '../../parts/form/Unlikely.tsx';
import { useForm } from '../../parts/form/useForm.ts';
import { useLastChange } from '../../parts/form/useLastChange.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { momentOf } from '../../parts/structure/moments.ts';
import { useLiveReading, useProfile, useServices } from '../../state/services.ts';
import { formatUpTo } from '../../text/numbers.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const empty = { at: '', closing: '', opening: '', 'basePerCount.new': '', note: '' };

/** The readings of both meters when one was changed: their difference is no water. */
export const MeterChange = ({ unitId, deviceName }: { unitId: string; deviceName: string }) => {
  const { clock } = useServices();
  const { timezone } = useProfile();
  const { shown: momentShown, typed: momentTyped } = momentOf('at', timezone);
  const unit = useEndpoint(readUnit, { params: { id: unitId } });
  const send = useSend(changeMeter);
  /** Version of the unit when the form was opened. */
  const [from, setFrom] = useState<number | null>(null);
  const [hasOther, setHasOther] = useState(false);
  /** The last try was refused for that, and not for another reason. */
  const [isOvertaken, setOvertaken] = useState(false);
  const by = useLastChange({ subject: hasOther ? unitId : undefined });
  const [done, setDone] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const form = useForm({
    schema: meterChangeSpec,
    start: empty,
    body: ({ at, closing, opening, 'basePerCount.new': perCount, note }) => ({
      at: at === '' ? new Date(clock.now()).toISOString() : at,
      closing: numberOf(closing),
      opening: numberOf(opening),
      basePerCount: { new: numberOf(perCount) },
      note,
      ...(from === null ? {} : { version: from }),
    }),
  });
  const { data } = unit;
  const counter = data?.series.find(({ kind }) => kind === 'counter');
  const last = useLiveReading(unitId, counter?.param ?? '');
  useLeaveWarning(form.isDirty);
  if (data?.meta.meter === undefined) return null;
  const { basePerCount } = data.meta.meter;
  const shown = last?.value == null ? null : last.value / basePerCount;
  const closing = numberOf(form.draft.closing);
  const at = form.bind('at');
  const close = () => {
    setFrom(null);
    setHasOther(false);
    setOvertaken(false);
    form.settle(empty);
  };
  const enter = (confirmed: boolean) => {
    const body = form.check();
    if (body === null) return;
    // sent again, it is the same change and not one of a later moment
    if (form.draft.at === '') form.set({ at: body.at });
    const change = { ...body, ...(hasOther && { version: data.version }), ...(confirmed && { confirmed }) };
    send.send({ params: { id: unitId }, body: change }).then(
      () => {
        close();
        setDone(true);
      },
      (error: unknown) => {
        if (isUnlikely(error)) return setAsked(true);
        form.refuse(error);
        setOvertaken(isConflict(error));
        if (!isConflict(error)) return;
        setHasOther(true);
        unit.reload();
      },
    );
  };
  if (from === null)
    return (
      <div className={styles.row}>
        <Button variant="default" onClick={() => setFrom(data.version)}>
          {words.changeMeter}
        </Button>
        {done ? <span role="status">{words.changeEntered}</span> : null}
      </div>
    );
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={words.changeMeter}
      onSubmit={(event) => {
        event.preventDefault();
        enter(false);
      }}
    >
      <h3>
        {words.changeMeter}: {data.name}, {deviceName}
      </h3>
      <p className={styles.note}>
        {words.changeMeterHint} {words.inCounts(`${formatUpTo(basePerCount, 6)} ${counter?.measure ?? ''}`)}
      </p>
      <TextField
        of={form.bind('closing')}
        label={words.closing}
        hint={shown === null ? undefined : words.lastShown(formatUpTo(shown, 3))}
        inputMode="decimal"
        autoFocus
      />
      {shown !== null && closing !== undefined && closing < shown ? <p role="status">{words.belowLast}</p> : null}
      <TextField of={form.bind('opening')} label={words.opening} inputMode="decimal" />
      <TextField
        of={form.bind('basePerCount.new')}
        label={words.newCount}
        hint={words.newCountHint}
        suffix={counter?.measure ?? ''}
        inputMode="decimal"
      />
      <DateBox
        of={{ ...at, value: momentShown(at.value), onChange: (value) => at.onChange(momentTyped(value)) }}
        label={words.changedAt}
        hint={words.changedAtHint}
      />
      <TextField of={form.bind('note')} label={words.note} />
      {isAsked ? (
        <Unlikely
          figures={words.closingFar(formatUpTo(closing ?? 0, 3), shown === null ? '–' : formatUpTo(shown, 3))}
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false);
            enter(true);
          }}
        />
      ) : null}
      <FormProblem>{isOvertaken ? words.changedMeanwhile(by) : form.problem}</FormProblem>
      <div className={styles.row}>
        <Button type="submit" loading={send.busy}>
          {words.enterChange}
        </Button>
        <Button variant="default" onClick={close}>
          {words.close}
        </Button>
      </div>
    </form>
  );
};
