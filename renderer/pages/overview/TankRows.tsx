import { Link } from '@tanstack/react-router';
import { Fragment, memo } from 'react';
import { useTimeOf } from '../../parts/dates/useTimeOf.ts';
import { Panel } from '../../parts/Panel.tsx';
import { useServices } from '../../state/services.ts';
import { formatFilled } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import { forecastParts } from './forecastWords.ts';
import { soonest, type TankNow } from './nodeNow.ts';
import styles from './panels/SidePanels.module.css';
import { words } from './words.ts';

/** A level lying down, with its limits; hatched by its outline alone where it cannot be trusted. */
const LevelRow = ({ tank }: { tank: TankNow }) => {
  const { percent, lowPercent, highPercent, trust, unit } = tank;
  const at = (share: number) => Math.min(100, Math.max(0, share));
  return (
    <svg
      className={styles.level}
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      role="img"
      aria-label={words.tanks.label(unit.unitName, `${formatFilled(percent)} %`)}
    >
      <rect className={styles.track} x="0" y="2" width="100" height="10" />
      {percent === null ? null : (
        <>
          <rect className={trust.kind === 'good' ? styles.fill : styles.stale} x="0" y="2" width={at(percent)} height="10" />
          {trust.kind === 'good' ? <line className={styles.surface} x1={at(percent)} x2={at(percent)} y1="0" y2="14" /> : null}
        </>
      )}
      {[lowPercent, highPercent].map((limit, side) =>
        limit === null ? null : (
          <line key={side === 0 ? 'low' : 'high'} className={styles.limit} x1={at(limit)} x2={at(limit)} y1="0" y2="14" />
        ),
      )}
    </svg>
  );
};

const Percent = ({ tank: { percent, trust } }: { tank: TankNow }) => {
  if (percent === null) return text.noValue;
  const shown = formatFilled(percent);
  if (trust.kind === 'good') return shown;
  return (
    <span className={styles.doubtful}>
      <s>{shown}</s> ?
    </span>
  );
};

const Name = memo(({ unitId, unitName }: { unitId: string; unitName: string }) => (
  <Link to="/units/$unitId" params={{ unitId }} title={unitName}>
    {unitName}
  </Link>
));

const Row = memo(({ tank }: { tank: TankNow }) => {
  const { clock } = useServices();
  const when = useTimeOf();
  const { unit, trust, trend } = tank;
  return (
    <tr>
      <th scope="row">
        <Name unitId={unit.unitId} unitName={unit.unitName} />
      </th>
      <td className={styles.barCell}>
        <LevelRow tank={tank} />
      </td>
      <td className={styles.number}>
        <Percent tank={tank} />
      </td>
      <td className={styles.parts} data-differs={trend.kind === 'differ' || undefined}>
        {trust.kind === 'doubtful'
          ? words.tanks.asOf(when(clock.tickMs() - trust.ageMs))
          : forecastParts(trend).map((part, at, all) => (
              <Fragment key={part}>
                <span className={styles.part}>{at < all.length - 1 ? `${part},` : part}</span>{' '}
              </Fragment>
            ))}
      </td>
    </tr>
  );
});

/** Tanks, those that are full or empty soonest first. */
export const TankRows = memo(({ tanks, most }: { tanks: readonly TankNow[]; most?: number }) => {
  const shown = soonest(tanks).slice(0, most ?? tanks.length);
  return (
    <Panel
      id="overview-tanks"
      title={text.groups.stock}
      note={most === undefined ? words.tanks.note : words.tanks.soonest(shown.length, tanks.length)}
    >
      {tanks.length === 0 ? <p className={styles.none}>{words.tanks.none}</p> : null}
      <table className={styles.rows}>
        <tbody>
          {shown.map((tank) => (
            <Row key={tank.unit.unitId} tank={tank} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
});
