import { Button } from '@mantine/core';
import { useState } from 'react';
import { makeDiagnostics } from '../../../../server/contract/plant/diagnostics.ts';
import { type Program, readPackages, readProgram } from '../../../../server/contract/plant/program.ts';
import { desktop } from '../../../api/desktop.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { download } from '../../../parts/downloads.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import { explain } from '../../../parts/states.tsx';
import { useProfile, useServices } from '../../../state/services.ts';
import { dateAndTime } from '../../../text/times.ts';
import { formatBytes } from '../bytes.ts';
import { words as desktopWords } from '../desktop/words.ts';
import styles from '../Page.module.css';
import { Rows } from '../Rows.tsx';
import { Figures } from './Figures.tsx';
import { LogTail } from './LogTail.tsx';
import { Retention } from './Retention.tsx';
import { words } from './words.ts';

const MEBIBYTE = 1_048_576;

const About = ({ of }: { of: Program }) => {
  const { timezone } = useProfile();
  const facts: readonly [name: string, value: string][] = [
    [words.version, of.version],
    [words.startedAt, dateAndTime(Date.parse(of.startedAt), timezone)],
    [words.node, of.node],
    [words.sqlite, of.sqlite],
    [words.system, of.system],
    [words.host, `${of.host}, ${words.processors(of.processors)}, ${words.memory(formatBytes(of.memoryMiB * MEBIBYTE))}`],
    [words.zone, of.timezone],
    [words.dataFolder, of.dataFolder],
  ];
  return (
    <dl className={styles.facts} aria-label={words.about}>
      {facts.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
};

/** The archive that support asks for. */
const Diagnostics = () => {
  const { session } = useServices();
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState('');
  const [withDumps, setWithDumps] = useState(false);
  const save = async () => {
    setBusy(true);
    setNote('');
    try {
      // the program of this PC asks the person there, before the server asks the program
      await desktop?.diagnostics({ withDumps }).catch(() => undefined);
      const { blob, name } = await session.requestFile(makeDiagnostics, {}, undefined, 630_000);
      download(blob, name ?? 'headworks-diagnostics.zip');
      setNote(words.diagnosticsDone);
    } catch (error) {
      setNote(explain(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{words.diagnosticsHint}</p>
      {desktop === undefined ? null : (
        <label>
          <input type="checkbox" checked={withDumps} onChange={(event) => setWithDumps(event.currentTarget.checked)} />{' '}
          {desktopWords.dumps}. {desktopWords.dumpsAsked}
        </label>
      )}
      <div>
        <Button variant="default" loading={busy} onClick={() => void save()}>
          {words.diagnostics}
        </Button>
      </div>
      <p role="status">{note}</p>
    </div>
  );
};

/** Asked for when somebody wants to see them: the server reads a file of each package. */
const Licences = () => {
  const [shown, setShown] = useState(false);
  const answer = useEndpoint(readPackages, {}, { enabled: shown, timeoutMs: 30_000 });
  if (!shown)
    return (
      <div>
        <Button variant="default" onClick={() => setShown(true)}>
          {words.licencesShow}
        </Button>
      </div>
    );
  return (
    <Loaded of={answer} rows={8}>
      {({ packages }) => (
        <Rows
          label={words.licences}
          columns={words.licenceColumns}
          rows={packages.map(({ name, version, licence }) => ({
            key: `${name} ${version}`,
            cells: [name, version, licence ?? words.noLicence],
          }))}
        />
      )}
    </Loaded>
  );
};

/** What runs, how it fares, what it says, and what is kept until when. */
export const ProgramTab = () => {
  const program = useEndpoint(readProgram, {}, { everyMs: 60_000 });
  return (
    <div className={styles.stack}>
      <Panel id="about" title={words.about} fresh={program.fresh}>
        <div className={styles.stack}>
          <Loaded of={program} rows={6}>
            {(data) => <About of={data} />}
          </Loaded>
          <Diagnostics />
        </div>
      </Panel>
      <Figures />
      <LogTail />
      <Retention />
      <Panel id="licences" title={words.licences}>
        <div className={styles.stack}>
          <p className={styles.note}>{words.licencesHint}</p>
          <Licences />
        </div>
      </Panel>
    </div>
  );
};
