import { Button } from '@mantine/core';
import { useState } from 'react';
import { readReturn, returnFormats, returnKinds } from '../../../server/contract/plant/returns.ts';
import { readSettings } from '../../../server/contract/user/accounts.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { useNow } from '../../state/now.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { addMonths, lastOfMonth, monthOf, toDmy } from '../../text/times.ts';
import { fiscalYears } from './fiscalYears.ts';
import styles from './Page.module.css';
import { lastDay } from './period.ts';
import type { useMaking } from './useMaking.ts';
import { words } from './words.ts';

type Kind = (typeof returnKinds)[number];

type Asked = { startDate?: string; endDate?: string; fiscalYear?: number };
type PeriodChoice = { key: string; label: string; query: Asked };

/** By month, or by fiscal year. */
const byYear: Record<Kind, readonly ('month' | 'year')[]> = {
  groundwater: ['month', 'year'],
  effluent: ['month'],
  brsr: ['year'],
  gri303: ['year'],
  audit: ['year'],
};

const Row = ({
  kind,
  today,
  firstMonth,
  making,
}: {
  kind: Kind;
  today: string;
  /** Null: not for this person to read. */
  firstMonth: number | null;
  making: ReturnType<typeof useMaking>;
}) => {
  const months = Array.from({ length: 12 }, (_, back) => addMonths(`${today.slice(0, 7)}-01`, -back));
  const choices = byYear[kind].flatMap((by): PeriodChoice[] =>
    by === 'month'
      ? months.map((month) => ({
          key: month,
          label: monthOf(month),
          query: {
            startDate: toDmy(month),
            endDate: toDmy(month.slice(0, 7) === today.slice(0, 7) ? today : lastOfMonth(month)),
          },
        }))
      : fiscalYears(today, firstMonth).map(({ year, label }) => ({ key: label, label, query: { fiscalYear: year } })),
  );
  const [key, setKey] = useState(choices[0]?.key ?? '');
  const chosen = choices.find((one) => one.key === key) ?? choices[0];
  return (
    <li className={styles.return}>
      <span>
        <strong>{words.returns[kind]}</strong>
        <span className={styles.sub}>{words.returnsAbout[kind]}</span>
      </span>
      <label className={styles.inline}>
        {words.period}
        <select value={key} onChange={(event) => setKey(event.currentTarget.value)}>
          {choices.map((one) => (
            <option key={one.key} value={one.key}>
              {one.label}
            </option>
          ))}
        </select>
      </label>
      <span className={styles.formats}>
        {returnFormats.map((format) => (
          <Button
            key={format}
            variant="default"
            aria-label={`${words.returns[kind]}: ${words.formats[format]}`}
            onClick={() =>
              making.make(`${words.returns[kind]}, ${chosen?.label ?? ''}, ${words.formats[format]}`, readReturn, {
                params: { kind },
                headers: {},
                query: { ...chosen?.query, format },
              })
            }
          >
            {words.formats[format]}
          </Button>
        ))}
      </span>
    </li>
  );
};

/** Tables that help to fill in what authorities and disclosures ask for. */
export const Returns = ({ making }: { making: ReturnType<typeof useMaking> }) => {
  const { clock } = useServices();
  const { timezone, shift, permissions } = useProfile();
  const today = lastDay(useNow(clock), timezone, shift.startAt);
  const mayRead = permissions.includes('ACCOUNT_SETTINGS');
  const settings = useEndpoint(readSettings, {}, { enabled: mayRead });
  const rows = (firstMonth: number | null) => (
    <ul className={styles.list}>
      {returnKinds.map((kind) => (
        <Row key={kind} kind={kind} today={today} firstMonth={firstMonth} making={making} />
      ))}
    </ul>
  );
  return (
    <>
      <p className={styles.note}>{words.returnsNote}</p>
      {mayRead ? (
        <Loaded of={settings} rows={returnKinds.length} rowHeight="3.5rem">
          {({ reports }) => rows(reports.fiscalYearStartMonth)}
        </Loaded>
      ) : (
        rows(null)
      )}
    </>
  );
};
