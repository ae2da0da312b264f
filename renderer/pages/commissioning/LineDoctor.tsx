import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  changeConnection,
  deleteConnection,
  listTags,
  readConnection,
} from '../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { type LineFinding, readLineReport } from '../../../server/contract/plant/tools/line.ts';
import { testEndpoint } from '../../../server/contract/plant/tools/scan.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { DeleteByName } from '../../parts/form/DeleteByName.tsx';
import { FormProblem } from '../../parts/form/fields.tsx';
import { isConflict } from '../../parts/form/isConflict.ts';
import { useCalm } from '../../parts/form/useCalm.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { explain } from '../../parts/states.tsx';
import { useProfile } from '../../state/services.ts';
import { hindiWords, language } from '../../text/language.ts';
import { formatShare } from '../../text/numbers.ts';
import { isSystemMessage, saySystem } from '../../text/systemWords.ts';
import { dateAndTime } from '../../text/times.ts';
import type { LineRow } from './fieldTree.ts';
import { MeterChange } from './MeterChange.tsx';
import styles from './Page.module.css';
import { words } from './words.ts';

const everyMs = 5000;

/** What is wrong, and what to try next: the server's English words, or the catalogue's by its code. */
const findingWords = ({ code, params, text: what, next }: LineFinding): readonly [string, string] => {
  // an answer kept from an earlier version has no code
  const hindi = hindiWords()?.lineFindings[code];
  if (hindi === undefined) return [what, next];
  // only what the operating system says is known in Hindi
  const reason = String(params.reason ?? '');
  return hindi({ ...params, reason: isSystemMessage(reason) ? saySystem(reason) : '' });
};

type Props = { line: LineRow; deviceId: string | undefined; onDeleted: () => void };

/** What is wrong with a line in words and what to try next, its figures, and what can be done with it. */
export const LineDoctor = ({ line, deviceId, onDeleted }: Props) => {
  const { timezone } = useProfile();
  const id = line.connectionId;
  const [isGoingOff, setGoingOff] = useState(false);
  useEffect(() => {
    if (!line.enabled) setGoingOff(false);
  }, [line.enabled]);
  // of a line that is off the server has nothing to say
  const report = useEndpoint(readLineReport, { params: { id } }, { everyMs, enabled: line.enabled && !isGoingOff });
  const connection = useEndpoint(readConnection, { params: { id } });
  const tags = useEndpoint(
    listTags,
    { query: { ...(deviceId === undefined ? {} : { deviceId }) } },
    { enabled: deviceId !== undefined },
  );
  const test = useSend(testEndpoint);
  const change = useSend(changeConnection);
  const isChanging = useCalm(change.busy);
  const remove = useSend(deleteConnection);
  const [said, setSaid] = useState<string | null>(null);
  const fail = (error: unknown) => {
    setSaid(explain(error));
    if (isConflict(error)) connection.reload();
  };
  const { settings } = line;
  const onTest = () => {
    if (settings.kind === 'serial') return;
    test
      .send({ body: { kind: settings.kind, host: settings.host, port: settings.port } })
      .then(({ words: sentence, answersModbus, reached }) =>
        setSaid(
          language() === 'en' ? sentence : answersModbus ? words.answersModbus : reached ? words.noModbus : words.notReached,
        ),
      )
      .catch(fail);
  };
  const onSwitch = () => {
    if (connection.data === undefined) return;
    const { id: _, load: __, enabled: ___, ...rest } = connection.data;
    setGoingOff(line.enabled);
    change
      // what the button says, whatever was read since
      .send({ params: { id }, body: { ...rest, enabled: !line.enabled } })
      .then(() => setSaid(null))
      .catch((error: unknown) => {
        setGoingOff(false);
        fail(error);
      });
  };
  const device = line.devices.find((one) => one.deviceId === deviceId);
  const unitIds = [...new Set((tags.data?.tags ?? []).flatMap(({ unitId }) => (unitId === null ? [] : [unitId])))];
  return (
    <>
      {line.enabled ? null : <p>{words.isOff}</p>}
      {line.enabled ? (
        <Loaded of={report} rows={5}>
          {({ findings, requests, answeredPct, timeoutPct, crcPct }) => (
            <>
              <section className={styles.doctor} data-bad={findings.some(({ severity }) => severity === 'bad') || undefined}>
                <h3>{words.wrong}</h3>
                {findings.length === 0 ? <p>{words.nothingWrong}</p> : null}
                {findings.map(findingWords).map(([what, next]) => (
                  <div key={what}>
                    <p className={styles.finding}>{what}</p>
                    <h4>{words.next}</h4>
                    <p>{next}</p>
                  </div>
                ))}
              </section>
              <dl className={styles.facts}>
                {line.lineState === 'down' && line.since !== null ? (
                  <>
                    <dt>{words.downSince}</dt>
                    <dd>{dateAndTime(Date.parse(line.since), timezone)}</dd>
                  </>
                ) : null}
                <dt>{words.requests}</dt>
                <dd>{requests}</dd>
                <dt>{words.answered}</dt>
                <dd>{answeredPct === null ? '–' : formatShare(answeredPct, 1)}</dd>
                <dt>{words.lost}</dt>
                <dd>{timeoutPct === null ? '–' : formatShare(timeoutPct, 1)}</dd>
                <dt>{words.damaged}</dt>
                <dd>{crcPct === null ? '–' : formatShare(crcPct, 1)}</dd>
              </dl>
            </>
          )}
        </Loaded>
      ) : null}
      <div className={styles.row}>
        {settings.kind === 'serial' ? null : (
          <Button variant="default" loading={test.busy} onClick={onTest}>
            {words.test}
          </Button>
        )}
        <Button variant="default" loading={isChanging} onClick={onSwitch}>
          {line.enabled ? words.disable : words.enable}
        </Button>
      </div>
      <FormProblem>{said}</FormProblem>
      {line.devices.length === 0 ? (
        <DeleteByName
          name={line.name}
          action={words.remove}
          remove={() =>
            remove
              .send({ params: { id }, query: connection.data === undefined ? {} : { version: connection.data.version } })
              .catch((error: unknown) => {
                if (isConflict(error)) connection.reload();
                throw error;
              })
          }
          onDone={onDeleted}
        />
      ) : null}
      {device === undefined
        ? null
        : unitIds.map((unitId) => <MeterChange key={unitId} unitId={unitId} deviceName={device.name} />)}
    </>
  );
};
