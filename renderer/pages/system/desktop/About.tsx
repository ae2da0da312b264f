import { useState } from 'react';
import type { ShellSurface, SurfaceReply } from '../../../../server/contract/process/surface.ts';
import { FormProblem } from '../../../parts/form/fields.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import styles from '../Page.module.css';
import { words } from './words.ts';

export type DesktopInfo = SurfaceReply<'info'>;

/** What runs on this PC, and whether it starts by itself: as the system says afterwards, not as it was wished. */
export const About = ({ shell, info, onChange }: { shell: ShellSurface; info: DesktopInfo; onChange: () => void }) => {
  const [problem, setProblem] = useState<string | null>(null);
  const facts: readonly [name: string, value: string][] = [
    [words.version, info.version],
    [words.electron, info.electron],
    [words.measures, info.isService ? words.byService : words.byProgram],
    [
      words.addresses,
      info.addresses.length === 0 ? words.noAddresses : info.addresses.map((address) => `https://${address}`).join(', '),
    ],
  ];
  return (
    <Panel id="this-pc" title={words.about}>
      <div className={styles.stack}>
        <p className={styles.note}>{words.hint}</p>
        <dl className={styles.facts} aria-label={words.about}>
          {facts.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
        </dl>
        <label>
          <input
            type="checkbox"
            checked={info.startsWithPc}
            onChange={(event) => {
              setProblem(null);
              shell.autostart(event.currentTarget.checked).then(onChange, () => setProblem(words.failed));
            }}
          />{' '}
          {words.autostart}
        </label>
        <FormProblem>{problem}</FormProblem>
      </div>
    </Panel>
  );
};
