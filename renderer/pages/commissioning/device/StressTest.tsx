import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  cancelStressTest,
  listStressTests,
  type StressView,
  startStressTest,
} from '../../../../server/contract/plant/tools/line.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { FormProblem, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { numberOf } from '../../../parts/form/problems.ts';
import { useForm } from '../../../parts/form/useForm.ts';
import { explain } from '../../../parts/states.tsx';
import { hindiWords } from '../../../text/language.ts';
import { formatUpTo } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import type { LineRow } from '../fieldTree.ts';
import styles from '../Page.module.css';
import { toolWords as words } from '../words.ts';
import { ToolTable } from './ToolTable.tsx';

const ms = (value: number | null): string => (value === null ? text.noValue : formatUpTo(value, 1));

const verdictWords = (test: StressView): string => {
  if (test.verdict === null) return words.verdictRuns;
  const reason = hindiWords()?.stressReason(test) ?? test.words;
  return reason === '' ? words.verdicts[test.verdict] : `${words.verdicts[test.verdict]}: ${reason}`;
};

/** Hundreds of reads of one device, and what they say of the line. */
export const StressTest = ({ line, deviceId }: { line: LineRow; deviceId: string | undefined }) => {
  const tests = useEndpoint(listStressTests, {}, { everyMs: 1500 });
  const start = useSend(startStressTest);
  const cancel = useSend(cancelStressTest);
  const [problem, setProblem] = useState<string | null>(null);
  const device = line.devices.find((one) => one.deviceId === deviceId) ?? line.devices[0];
  const block = device?.plan[0];
  const form = useForm({
    schema: startStressTest.body,
    start: { slaveId: String(device?.slaveId ?? 1), address: String(block?.address ?? 0), reads: '200' },
    body: ({ slaveId, address, reads }) => ({
      connectionId: line.connectionId,
      slaveId: numberOf(slaveId),
      space: block?.space ?? 'holding',
      address: numberOf(address),
      reads: numberOf(reads),
    }),
  });
  const own = (tests.data?.tests ?? []).filter(({ connectionId }) => connectionId === line.connectionId);
  const running = own.find(({ state }) => state === 'running');
  if (device === undefined) return null;
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={words.stress}
      onSubmit={(event) => {
        event.preventDefault();
        const body = form.check();
        if (body !== null) start.send({ body }).then(() => setProblem(null), form.refuse);
      }}
    >
      <h3>{words.stress}</h3>
      <p className={styles.note}>{words.stressHint}</p>
      <div className={styles.fields}>
        <SelectField
          of={form.bind('slaveId')}
          label={words.device}
          options={line.devices.map(({ slaveId, name }) => ({ value: String(slaveId), label: name }))}
        />
        <TextField of={form.bind('address')} label={words.stressAddress} inputMode="numeric" />
        <TextField of={form.bind('reads')} label={words.stressReads} inputMode="numeric" />
      </div>
      <FormProblem>{problem ?? form.problem}</FormProblem>
      <div className={styles.row}>
        <Button type="submit" variant="default" loading={start.busy} disabled={running !== undefined}>
          {words.stressStart}
        </Button>
        {running === undefined ? null : (
          <Button
            variant="default"
            onClick={() => void cancel.send({ params: { id: running.id } }).catch((error: unknown) => setProblem(explain(error)))}
          >
            {words.stressStop}
          </Button>
        )}
      </div>
      {running === undefined ? null : (
        <progress value={running.progress.done} max={Math.max(1, running.progress.total)} aria-label={words.stress} />
      )}
      {own.length === 0 ? null : (
        <ToolTable
          label={words.stress}
          columns={words.stressColumns}
          rows={own.map((test) => ({
            key: test.id,
            cells: [
              line.devices.find((one) => one.slaveId === test.slaveId)?.name ?? String(test.slaveId),
              verdictWords(test),
              `${test.ok}, ${test.timeouts}, ${test.crcErrors}`,
              `${ms(test.answerMsP50)}, ${ms(test.answerMsP95)}`,
            ],
          }))}
        />
      )}
    </form>
  );
};
