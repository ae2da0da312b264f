import type { WellPermit } from '../../../server/contract/plant/readings/watch.ts';
import cards from '../../parts/cards.module.css';
import { formatCompleteness } from '../../text/numbers.ts';
import { dateOfDmy, longDate, shortDate } from '../../text/times.ts';
import { lastsOf, usedOf } from './permitWords.ts';
import { words } from './words.ts';

const yearDays = 365;

const Gauge = ({ well }: { well: WellPermit }) => {
  const { permittedKLY, yearKL, yearEndsIn } = well;
  if (permittedKLY === null) return null;
  const part = Math.min(100, (100 * (yearKL ?? 0)) / permittedKLY);
  const passed = Math.max(0, 100 * (1 - yearEndsIn / yearDays));
  return (
    <div className={cards.gauge} role="img" aria-label={words.yearUsed(...usedOf(yearKL, permittedKLY))}>
      <span style={{ width: `${part}%` }} />
      <i style={{ left: `${passed}%` }} />
    </div>
  );
};

/** Every permit as a gauge: what was abstracted of the year's and of the day's, and how long it lasts. */
export const Permits = ({ wells }: { wells: readonly WellPermit[] }) => {
  if (wells.length === 0) return <p>{words.noPermits}</p>;
  return (
    <div className={cards.grid}>
      {wells.map((well) => {
        const lasts = lastsOf(well);
        return (
          <article key={well.unitId} className={cards.card} aria-label={`${words.permits}: ${well.unitName}`}>
            <div className={cards.head}>
              <strong>{well.unitName}</strong>
              <span className={cards.sub}>{words.permit(well.number, longDate(dateOfDmy(well.validTo)))}</span>
            </div>
            {well.permittedKLY === null ? null : <p>{words.yearUsed(...usedOf(well.yearKL, well.permittedKLY))}</p>}
            <Gauge well={well} />
            {well.permittedKLY === null ? null : (
              <p className={cards.sub}>{words.yearPassed(shortDate(dateOfDmy(well.yearFrom)))}</p>
            )}
            {lasts === null ? null : (
              <p>
                <span className={lasts.short ? cards.tag : undefined}>{lasts.said}</span>
              </p>
            )}
            {well.permittedKLD === null ? null : (
              <p className={cards.sub}>{words.dayUsed(...usedOf(well.todayKL, well.permittedKLD))}</p>
            )}
            {well.yearCompleteness < 95 ? (
              <p className={cards.sub}>{words.partly(formatCompleteness(well.yearCompleteness))}</p>
            ) : null}
          </article>
        );
      })}
    </div>
  );
};
