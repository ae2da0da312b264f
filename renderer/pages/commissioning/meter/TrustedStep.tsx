import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DAY_MS } from '../../../../server/contract/model/common.ts';
import { listTags, type PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import type { PlantField } from '../../../../server/contract/plant/state.ts';
import { type PlantUnit, readUnit } from '../../../../server/contract/plant/units.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { AsOf } from '../../../parts/figures/AsOf.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
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
  trustedAtMs?: number | undefined;
  onTrusted?: (() => void) | undefined;
  children?: ReactNode;
};

const Mark = ({ state }: { state: 'yes' | 'no' | 'wait' }) => (
  <span className={trust.mark} data-state={state}>
    <span aria-hidden="true">{state === 'yes' ? '✓' : state === 'no' ? '!' : '…'}</span>
    <span className="hw-only-read">{words.checkState[state]}</span>
  </span>
);

type Found = {
  unit: PlantUnit;
  tags: readonly PlantTag[];
  field: PlantField;
  firstOf: ReturnType<typeof useFieldNow>['firstOf'];
};

/** The value itself, live, with the reasons why it can be trusted: each is a check that was made. */
const Reasons = ({
  place,
  sinceMs,
  trustedAtMs,
  onTrusted,
  unit,
  tags,
  field,
  firstOf,
}: Omit<Props, 'go' | 'children'> & Found) => {
  const { clock } = useServices();
  const { device: id = '' } = place;
  const [trustedMs, setTrustedMs] = useState<number | null>(null);
  const reported = useRef(false);
  const tag = mainTag(tags);
  const view = field.tags.find(({ tagId }) => tagId === tag?.id);
  const device = field.devices.find(({ deviceId }) => deviceId === id);
  const first = tag === undefined ? undefined : firstOf(tag.id);
  const checks = trustChecks({ tag, view, device, first, proof: place.proof, hasMeter: unit.meta.meter !== undefined });
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
        : '',
    reads: checks.some(({ id: one, state }) => one === 'reads' && state === 'yes')
      ? words.lastReading(shownValue(view?.value ?? null, tag?.measure ?? ''))
      : '',
    clean:
      device === undefined
        ? ''
        : words.lineIs(device.requests, device.timeouts + device.crcErrors, formatUpTo(device.rttMsP95 ?? 0, 1)),
    rollover:
      unit.meta.meter === undefined
        ? ''
        : words.rolloverAt(formatUpTo(unit.meta.meter.modulus, 0), unitLabel(tag?.measure ?? '')),
  };

  // of a plant that was made days ago it says nothing
  const tookMs = trustedMs === null || sinceMs === undefined ? null : (trustedAtMs ?? trustedMs) - sinceMs;
  return (
    <>
      <p className={styles.note}>{unit.name}</p>
      <div role="status">
        <h2 className={trust.big}>
          {trustedMs === null
            ? words.notYetTrusted
            : tookMs === null || tookMs > DAY_MS
              ? words.trusted
              : words.trustedAfter(words.duration(Math.max(1, Math.round(tookMs / 1000))))}
        </h2>
      </div>
      <div className={styles.columns}>
        <section className={styles.sheet} aria-label={words.valueNow}>
          {tags.map((one) => {
            const now = field.tags.find(({ tagId }) => tagId === one.id);
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
    </>
  );
};

/** The last step; what could not be asked is never taken for a fact about the meter. */
export const TrustedStep = ({ go, children, ...props }: Props) => {
  const { device = '', unit: unitId = '' } = props.place;
  const unit = useEndpoint(readUnit, { params: { id: unitId } });
  const list = useEndpoint(listTags, { query: { deviceId: device } });
  const { field, firstOf } = useFieldNow();
  return (
    <div className={styles.step}>
      <AsOf of={field.fresh} />
      <Loaded of={unit}>
        {(its) => (
          <Loaded of={list}>
            {({ tags }) => (
              <Loaded of={field}>
                {(now) => (
                  <>
                    <Reasons
                      {...props}
                      unit={its}
                      tags={tags.filter((one) => one.unitId === unitId)}
                      field={now}
                      firstOf={firstOf}
                    />
                    {children}
                  </>
                )}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
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
