import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Overview } from '../../../../server/contract/plant/overview.ts';
import { placesBeside } from '../../../../server/contract/rules/besideMarks.ts';
import type { BalanceData } from '../../../../server/contract/user/waterBalance.ts';
import type { Answer } from '../../../api/useEndpoint.ts';
import { AsOf } from '../../../parts/figures/AsOf.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { useProfile } from '../../../state/services.ts';
import { formatTo, formatUpTo } from '../../../text/numbers.ts';
import { clockTime } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import { plusMinus } from '../thingWords.ts';
import { words } from '../words.ts';
import styles from './BalanceLine.module.css';

const amount = (value: number | null): string => formatTo(value, 1);

const Verdict = ({ data: { totals, nodes } }: { data: BalanceData }) => {
  const decided = nodes.filter(({ z }) => z !== null);
  const worst = decided.reduce<(typeof decided)[number] | null>(
    (most, node) => (Math.abs(node.z ?? 0) > Math.abs(most?.z ?? 0) ? node : most),
    null,
  );
  const isOpen = totals.status === 'loss' || totals.status === 'gain';
  return (
    <>
      <span className={isOpen ? styles.tag : styles.words}>{words.balance.verdicts[totals.status]}</span>
      <span className={styles.words}>
        {isOpen && worst !== null
          ? words.balance.worst(worst.label, formatUpTo(worst.z ?? 0, placesBeside(worst.z, [-2, 2], 1)))
          : words.balance.evaluated(decided.filter(({ status }) => status === 'balanced').length, decided.length)}
      </span>
    </>
  );
};

type Span = Pick<Overview, 'window' | 'comparedTo'>;

const Sum = memo(({ data, window, comparedTo }: { data: BalanceData } & Span) => {
  const { timezone } = useProfile();
  const [from, to] = [window.from, comparedTo].map((time) => clockTime(Date.parse(time), timezone));
  const { totals } = data;
  return (
    <>
      <span className={styles.words}>{words.balance.span(from ?? '', to ?? '', 'KL')}</span>
      <span className={styles.sum}>
        <span>
          {words.balance.in} <b>{amount(totals.inKL)}</b>
        </span>
        <span>
          − {words.balance.out} <b>{amount(totals.outKL)}</b>
        </span>
        <span>
          − {words.balance.stock} <b>{amount(totals.stockChangeKL)}</b>
        </span>
        <span>
          − {words.balance.loss} <b>{amount(totals.knownLossKL)}</b>
        </span>
        <span>
          = {words.balance.unaccounted} <b>{plusMinus(totals.unaccountedKL, totals.band95KL, 'KL')}</b>
        </span>
      </span>
      <Verdict data={data} />
      <Link to="/balance" className={styles.open}>
        {text.nav.balance}
      </Link>
    </>
  );
});

/** In, out, stock and what remains, with the error of the meters. */
export const BalanceLine = ({ overview: { window, comparedTo }, balance }: { overview: Span; balance: Answer<BalanceData> }) => (
  <section className={styles.line} aria-label={words.balance.title}>
    <h2>{words.balance.title}</h2>
    <Loaded of={balance} rows={1}>
      {(data) =>
        data.nodes.length === 0 ? (
          <p className={styles.words}>{words.balance.none}</p>
        ) : (
          <Sum data={data} window={window} comparedTo={comparedTo} />
        )
      }
    </Loaded>
    <AsOf of={balance.fresh} />
  </section>
);
