import { Button } from '@mantine/core';
import { useState } from 'react';
import { changeMeter, meterChangeSpec, readUnit } from '../../../server/contract/plant/units.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { FormProblem, TextField } from '../../parts/form/fields.tsx';
import { isConflict } from '../../parts/form/isConflict.ts';
import { numberOf } from '../../parts/form/problems.ts';
import { useForm } from '../../parts/form/useForm.ts';
import { useLastChange } from '../../parts/form/useLastChange.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { useServices } from '../../state/services.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const empty = { closing: '', opening: '', note: '' };

/** The readings of both meters when one was changed: their difference is no water. */
export const MeterChange = ({ unitId, deviceName }: { unitId: string; deviceName: string }) => {
  const { clock } = useServices();
  const unit = useEndpoint(readUnit, { params: { id: unitId } });
  const send = useSend(changeMeter);
  /** Version of the unit when the form was opened. */
  const [from, setFrom] = useState<number | null>(null);
  const [hasOther, setHasOther] = useState(false);
  const by = useLastChange({ subject: hasOther ? unitId : undefined });
  const [done, setDone] = useState(false);
  const form = useForm({
    schema: meterChangeSpec,
    start: empty,
    body: ({ closing, opening, note }) => ({
      at: new Date(clock.now()).toISOString(),
      closing: numberOf(closing),
      opening: numberOf(opening),
      note,
      ...(from === null ? {} : { version: from }),
    }),
  });
  useLeaveWarning(form.isDirty);
  const { data } = unit;
  if (data?.meta.meter === undefined) return null;
  const close = () => {
    setFrom(null);
    setHasOther(false);
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
        const body = form.check();
        if (body === null) return;
        send.send({ params: { id: unitId }, body: hasOther ? { ...body, version: data.version } : body }).then(
          () => {
            close();
            setDone(true);
            form.settle(empty);
          },
          (error: unknown) => {
            form.refuse(error);
            if (!isConflict(error)) return;
            setHasOther(true);
            unit.reload();
          },
        );
      }}
    >
      <h3>
        {words.changeMeter}: {data.name}, {deviceName}
      </h3>
      <p className={styles.note}>{words.changeMeterHint}</p>
      <TextField of={form.bind('closing')} label={words.closing} inputMode="decimal" autoFocus />
      <TextField of={form.bind('opening')} label={words.opening} inputMode="decimal" />
      <TextField of={form.bind('note')} label={words.note} />
      <FormProblem>{hasOther ? words.changedMeanwhile(by) : form.problem}</FormProblem>
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
