import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type BulkFormat,
  bulkFormat,
  exportConfiguration,
  type ImportReport,
  importConfiguration,
} from '../../../../server/contract/plant/commissioning/bulk.ts';
import { ApiError } from '../../../api/call.ts';
import { download } from '../../../parts/downloads.ts';
import { FileButton } from '../../../parts/editor/FileButton.tsx';
import formStyles from '../../../parts/form/Form.module.css';
import { FormProblem } from '../../../parts/form/fields.tsx';
import { isConflict } from '../../../parts/form/isConflict.ts';
import { explain } from '../../../parts/states.tsx';
import fieldStyles from '../../../parts/structure/Fields.module.css';
import { useServices } from '../../../state/services.ts';
import styles from '../Plant.module.css';
import { words } from '../words.ts';

const patientMs = 120_000;

const Line = ({ change }: { change: ImportReport['changes'][number] }) => (
  <tr>
    <th scope="row">{words.files.place(words.files.kinds[change.kind], change.row)}</th>
    <td>{words.files.actions[change.action]}</td>
    <td>{change.name}</td>
    <td>
      <ul>
        {change.fields.map(({ column, before, after }) => (
          <li key={column}>
            {column}: {before === null ? '–' : String(before)} → {after === null ? '–' : String(after)}
          </li>
        ))}
      </ul>
    </td>
  </tr>
);

/** Lines that differ. Of a file that cannot be taken over nothing is said of what it leaves as it is. */
const Changes = ({ report: { changes, errors } }: { report: ImportReport }) => {
  if (changes.length === 0) return errors.length > 0 ? null : <p className={styles.note}>{words.files.same}</p>;
  return (
    <>
      <h3>{words.files.difference}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={formStyles.sides} tabIndex={0} aria-label={words.files.lines}>
        <table>
          <thead>
            <tr>
              {[words.files.line, words.files.what, words.files.name, words.files.fields].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <Line key={`${change.kind} ${change.row}`} change={change} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
};

/** What a file would change, line by line, or what keeps it from being taken over. */
const Report = ({ report }: { report: ImportReport }) => (
  <section aria-label={words.files.difference}>
    {report.errors.length === 0 ? null : (
      <>
        <h3>{words.files.errors}</h3>
        <ul>
          {report.errors.map(({ kind, row, column, message }) => (
            <li key={`${kind} ${row} ${column} ${message}`}>
              {words.files.place(words.files.kinds[kind], row)}
              {column === null ? '' : `, ${column}`}: {message}
            </li>
          ))}
        </ul>
      </>
    )}
    {report.warnings.map((warning) => (
      <p key={warning}>{warning}</p>
    ))}
    <Changes report={report} />
    {report.moreChanges > 0 ? <p>{words.files.more(report.moreChanges)}</p> : null}
  </section>
);

/** Every line, device, signal and write point as a file, and back: first as a difference, then for good. */
export const Files = () => {
  const { session } = useServices();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [looked, setLooked] = useState<{ file: File; report: ImportReport } | null>(null);
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      const rows = error instanceof ApiError && error.failure.kind === 'refused' ? (error.failure.body.errors ?? []) : [];
      setProblem([explain(error), ...rows.map(({ path, message }) => `${path}: ${message}`)].join(' '));
    } finally {
      setBusy(false);
    }
  };
  const send = (file: File, query: { dryRun: 'true' | 'false'; from?: string }) =>
    session.requestUpload(importConfiguration, { query }, file, patientMs);
  const look = (file: File) => {
    // of an empty file nothing would be sent
    if (file.size > 0) return void during(async () => setLooked({ file, report: await send(file, { dryRun: 'true' }) }));
    setLooked(null);
    setProblem(words.files.empty(file.name));
  };
  /** What was looked at, or the difference anew where somebody else changed the configuration meanwhile. */
  const takeOver = async ({ file, report: { from } }: { file: File; report: ImportReport }): Promise<void> => {
    try {
      setLooked({ file, report: await send(file, { dryRun: 'false', from }) });
      void client.invalidateQueries();
    } catch (error) {
      if (!isConflict(error)) throw error;
      setLooked({ file, report: await send(file, { dryRun: 'true' }) });
      setProblem(words.files.changedMeanwhile);
    }
  };
  const take = (format: BulkFormat) =>
    during(async () => {
      const { blob, name } = await session.requestFile(exportConfiguration, { query: { format } }, undefined, patientMs);
      download(blob, name);
    });
  const report = looked?.report;
  return (
    <div className={styles.stack}>
      <section className={fieldStyles.form} aria-label={words.files.export}>
        <h2>{words.files.export}</h2>
        <p className={styles.note}>{words.files.exportHint}</p>
        <div className={styles.buttons}>
          {bulkFormat.options.map((format) => (
            <Button key={format} variant="default" disabled={busy} onClick={() => void take(format)}>
              {words.files.download(format.toUpperCase())}
            </Button>
          ))}
        </div>
      </section>
      <section className={fieldStyles.form} aria-label={words.files.import}>
        <h2>{words.files.import}</h2>
        <p className={styles.note}>{words.files.importHint}</p>
        <div className={styles.buttons}>
          <FileButton label={words.files.choose} accept=".xlsx,.csv,.json" onFile={look} />
        </div>
        <FormProblem>{problem}</FormProblem>
        {report === undefined ? null : (
          <>
            <p role="status">
              {looked?.file.name}: {report.applied ? words.files.applied : words.files.nothingYet}
            </p>
            <Report report={report} />
            {report.applied || report.changes.length === 0 || report.errors.length > 0 ? null : (
              <div>
                <Button
                  loading={busy}
                  onClick={() =>
                    void during(async () => {
                      if (looked === null) return;
                      await takeOver(looked);
                    })
                  }
                >
                  {words.files.apply}
                </Button>
              </div>
            )}
          </>
        )}
      </section>
    </div>
  );
};
