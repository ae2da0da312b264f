import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Sent } from '../../../server/contract/endpoint.ts';
import { listPeople } from '../../../server/contract/plant/accounts/people.ts';
import { type AuditView, exportAudit, listAudit, verifyAudit } from '../../../server/contract/plant/audit.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { download } from '../../parts/downloads.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Empty, explain } from '../../parts/states.tsx';
import { useProfile, useServices } from '../../state/services.ts';
import { formatUpTo } from '../../text/numbers.ts';
import { addDays, dateWithYearAndTime, msAt } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { AuditFilter } from './AuditFilter.tsx';
import { type AuditSearch, readAuditSearch, readSearch } from './entry.ts';
import styles from './Page.module.css';
import { words as programWords } from './program/words.ts';
import { Rows } from './Rows.tsx';
import { words } from './words.ts';

type Filter = NonNullable<Sent<typeof listAudit>['query']>;

const filterOf = ({ who, from, to, ...same }: AuditSearch, timezone: string): Filter => ({
  ...same,
  ...(who === undefined ? {} : { userId: who }),
  ...(from === undefined ? {} : { from: new Date(msAt(from, '00:00', timezone)).toISOString() }),
  // to the last moment of that day
  ...(to === undefined ? {} : { to: new Date(msAt(addDays(to, 1), '00:00', timezone) - 1).toISOString() }),
});

/** Checks the chain of the whole log, or saves what is shown with all its earlier rows. */
const LogActions = ({ filter }: { filter: Filter }) => {
  const { session } = useServices();
  const [note, setNote] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<string | null>) => {
    setBusy(true);
    setNote(null);
    try {
      setNote(await work());
    } catch (error) {
      setNote(explain(error));
    } finally {
      setBusy(false);
    }
  };
  const verify = async () => {
    const { ok, rows, firstBadId } = await session.request(verifyAudit, {}, undefined, 60_000);
    return ok ? words.auditOk(formatUpTo(rows, 0)) : words.auditBad(String(firstBadId ?? ''));
  };
  const save = async (format: 'csv' | 'jsonl') => {
    const { blob } = await session.requestFile(exportAudit, { query: { ...filter, format } }, undefined, 60_000);
    download(blob, `audit.${format}`);
    return null;
  };
  return (
    <>
      <div className={styles.buttons}>
        <Button variant="default" loading={busy} onClick={() => void run(verify)}>
          {words.auditVerify}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void run(() => save('csv'))}>
          {words.auditExport}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void run(() => save('jsonl'))}>
          {programWords.auditExportLines}
        </Button>
      </div>
      <p role="status">{note ?? ''}</p>
    </>
  );
};

const LogRows = ({ rows }: { rows: readonly AuditView[] }) => {
  const { timezone, permissions } = useProfile();
  const people = useEndpoint(listPeople, {}, { enabled: permissions.includes('ACCOUNT_SETTINGS') });
  const names = new Map(people.data?.users.map(({ id, username }) => [id, username]));
  return (
    <Rows
      label={words.tabs.audit}
      columns={words.auditColumns}
      rows={rows.map(({ id, at, kind, userId, ip, subject, outcome, count }) => ({
        key: String(id),
        cells: [
          dateWithYearAndTime(Date.parse(at), timezone),
          `${kind}${count > 1 ? ` ${words.times(count)}` : ''}`,
          userId === null ? words.stranger : (names.get(userId) ?? userId),
          ip ?? text.noValue,
          subject ?? text.noValue,
          words.auditOutcomes[outcome],
        ],
      }))}
    />
  );
};

/** One page of the log from a cursor on, and the way to the earlier ones. */
const LogPage = ({ filter, cursor }: { filter: Filter; cursor?: string }) => {
  const [more, setMore] = useState(false);
  const page = useEndpoint(
    listAudit,
    { query: { ...filter, limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
    { everyMs: cursor === undefined ? 15_000 : false },
  );
  return (
    <Loaded of={page} rows={8} isEmpty={(data) => data.rows.length === 0} empty={<Empty title={words.auditNone} />}>
      {({ rows, next }) => (
        <div className={styles.stack}>
          <LogRows rows={rows} />
          {next === null || more ? null : (
            <div>
              <Button variant="default" onClick={() => setMore(true)}>
                {words.auditMore}
              </Button>
            </div>
          )}
          {next !== null && more ? <LogPage filter={filter} cursor={next} /> : null}
        </div>
      )}
    </Loaded>
  );
};

/** Who did what and what was refused, newest first. */
export const AuditTab = () => {
  const { timezone } = useProfile();
  const shown = readAuditSearch(useSearch({ from: '/system' }));
  const navigate = useNavigate({ from: '/system' });
  const filter = filterOf(shown, timezone);
  const key = JSON.stringify(shown);
  return (
    <Panel id="audit" title={words.tabs.audit}>
      <div className={styles.stack}>
        <AuditFilter
          shown={shown}
          onShow={(next) => void navigate({ search: readSearch({ tab: 'audit', ...next }), resetScroll: false })}
        />
        <LogActions filter={filter} />
        <LogPage key={key} filter={filter} />
      </div>
    </Panel>
  );
};
