import type { BalanceData } from '../../../server/contract/user/waterBalance.ts';
import { formatCompleteness, formatPart, formatTo } from '../../text/numbers.ts';
import { clockTime } from '../../text/times.ts';
import { amountWithBand, withBand } from './figures.ts';
import { type Verdict as Found, verdictOf } from './findings.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const sentences = (found: Found, { totals, window }: BalanceData, toMs: number): [title: string, body: string] => {
  const { verdict } = words;
  if (found.kind === 'short') return [verdict.short, verdict.shortBody(clockTime(toMs, window.timezone))];
  if (found.kind === 'undetermined') return [verdict.undetermined, verdict.undeterminedBody];
  if (found.kind === 'incomplete') {
    const { worst } = found;
    return [
      verdict.incomplete,
      worst === undefined ? '' : verdict.incompleteBody(worst.label, formatCompleteness(worst.completeness)),
    ];
  }
  const [first, ...others] = found.off;
  if (found.kind === 'closes') {
    const kl = withBand(totals);
    return [verdict.closes, first === undefined ? verdict.closesBody(kl) : verdict.inside(found.off.length)];
  }
  const pct = totals.unaccountedPct === null ? '' : verdict.part(`${formatPart(totals.unaccountedPct)} %`);
  const where = first === undefined ? '' : others.length === 0 ? verdict.at(first.label) : verdict.several(found.off.length);
  return [verdict[found.kind](amountWithBand(totals)), `${pct} ${where}`.trim()];
};

const Sum = ({ totals, name }: { totals: BalanceData['totals'] | undefined; name?: string }) =>
  totals === undefined ? null : (
    <div className={styles.sumRow}>
      {name === undefined ? null : <span className={styles.sumName}>{name}</span>}
      <dl className={styles.sum} aria-label={name === undefined ? words.sumLabel : `${words.sumLabel}, ${name}`}>
        {(
          [
            ['in', totals.inKL, ''],
            ['out', totals.outKL, '='],
            ['stock', totals.stockChangeKL, '+'],
            ['known', totals.knownLossKL, '+'],
          ] as const
        ).map(([key, value, sign]) => (
          <div key={key}>
            <dt>{words.sum[key]}</dt>
            <dd>
              {/* as one writes it: minus and an amount, never plus and a minus */}
              {sign === '+' && (value ?? 0) < 0 ? null : <i aria-hidden="true">{sign}</i>}
              {formatTo(value, 1)}
            </dd>
          </div>
        ))}
        <div>
          <dt>{words.sum.unaccounted}</dt>
          <dd>
            {(totals.unaccountedKL ?? 0) < 0 ? null : <i aria-hidden="true">+</i>}
            {withBand(totals)}
          </dd>
        </div>
      </dl>
    </div>
  );

type Props = {
  data: BalanceData;
  toMs: number;
  compared: { totals: BalanceData['totals']; name: string } | undefined;
  name: string;
};

/** The balance in words, and the sum that proves it. */
export const Verdict = ({ data, toMs, compared, name }: Props) => {
  const found = verdictOf(data);
  const [title, body] = sentences(found, data, toMs);
  const isOff = found.kind === 'loss' || found.kind === 'gain';
  return (
    <section className={styles.verdict} data-off={isOff || undefined} aria-label={title}>
      <div>
        <h2>
          {isOff ? <span className={styles.sign}>≠</span> : null} {title}
        </h2>
        <p>{body}</p>
      </div>
      <div>
        <Sum totals={data.totals} {...(compared === undefined ? {} : { name })} />
        {compared === undefined ? null : <Sum totals={compared.totals} name={compared.name} />}
      </div>
    </section>
  );
};
