import { Button } from '@mantine/core';
import { useState } from 'react';
import { exportTraffic, readTraffic } from '../../../server/contract/plant/tools/line.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { download } from '../../parts/downloads.ts';
import { FormProblem } from '../../parts/form/fields.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { explain } from '../../parts/states.tsx';
import { useProfile, useServices } from '../../state/services.ts';
import { clockTimeWithSeconds } from '../../text/times.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const shown = 100;

/** The last frames of a line, the newest first, as they went over the wire. */
export const Traffic = ({ lineId, lineName }: { lineId: string; lineName: string }) => {
  const { session } = useServices();
  const { timezone } = useProfile();
  const traffic = useEndpoint(readTraffic, { params: { id: lineId }, query: { limit: shown } }, { everyMs: 2000 });
  const [problem, setProblem] = useState<string | null>(null);
  const save = (format: 'csv' | 'pcap') =>
    session.requestFile(exportTraffic, { params: { id: lineId }, query: { format } }).then(
      ({ blob }) => {
        setProblem(null);
        download(blob, `${lineName}.${format}`);
      },
      (error: unknown) => setProblem(explain(error)),
    );
  return (
    <>
      <div className={styles.row}>
        <Button variant="default" onClick={() => void save('csv')}>
          {words.exportCsv}
        </Button>
        <Button variant="default" onClick={() => void save('pcap')}>
          {words.exportPcap}
        </Button>
      </div>
      <FormProblem>{problem}</FormProblem>
      <Loaded of={traffic} rows={10} isEmpty={({ frames }) => frames.length === 0} empty={<p>{words.noFrames}</p>}>
        {({ frames, kept }) => (
          <>
            <p className={styles.note}>{words.frames(kept)}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
            <section className={styles.frames} tabIndex={0} aria-label={words.tools.traffic}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    {words.frameColumns.map((label) => (
                      <th key={label} scope="col">
                        {label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {frames.toReversed().map(({ sequence, at, direction, unit, hex, text }) => (
                    <tr key={sequence}>
                      <td className={styles.mono}>{`${clockTimeWithSeconds(Date.parse(at), timezone)}.${at.slice(20, 23)}`}</td>
                      <td>{words.direction[direction]}</td>
                      <td>{unit}</td>
                      <td className={styles.hex}>{hex}</td>
                      <td lang="en">{text}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </>
        )}
      </Loaded>
    </>
  );
};
