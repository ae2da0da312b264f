import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { listCommands, listValves, listWritePoints } from '../../../server/contract/plant/commands.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Gone } from '../../parts/gone/Gone.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Empty } from '../../parts/states.tsx';
import { worstOf } from '../../state/fresh.ts';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { readSearch } from './entry.ts';
import { Journal, journalTable } from './Journal.tsx';
import styles from './Page.module.css';
import { PointPanel } from './PointPanel.tsx';
import { statesOf, words } from './words.ts';

const stateEveryMs = 2000;
const firstRows = 50;
const mostRows = 500;

/** What can be switched and set: its state now, the command, and the journal. */
export const CommandsPage = () => {
  const { point: chosen } = useSearch({ from: '/commands' });
  const navigate = useNavigate({ from: '/commands' });
  const { permissions, timezone } = useProfile();
  const [rows, setRows] = useState<number>(firstRows);
  const points = useEndpoint(listWritePoints, { query: {} }, { everyMs: 10_000 });
  const valves = useEndpoint(listValves, {}, { everyMs: stateEveryMs });
  const maySee = permissions.includes('PLC_READ');
  const journal = useEndpoint(
    listCommands,
    { query: { limit: rows } },
    {
      everyMs: 10_000,
      enabled: maySee,
      keepPrevious: true,
    },
  );
  const stateOf = (id: string) => valves.data?.valves.find((one) => one.id === id);
  const byId = new Map(points.data?.points.map((point) => [point.id, point]));
  const table = journal.data && journalTable({ commands: journal.data.commands, points: byId }, timezone);
  return (
    <PageFrame title={text.nav.commands} fresh={worstOf([points.fresh, valves.fresh])} about={words.help} table={table}>
      {points.data?.readOnly === true ? (
        <p className={styles.notice} role="status">
          {words.readOnly}
        </p>
      ) : null}
      <Loaded
        of={points}
        rows={5}
        rowHeight="3rem"
        isEmpty={(data) => data.points.length === 0}
        empty={<Empty title={words.none}>{words.noneHint}</Empty>}
      >
        {(data) => {
          const point = data.points.find(({ id }) => id === chosen);
          return (
            <div className={styles.split}>
              <ul className={styles.list} aria-label={words.points}>
                {data.points.map(({ id, name, kind }) => {
                  const state = stateOf(id);
                  return (
                    <li key={id} data-chosen={id === chosen || undefined}>
                      <button
                        type="button"
                        className={styles.row}
                        aria-expanded={id === chosen}
                        onClick={() => void navigate({ search: readSearch({ point: id }), replace: true, resetScroll: false })}
                      >
                        <strong>{name}</strong>
                        <span>{words.kinds[kind]}</span>
                        <span>{state === undefined ? '' : statesOf(kind)[state.state]}</span>
                      </button>
                    </li>
                  );
                })}
              </ul>
              {point === undefined && chosen !== undefined ? (
                <Gone />
              ) : point === undefined ? (
                <p className={styles.note}>{words.choose}</p>
              ) : (
                <PointPanel key={point.id} point={point} readOnly={data.readOnly} />
              )}
            </div>
          );
        }}
      </Loaded>
      {maySee ? (
        <Loaded of={journal} rows={4}>
          {({ commands }) => (
            <Panel id="journal" title={words.journal}>
              <Journal commands={commands} points={byId} label={words.journalRows} />
              {commands.length === rows && rows < mostRows ? (
                <Button variant="default" onClick={() => setRows(mostRows)}>
                  {words.older}
                </Button>
              ) : null}
            </Panel>
          )}
        </Loaded>
      ) : null}
    </PageFrame>
  );
};
