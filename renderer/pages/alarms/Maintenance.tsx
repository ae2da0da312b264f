import { Button } from '@mantine/core';
import { useState } from 'react';
import { declareMaintenance } from '../../../server/contract/plant/alarms.ts';
import { readInfo } from '../../../server/contract/user/accounts.ts';
import { useEndpoint, useSaving } from '../../api/useEndpoint.ts';
import { FormProblem, SelectField, TextField } from '../../parts/form/fields.tsx';
import { useForm } from '../../parts/form/useForm.ts';
import { useLeaveWarning } from '../../parts/form/useLeaveWarning.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { explain } from '../../parts/states.tsx';
import styles from './Page.module.css';
import { words } from './words.ts';

const lengths = ['60', '240', '480', '1440', '10080'] as const;
type Length = (typeof lengths)[number];

type Unit = { unitId: string; unitName: string };

const DeclareForm = ({ units }: { units: readonly Unit[] }) => {
  const declare = useSaving(declareMaintenance);
  const [done, setDone] = useState('');
  const start = { unitId: units[0]?.unitId ?? '', minutes: '240' as Length, reason: '' };
  const form = useForm({
    schema: declareMaintenance.body,
    start,
    body: ({ minutes, ...rest }) => ({ ...rest, minutes: Number(minutes) }),
  });
  useLeaveWarning(form.isDirty);
  return (
    <form
      className={styles.declare}
      noValidate
      aria-label={words.declare}
      onSubmit={(event) => {
        event.preventDefault();
        const body = form.check();
        if (body === null) return;
        declare.send({ body }).then(() => {
          setDone(words.declared(units.find(({ unitId }) => unitId === body.unitId)?.unitName ?? body.unitId));
          form.settle(start);
        }, form.refuse);
      }}
    >
      <SelectField
        of={form.bind('unitId')}
        label={words.worksAt}
        options={units.map(({ unitId, unitName }) => ({ value: unitId, label: unitName }))}
      />
      <SelectField
        of={form.bind('minutes')}
        label={words.worksFor}
        options={lengths.map((value) => ({ value, label: words.workLengths[value] ?? value }))}
      />
      <TextField of={form.bind('reason')} label={words.reason} />
      <Button type="submit" variant="default" loading={declare.busy}>
        {words.declare}
      </Button>
      <FormProblem>{form.problem}</FormProblem>
      <p role="status">{form.isDirty ? '' : done}</p>
    </form>
  );
};

/** Says that somebody works at a unit: its alarms are held back meanwhile. */
export const Declare = () => {
  const info = useEndpoint(readInfo, {});
  return (
    <Loaded of={info} rows={2}>
      {(byCategory) => {
        const all = Object.values(byCategory).flat();
        const units = [...new Map(all.map((unit) => [unit.unitId, unit])).values()];
        return units.length === 0 ? null : <DeclareForm units={units.toSorted((a, b) => a.unitName.localeCompare(b.unitName))} />;
      }}
    </Loaded>
  );
};

/** The work is over: alarms of the unit come again. */
export const EndMaintenance = ({ unitId, unitName }: Unit) => {
  const declare = useSaving(declareMaintenance);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        aria-label={words.endWorkAt(unitName)}
        loading={declare.busy}
        onClick={() =>
          declare
            .send({ body: { unitId, minutes: 0, reason: words.workEnded } })
            .catch((error: unknown) => setProblem(explain(error)))
        }
      >
        {words.endWork}
      </Button>
      <FormProblem>{problem}</FormProblem>
    </>
  );
};
