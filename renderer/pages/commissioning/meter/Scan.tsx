import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  cancelScan,
  readScan,
  type ScanView,
  type ScanWarning,
  startScan,
} from '../../../../server/contract/plant/tools/scan.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { FormProblem } from '../../../parts/form/fields.tsx';
import { explain } from '../../../parts/states.tsx';
import { hindiWords } from '../../../text/language.ts';
import { words } from '../words.ts';
import styles from './Meter.module.css';

type FoundDevice = ScanView['found'][number];
type Props = {
  line: { id: string; name: string; enabled: boolean };
  /** Devices of the line are read; they pause while it is searched. */
  isRead: boolean;
  chosen: { slaveId: string; templateId: string };
  onChoose: (slaveId: number, templateId: string | undefined) => void;
};

const lastUnit = 32;

const warningWords = ({ code, params, text }: ScanWarning): string => hindiWords()?.scanWarnings[code](params) ?? text;

const Found = ({ device, chosen, onChoose }: { device: FoundDevice } & Pick<Props, 'chosen' | 'onChoose'>) => {
  const [best] = device.models;
  const isChosen = chosen.slaveId === String(device.slaveId) && best !== undefined && chosen.templateId === best.templateId;
  return (
    <li>
      <button
        type="button"
        className={styles.choice}
        aria-pressed={isChosen}
        data-chosen={isChosen || undefined}
        onClick={() => onChoose(device.slaveId, best?.templateId)}
      >
        <strong>{words.unitId(device.slaveId)}</strong>
        <span>{best === undefined ? words.modelUnknown : `${best.name} (${words.certainty[best.certainty]})`}</span>
        {device.duplicateSuspected ? <span className={styles.finding}>{words.duplicate}</span> : null}
      </button>
    </li>
  );
};

/** Looks for devices on the line: what answers, and which model it seems to be. */
export const Scan = ({ line, isRead, chosen, onChoose }: Props) => {
  const [id, setId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const start = useSend(startScan);
  const cancel = useSend(cancelScan);
  const scan = useEndpoint(readScan, { params: { id: id ?? '' } }, { everyMs: 1000, enabled: id !== null });
  const view = scan.data;
  const isRunning = id !== null && (view === undefined || view.state === 'running');
  const begin = () => {
    setProblem(null);
    start
      .send({
        body: {
          connectionId: line.id,
          to: lastUnit,
          // a line that is on is lent to the search, also while no device of it is read
          ...(line.enabled ? { consent: { pause: true as const, connection: line.name } } : {}),
        },
      })
      .then(
        (made) => setId(made.id),
        (error: unknown) => setProblem(explain(error)),
      );
  };
  return (
    <section className={styles.scan} aria-label={words.scan}>
      <div className={styles.row}>
        <Button variant="default" onClick={begin} disabled={isRunning} loading={start.busy}>
          {words.scanStart(lastUnit)}
        </Button>
        {isRunning ? (
          <Button
            variant="default"
            onClick={() => void cancel.send({ params: { id } }).catch((e: unknown) => setProblem(explain(e)))}
          >
            {words.stop}
          </Button>
        ) : null}
        <span className={styles.note}>{isRead ? words.scanPauses : words.scanReadsOnly}</span>
      </div>
      {view === undefined ? null : (
        <>
          <progress
            className={styles.progress}
            value={view.progress.done}
            max={Math.max(1, view.progress.total)}
            aria-label={words.scan}
          />
          <p role="status">
            {isRunning ? words.scanned(view.progress.done, view.progress.total) : words.scanDone(view.found.length)}
            {view.warnings.map((warning) => ` ${warningWords(warning)}`)}
          </p>
          <ul className={styles.choices}>
            {view.found.map((device) => (
              <Found key={`${device.slaveId} ${device.settings?.baudRate}`} device={device} chosen={chosen} onChoose={onChoose} />
            ))}
          </ul>
        </>
      )}
      <FormProblem>{problem}</FormProblem>
    </section>
  );
};
