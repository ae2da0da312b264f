import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  connectionSpec,
  createConnection,
  listConnections,
} from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { type EndpointReport, listSerialPorts, testEndpoint } from '../../../../server/contract/plant/tools/scan.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { Choice } from '../../../parts/Choice.tsx';
import { FormProblem, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { numberOf } from '../../../parts/form/problems.ts';
import { useForm } from '../../../parts/form/useForm.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { language } from '../../../text/language.ts';
import { addressOfLine } from '../lines.ts';
import { forgetTyped, keepTyped, readTyped, withTyped } from '../typed.ts';
import { words } from '../words.ts';
import styles from './Meter.module.css';
import type { StepProps } from './place.ts';
import { StepFoot } from './StepFoot.tsx';

type Kind = 'tcp' | 'rtuTcp' | 'serial';
const kinds: readonly Kind[] = ['tcp', 'rtuTcp', 'serial'];
const bauds = ['4800', '9600', '19200', '38400', '57600', '115200'] as const;
const parities = ['none', 'even', 'odd'] as const;

const start = {
  name: '',
  kind: 'tcp' as Kind,
  host: '',
  port: '502',
  path: '',
  baudRate: '9600' as (typeof bauds)[number],
  parity: 'none' as (typeof parities)[number],
};

const nameOf = ({ name, kind, host, path }: typeof start): string =>
  name.trim() === '' ? words.lineName(kind === 'serial' ? path : host) : name;

/** What the test found, in the person's language; the server's own sentence says more in English. */
const found = (report: EndpointReport): string => {
  if (language() === 'en') return report.words;
  if (!report.reached) return words.notReached;
  return report.answersModbus === true ? words.answersModbus : words.noModbus;
};

/** A line is made as soon as it is entered; what is typed until then is kept in this browser. */
const NewLine = ({ onMade, onBack }: { onMade: (id: string) => void; onBack: (() => void) | undefined }) => {
  const ports = useEndpoint(listSerialPorts, {});
  const test = useSend(testEndpoint);
  const create = useSend(createConnection);
  const [report, setReport] = useState<EndpointReport | null>(null);
  const [typed] = useState(() => withTyped(start, readTyped(localStorage, 'line'), kinds));
  const form = useForm({
    schema: connectionSpec,
    start: typed,
    own: { 'settings.host': words.hostWrong },
    body: (draft) => ({
      name: nameOf(draft),
      settings:
        draft.kind === 'serial'
          ? { kind: 'serial', path: draft.path, baudRate: Number(draft.baudRate), parity: draft.parity }
          : { kind: draft.kind, host: draft.host.trim(), port: numberOf(draft.port) },
    }),
    pathOf: (path) => path.replace(/^settings\./, ''),
  });
  const { draft } = form;
  const { kind, host, port } = draft;
  useEffect(() => {
    if (draft !== typed) keepTyped(localStorage, 'line', { fields: draft, left: [] });
  }, [draft, typed]);
  const isNetwork = kind !== 'serial';

  /** A network address is asked first; one that does not answer is taken on a second press. */
  const next = async () => {
    const body = form.check();
    if (body === null) return;
    try {
      if (isNetwork && report === null) {
        const answer = await test.send({ body: { kind, host: host.trim(), port: numberOf(port) ?? 502 } });
        if (answer.answersModbus !== true) {
          setReport(answer);
          return;
        }
      }
      const { id } = await create.send({ body });
      forgetTyped(localStorage, 'line');
      onMade(id);
    } catch (error) {
      form.refuse(error);
    }
  };
  const change = (part: Partial<typeof start>) => {
    setReport(null);
    form.set(part);
  };
  const bound = <K extends 'host' | 'port'>(path: K) => ({
    ...form.bind(path),
    onChange: (value: string) => change({ [path]: value }),
  });

  return (
    <form
      className={styles.step}
      noValidate
      aria-label={words.newLine}
      onSubmit={(event) => {
        event.preventDefault();
        void next();
      }}
    >
      <Choice<Kind>
        label={words.kindOfLine}
        value={kind}
        options={kinds.map((value) => ({ value, label: words.lineKinds[value] }))}
        onChoose={(value) => change({ kind: value })}
      />
      <div className={styles.fields}>
        {isNetwork ? (
          <>
            <TextField of={bound('host')} label={words.host} hint={words.hostHint} mono autoFocus />
            <TextField of={bound('port')} label={words.port} hint={words.portHint} inputMode="numeric" />
          </>
        ) : (
          <>
            <TextField
              of={form.bind('path')}
              label={words.serialPort}
              hint={ports.data?.ports.length === 0 ? words.noPorts : words.serialHint}
              list={ports.data?.ports.map(({ path }) => path) ?? []}
              mono
            />
            <SelectField
              of={form.bind('baudRate')}
              label={words.baud}
              options={bauds.map((value) => ({ value, label: value }))}
            />
            <SelectField
              of={form.bind('parity')}
              label={words.parity}
              options={parities.map((value) => ({ value, label: words.parities[value] }))}
            />
          </>
        )}
        <TextField of={form.bind('name')} label={words.lineLabel} hint={words.lineLabelHint} />
      </div>
      {report === null ? null : (
        <p className={styles.finding} role="status">
          {found(report)}
        </p>
      )}
      <FormProblem>{form.problem}</FormProblem>
      <StepFoot
        back={onBack === undefined ? undefined : { label: words.chooseLine, onBack }}
        next={report === null ? words.nextModel : words.anyway}
        busy={test.busy || create.busy}
        note={test.busy ? words.testing : undefined}
      />
    </form>
  );
};

/** Which line the meter is connected to: one that is known, or a new one whose address is tested. */
export const LineStep = ({ place, go }: StepProps) => {
  const lines = useEndpoint(listConnections, {});
  const [isNew, setIsNew] = useState(false);
  const choose = (line: string) => go({ step: 'model', line }, true);
  return (
    <Loaded of={lines} rows={3}>
      {({ connections }) =>
        isNew || connections.length === 0 ? (
          <NewLine onMade={choose} onBack={connections.length === 0 ? undefined : () => setIsNew(false)} />
        ) : (
          <div className={styles.step}>
            <ul className={styles.choices} aria-label={words.knownLines}>
              {connections.map(({ id, name, settings }) => (
                <li key={id}>
                  <button
                    type="button"
                    className={styles.choice}
                    data-chosen={id === place.line || undefined}
                    onClick={() => choose(id)}
                  >
                    <strong>{name}</strong>
                    <span className={styles.mono}>{addressOfLine(settings)}</span>
                  </button>
                </li>
              ))}
            </ul>
            <div>
              <Button onClick={() => setIsNew(true)}>{words.anotherLine}</Button>
            </div>
          </div>
        )
      }
    </Loaded>
  );
};
