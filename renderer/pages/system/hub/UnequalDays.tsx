import { Button } from '@mantine/core';
import { useState } from 'react';
import { decideHeldDay, readHeldDays, type UnequalDays as Unequal } from '../../../../server/contract/plant/hub/heldDays.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { FormProblem } from '../../../parts/form/fields.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import { explain } from '../../../parts/states.tsx';
import { formatWithUnit } from '../../../text/numbers.ts';
import { dateText } from '../../../text/times.ts';
import styles from '../Page.module.css';
import { Rows } from '../Rows.tsx';
import { words } from './words.ts';

type Day = Unequal['days'][number];
type Series = Day['series'][number];

const patientMs = 60_000;
/** More is said as a number. */
const MOST_SERIES = 12;

const ownText = ({ plant, measure, isGone }: Series): string => (isGone ? words.seriesGone : sideText(plant, measure));

const sideText = (side: Series['plant'], measure: string): string =>
  side === null ? words.nothingHere : words.sideOf(formatWithUnit(side.value, measure), side.complete);

const hubText = ({ hub, measure, signed }: Series): string =>
  [sideText(hub, measure), signed ? '' : words.notSigned].filter(Boolean).join('; ');

/** What both sides have of a day; a click decides. */
const OneDay = ({ day, reload }: { day: Day; reload: () => void }) => {
  const decide = useSend(decideHeldDay, patientMs);
  const [problem, setProblem] = useState<string | null>(null);
  const { industryId, name, date, series } = day;
  const title = words.unequalOf(name, dateText(date));
  const keep = (side: 'plant' | 'hub'): void => {
    setProblem(null);
    decide.send({ body: { industryId, date, keep: side } }).then(reload, (error: unknown) => {
      setProblem(explain(error));
      reload();
    });
  };
  const rest = series.length - MOST_SERIES;
  const isAllGone = series.every(({ isGone }) => isGone);
  return (
    <section className={styles.stack} aria-label={title}>
      <h3>{title}</h3>
      <Rows
        label={title}
        columns={words.unequalColumns}
        rows={series.slice(0, MOST_SERIES).map((one) => ({
          key: `${one.unitId} ${one.param}`,
          cells: [`${one.unitName}, ${one.param}`, ownText(one), hubText(one), String(one.unequalSlots)],
        }))}
      />
      {rest > 0 ? <p className={styles.note}>{words.seriesMore(rest)}</p> : null}
      {series.some(({ isGone }) => isGone) ? <p className={styles.note}>{words.goneHint}</p> : null}
      <FormProblem>{problem}</FormProblem>
      <div className={styles.buttons}>
        <Button variant="default" loading={decide.busy} onClick={() => keep('plant')}>
          {isAllGone ? words.leaveAtHub : words.keepPlant}
          <span className="hw-only-read"> {title}</span>
        </Button>
        {isAllGone ? null : (
          <Button variant="default" loading={decide.busy} onClick={() => keep('hub')}>
            {words.takeHub}
            <span className="hw-only-read"> {title}</span>
          </Button>
        )}
      </div>
    </section>
  );
};

/** Closed days of which the hub has something else; there is nothing to see where there are none. */
export const UnequalDays = () => {
  const state = useEndpoint(readHeldDays, {}, { everyMs: 30_000 });
  const days = state.data?.days ?? [];
  if (days.length === 0) return null;
  return (
    <Panel id="unequal-days" title={words.unequal} fresh={state.fresh}>
      <div className={styles.stack}>
        <p className={styles.note}>{words.unequalHint}</p>
        {days.map((day) => (
          <OneDay key={`${day.industryId} ${day.date}`} day={day} reload={state.reload} />
        ))}
      </div>
    </Panel>
  );
};
