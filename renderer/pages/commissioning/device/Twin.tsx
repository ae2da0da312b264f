import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  changeTwin,
  listTwins,
  startTwin,
  stopTwin,
  type TwinView,
} from '../../../../server/contract/plant/commissioning/twins.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { FormProblem, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { numberOf } from '../../../parts/form/problems.ts';
import { words as formWords } from '../../../parts/form/words.ts';
import { explain } from '../../../parts/states.tsx';
import { formatUpTo } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import styles from '../Page.module.css';
import { toolWords as words } from '../words.ts';

const faults = ['none', 'dead', 'slow', 'busy', 'garbage'] as const;
const everyMs = 3000;

const Running = ({ twin }: { twin: TwinView }) => {
  const change = useSend(changeTwin);
  const stop = useSend(stopTwin);
  const [problem, setProblem] = useState<string | null>(null);
  const [name, setName] = useState(twin.values[0]?.name ?? '');
  const [typed, setTyped] = useState('');
  const params = { id: twin.id };
  const send = (sending: Promise<unknown>) => {
    setProblem(null);
    sending.catch((error: unknown) => setProblem(explain(error)));
  };
  const bound = { onBlur: () => undefined, problem: undefined };
  const number = numberOf(typed);
  return (
    <>
      <p className={styles.mono}>{words.twinAt(`${twin.host}:${twin.port}`, twin.slaveId)}</p>
      <SelectField
        of={{
          ...bound,
          id: 'twin-fault',
          value: twin.fault ?? 'none',
          onChange: (fault) => send(change.send({ params, body: { fault: fault === 'none' ? null : fault } })),
        }}
        label={words.twinFault}
        options={faults.map((value) => ({ value, label: words.twinFaults[value] }))}
      />
      <div className={styles.fields}>
        <SelectField
          of={{ ...bound, id: 'twin-signal', value: name, onChange: setName }}
          label={words.twinSignal}
          options={twin.values.map((one) => ({
            value: one.name,
            label: `${one.name} = ${typeof one.value === 'number' ? formatUpTo(one.value, 3) : (one.value ?? text.noValue)}`,
          }))}
        />
        <TextField
          of={{
            ...bound,
            id: 'twin-value',
            value: typed,
            onChange: setTyped,
            problem: Number.isNaN(number) ? formWords.number : undefined,
          }}
          label={words.twinValue}
          inputMode="decimal"
        />
      </div>
      <FormProblem>{problem}</FormProblem>
      <div className={styles.row}>
        <Button
          variant="default"
          loading={change.busy}
          disabled={number === undefined || Number.isNaN(number)}
          onClick={() => send(change.send({ params, body: { values: [{ name, value: number ?? 0 }] } }))}
        >
          {words.twinSet}
        </Button>
        <Button variant="default" loading={stop.busy} onClick={() => send(stop.send({ params }))}>
          {words.twinStop}
        </Button>
      </div>
    </>
  );
};

/** A simulated device of the same kind, to try values and faults without touching the real one. */
export const Twin = ({ device }: { device: { id: string } }) => {
  const twins = useEndpoint(listTwins, {}, { everyMs });
  const start = useSend(startTwin);
  const [problem, setProblem] = useState<string | null>(null);
  const twin = twins.data?.twins.find(({ deviceId }) => deviceId === device.id);
  return (
    <section className={styles.form} aria-label={words.twin}>
      <h3>{words.twin}</h3>
      <p className={styles.note}>{words.twinHint}</p>
      {twin === undefined ? (
        <div>
          <Button
            variant="default"
            loading={start.busy}
            disabled={twins.data === undefined}
            onClick={() => {
              setProblem(null);
              start.send({ body: { deviceId: device.id } }).catch((error: unknown) => setProblem(explain(error)));
            }}
          >
            {words.twinStart}
          </Button>
        </div>
      ) : (
        <Running key={twin.id} twin={twin} />
      )}
      <FormProblem>{problem}</FormProblem>
    </section>
  );
};
