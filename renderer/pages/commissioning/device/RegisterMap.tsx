import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  cancelRegisterMap,
  compareRegisterMaps,
  listRegisterMaps,
  readRegisterMap,
  startRegisterMap,
} from '../../../../server/contract/plant/tools/registers.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { FormProblem, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { numberOf } from '../../../parts/form/problems.ts';
import { useForm } from '../../../parts/form/useForm.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { explain } from '../../../parts/states.tsx';
import { useProfile } from '../../../state/services.ts';
import { dateWithYearAndTime } from '../../../text/times.ts';
import { hexWord } from '../meter/rawWords.ts';
import styles from '../Page.module.css';
import { words as pageWords, toolWords as words } from '../words.ts';
import { ToolTable } from './ToolTable.tsx';

const spaces = ['holding', 'input', 'coil', 'discrete'] as const;
const mostWordsShown = 8;

/** What differs between two maps: the register of what was moved in between. */
const Compared = ({ before, after }: { before: string; after: string }) => {
  const answer = useEndpoint(compareRegisterMaps, { query: { before, after } });
  return (
    <Loaded of={answer} rows={3}>
      {({ changes, compared }) =>
        changes.length === 0 ? (
          <p role="status">{words.mapSame(compared)}</p>
        ) : (
          <ToolTable
            label={words.mapChanged}
            columns={words.mapChangedColumns}
            rows={changes.map(({ address, before: was, after: is, changedBits }) => ({
              key: String(address),
              cells: [String(address), String(was ?? '–'), String(is ?? '–'), changedBits.join(', ')],
            }))}
          />
        )
      }
    </Loaded>
  );
};

/** One map as far as it is, and what changed since an earlier one of the same device. */
const OneMap = ({ id, slaveId, connectionId }: { id: string; slaveId: number; connectionId: string }) => {
  const { timezone } = useProfile();
  const map = useEndpoint(readRegisterMap, { params: { id } }, { everyMs: 1500 });
  const others = useEndpoint(listRegisterMaps, {}, { everyMs: 15_000 });
  const cancel = useSend(cancelRegisterMap);
  const [problem, setProblem] = useState<string | null>(null);
  const [before, setBefore] = useState('');
  const earlier = (others.data?.maps ?? []).filter(
    (one) => one.id !== id && one.slaveId === slaveId && one.connectionId === connectionId && one.space === map.data?.space,
  );
  return (
    <Loaded of={map} rows={4}>
      {({ state, progress, runs, largestRead, reason }) => (
        <>
          <p role="status">
            {words.jobStates[state]}. {words.mapProgress(progress.done, progress.total)}
            {largestRead === null ? '' : ` ${words.mapLargest(largestRead)}`}
            {reason === null ? null : <span lang="en"> {reason}</span>}
          </p>
          {state === 'running' ? (
            <div>
              <Button
                variant="default"
                onClick={() => void cancel.send({ params: { id } }).catch((error: unknown) => setProblem(explain(error)))}
              >
                {words.mapStop}
              </Button>
            </div>
          ) : null}
          <FormProblem>{problem}</FormProblem>
          {runs.length === 0 ? null : (
            <ToolTable
              label={words.mapRuns}
              columns={words.mapColumns}
              rows={runs.map(({ from, to, state: is, words: read }) => ({
                key: String(from),
                cells: [
                  String(from),
                  String(to),
                  words.mapStates[is],
                  `${(read ?? []).slice(0, mostWordsShown).map(hexWord).join(' ')}${(read?.length ?? 0) > mostWordsShown ? ' …' : ''}`,
                ],
              }))}
            />
          )}
          {earlier.length === 0 ? null : (
            <SelectField
              of={{ id: 'map-before', value: before, onChange: setBefore, onBlur: () => undefined, problem: undefined }}
              label={words.mapCompare}
              options={[
                { value: '', label: words.choose },
                ...earlier.map((one) => ({ value: one.id, label: dateWithYearAndTime(Date.parse(one.startedAt), timezone) })),
              ]}
            />
          )}
          {before === '' || state === 'running' ? null : <Compared before={before} after={id} />}
        </>
      )}
    </Loaded>
  );
};

/** Finds which addresses of a device exist; the newest map of it stays until the server ends. */
export const RegisterMap = ({ connectionId, slaveId }: { connectionId: string; slaveId: number }) => {
  const start = useSend(startRegisterMap);
  const known = useEndpoint(listRegisterMaps, {});
  const [made, setMade] = useState<string | null>(null);
  const form = useForm({
    schema: startRegisterMap.body.refine(({ from, to }) => from <= to, { path: ['order'] }),
    own: { order: words.mapBackwards },
    pathOf: (path) => (path === 'order' ? 'to' : path),
    start: { space: 'holding' as (typeof spaces)[number], from: '0', to: '99' },
    body: ({ space, from, to }) => ({ connectionId, slaveId, space, from: numberOf(from), to: numberOf(to) }),
  });
  const newest = known.data?.maps.find((one) => one.connectionId === connectionId && one.slaveId === slaveId)?.id;
  const id = made ?? newest;
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={words.map}
      onSubmit={(event) => {
        event.preventDefault();
        const body = form.check();
        if (body !== null) start.send({ body }).then((map) => setMade(map.id), form.refuse);
      }}
    >
      <h3>{words.map}</h3>
      <p className={styles.note}>{words.mapHint}</p>
      <div className={styles.fields}>
        <SelectField
          of={form.bind('space')}
          label={pageWords.space}
          options={spaces.map((value) => ({ value, label: pageWords.spaces[value] }))}
        />
        <TextField of={form.bind('from')} label={pageWords.from} inputMode="numeric" />
        <TextField of={form.bind('to')} label={words.mapTo} inputMode="numeric" />
      </div>
      <FormProblem>{form.problem}</FormProblem>
      <div>
        <Button type="submit" variant="default" loading={start.busy}>
          {words.mapStart}
        </Button>
      </div>
      {id === undefined ? null : <OneMap key={id} id={id} slaveId={slaveId} connectionId={connectionId} />}
    </form>
  );
};
