import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { listTags } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { readUnit } from '../../../../server/contract/plant/units.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { useServices } from '../../../state/services.ts';
import { formatUpTo, unitLabel } from '../../../text/numbers.ts';
import { formatAge } from '../../../text/times.ts';
import { words } from '../words.ts';
import styles from './Meter.module.css';
import type { StepProps } from './place.ts';
import { mainTag } from './ReadingsStep.tsx';
import { shownValue } from './Signals.tsx';
import trust from './Trusted.module.css';
import { isTrusted, trustChecks } from './trust.ts';
import { useFieldNow } from './useFieldNow.ts';

type Props = StepProps & {
  /** When the work began; the title says how long it took. */
  sinceMs: number | undefined;
  onTrusted?: (() => void) | undefined;
  children?: ReactNode;
};

const Mark = ({ state }: { state: 'yes' | 'no' | 'wait' }) => (
  <span className={trust.mark} data-state={state}>
    <span aria-hidden="true">{state === 'yes' ? '✓' : state === 'no' ? '!' : '…'}</span>
    <span className="hw-only-read">{words.checkState[state]}</span>
  </span>
);

/** The value itself, live, with the reasons why it can be trusted: each is a check that was made. */
export const TrustedStep = ({ place, go, sinceMs, onTrusted, children }: Props) => {
  const { clock } = useServices();
  const { device: id = '', unit: unitId = '' } = place;
  const unit = useEndpoint(readUnit, { params: { id: unitId } });
  const list = useEndpoint(listTags, { query: { deviceId: id } });
  const { field, firstOf } = useFieldNow();
  const [trustedMs, setTrustedMs] = useState<number | null>(null);
  const reported = useRef(false);
  const tags = (list.data?.tags ?? []).filter((one) => one.unitId === unitId);
  const tag = mainTag(tags);
  const view = field.data?.tags.find(({ tagId }) => tagId === tag?.id);
  const device = field.data?.devices.find(({ deviceId }) => deviceId === id);
  const first = tag === undefined ? undefined : firstOf(tag.id);
  const checks = trustChecks({ tag, view, device, first, proof: place.proof, hasMeter: unit.data?.meta.meter !== undefined });
  const trusted = isTrusted(checks);

  useEffect(() => {
    if (!trusted || reported.current) return;
    reported.current = true;
    setTrustedMs(clock.now());
    onTrusted?.();
  }, [trusted, clock, onTrusted]);

  const detail: Record<(typeof checks)[number]['id'], string> = {
    display: place.proof === undefined ? words.notCompared : words.agreedBy(place.proof),
    counts:
      typeof view?.value === 'number' && typeof first?.value === 'number' && tag?.kind === 'counter'
        ? words.countedBy(`${formatUpTo(view.value - first.value, 3)} ${unitLabel(tag.measure)}`)
        : words.answers,
    clean:
      device === undefined
        ? ''
        : words.lineIs(device.requests, device.timeouts + device.crcErrors, formatUpTo(device.rttMsP95 ?? 0, 1)),
    rollover:
      unit.data?.meta.meter === undefined
        ? ''
        : words.rolloverAt(formatUpTo(unit.data.meta.meter.modulus, 0), unitLabel(tag?.measure ?? '')),
  };

  return (
    <div className={styles.step}>
      <p className={styles.note}>{unit.data?.name}</p>
      <div role="status">
        <h2 className={trust.big}>
          {trustedMs === null
            ? words.notYetTrusted
            : sinceMs === undefined
              ? words.trusted
              : words.trustedAfter(words.duration(Math.max(1, Math.round((trustedMs - sinceMs) / 1000))))}
        </h2>
      </div>
      <div className={styles.columns}>
        <section className={styles.sheet} aria-label={words.valueNow}>
          {tags.map((one) => {
            const now = field.data?.tags.find(({ tagId }) => tagId === one.id);
            return (
              <div key={one.id} className={trust.value}>
                <span>
                  {one.name}
                  <span className={trust.age}>{now?.ageSeconds == null ? '' : formatAge(now.ageSeconds * 1000)}</span>
                </span>
                <strong>{shownValue(now?.value ?? null, one.measure)}</strong>
              </div>
            );
          })}
          {tags.length === 0 ? <p>{words.nothingFeeds}</p> : null}
        </section>
        <section className={styles.sheet} aria-labelledby="why-trusted">
          <h3 id="why-trusted">{words.whyTrusted}</h3>
          <ul className={trust.checks}>
            {checks.map((check) => (
              <li key={check.id}>
                <Mark state={check.state} />
                <strong>{words.checks[check.id]}</strong>
                <span>{detail[check.id]}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {children}
      <div className={styles.foot}>
        <Button onClick={() => go({})}>{words.anotherMeter}</Button>
        <Link to="/units/$unitId" params={{ unitId }} className={styles.link}>
          {words.openUnit}
        </Link>
        <Link to="/" className={styles.link}>
          {words.toOverview}
        </Link>
      </div>
    </div>
  );
};
