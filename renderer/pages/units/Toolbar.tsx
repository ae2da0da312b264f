import { type ReactNode, type RefObject, useState } from 'react';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import buttons from '../../parts/button.module.css';
import { Choice } from '../../parts/Choice.tsx';
import { DateField } from '../../parts/dates/DateField.tsx';
import { useChosen } from '../../parts/form/useChosen.ts';
import { NextIcon, PreviousIcon } from '../../parts/icons.tsx';
import { useMedia } from '../../state/useMedia.ts';
import { text } from '../../text/words.ts';
import { GoTo } from './GoTo.tsx';
import type { Place, placeTyped } from './goTo.ts';
import type { Shown } from './params.ts';
import { mostOverlays, type RangeKey, rangeKeys, type StepKey, type UnitSearch } from './search.ts';
import styles from './Toolbar.module.css';
import { comparedRange, nameOf, type Range, rangeOf, stepped, stepsFor } from './trend/range.ts';
import { words } from './words.ts';

export type Change = (next: { [K in keyof UnitSearch]?: UnitSearch[K] | undefined }) => void;

type Props = {
  /** Which part of the page is shown; on a phone with the other options. */
  tabs: ReactNode;
  unit: OverviewUnit;
  units: readonly OverviewUnit[];
  all: readonly Shown[];
  shown: Shown;
  range: Range;
  step: StepKey;
  search: UnitSearch;
  today: string;
  goTo: { known: Parameters<typeof placeTyped>[1]; field: RefObject<HTMLInputElement | null>; onGo: (place: Place) => void };
  onChange: Change;
};

const fresh = { at: undefined, zoom: undefined };

const Dates = ({ range: asked, today, onChange }: Pick<Props, 'range' | 'today' | 'onChange'>) => {
  // as text, so that only another stretch is another value
  const [stretch, setStretch] = useChosen(`${asked.first} ${asked.last}`);
  const [first = asked.first, end = asked.last] = stretch.split(' ');
  const range: Range = { ...asked, first, last: end, open: end >= today };
  const [before, after] = [stepped(range, -1, today), stepped(range, 1, today)];
  const go = (to: { date: string; since?: string } | null) => {
    if (to === null) return;
    const next = rangeOf({ range: range.key, ...to }, today, 0);
    setStretch(`${next.first} ${next.last}`);
    onChange({ ...fresh, date: to.date >= today ? undefined : to.date, ...('since' in to ? { since: to.since } : {}) });
  };
  const last = range.last > today ? today : range.last;
  if (range.key === 'h24') return null;
  return (
    <fieldset className={styles.steps} style={{ border: 0 }} aria-label={text.dates.date}>
      <button type="button" className={buttons.button} aria-label={words.previous[range.key]} onClick={() => go(before)}>
        <PreviousIcon />
      </button>
      {range.key === 'own' ? (
        <DateField label={words.since} date={range.first} max={last} onPick={(since) => go({ since, date: last })} />
      ) : null}
      <DateField
        label={range.key === 'own' ? words.until : text.dates.date}
        date={last}
        max={today}
        {...(range.key === 'month' || range.key === 'year' ? { shownAs: nameOf(range) } : {})}
        onPick={(date) => go({ date, ...(range.key === 'own' ? { since: range.first } : {}) })}
      />
      <button
        type="button"
        className={buttons.button}
        aria-label={words.next[range.key]}
        disabled={after === null}
        onClick={() => go(after)}
      >
        <NextIcon />
      </button>
      {range.open ? null : (
        <button
          type="button"
          className={buttons.button}
          onClick={() => go({ date: today, ...(range.key === 'own' ? { since: range.first } : {}) })}
        >
          {text.dates.today}
        </button>
      )}
    </fieldset>
  );
};

const Compare = ({ range, search, today, onChange }: Pick<Props, 'range' | 'search' | 'today' | 'onChange'>) => {
  const { compare } = search;
  const usual = comparedRange(range, undefined, today);
  const dayBefore = range.key === 'shift' || range.key === 'h24';
  const chosen = compare !== undefined && compare !== 'none' && compare !== 'day' ? compare : null;
  const ownDate = range.key === 'shift' || range.key === 'week' || range.key === 'own';
  const [kind, setKind] = useChosen(chosen === null ? (compare ?? 'usual') : 'date');
  return (
    <>
      <select
        className={styles.select}
        aria-label={words.compare}
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          setKind(value);
          onChange({ compare: value === 'usual' ? undefined : value === 'date' ? (usual?.last ?? today) : value });
        }}
      >
        <option value="usual">{words.comparedWith(usual === null ? '' : nameOf(usual))}</option>
        {dayBefore ? <option value="day">{words.dayBefore}</option> : null}
        {ownDate ? <option value="date">{words.anyDate}</option> : null}
        <option value="none">{words.notCompared}</option>
      </select>
      {chosen === null ? null : (
        <DateField label={words.compare} date={chosen} max={today} onPick={(date) => onChange({ compare: date })} />
      )}
    </>
  );
};

const phone = 'screen and (max-width: 61.9375em)';

const RangeChoice = ({ range, onChange }: Pick<Props, 'range' | 'onChange'>) => {
  const narrow = useMedia(phone);
  const [key, setKey] = useChosen(range.key);
  const choose = (value: RangeKey | undefined) =>
    onChange({ ...fresh, range: value, step: undefined, compare: undefined, since: undefined });
  const options = rangeKeys.map((value) => ({ value, label: words.ranges[value] }));
  if (!narrow) return <Choice<RangeKey> label={words.range} value={range.key} options={options} onChoose={choose} />;
  return (
    <select
      className={styles.select}
      aria-label={words.range}
      value={key}
      onChange={({ currentTarget: { value } }) => {
        const wanted = rangeKeys.find((one) => one === value);
        if (wanted !== undefined) setKey(wanted);
        choose(wanted);
      }}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
};

/** Range, date, go to, parameter, step, comparison and overlays of a trend. */
export const Toolbar = ({ tabs, unit, units, all, shown, range, step, search, today, goTo, onChange }: Props) => {
  const overlays = search.with ?? [];
  const steps = stepsFor(range);
  const [open, setOpen] = useState(false);
  const narrow = useMedia(phone);
  const [parameter, setParameter] = useChosen(shown.key);
  // what the configuration says is of no range
  if (search.tab === 'meter' || search.tab === 'limits') return <div className={styles.toolbar}>{tabs}</div>;
  const measured = (
    <>
      {all.length > 1 ? (
        <select
          className={styles.select}
          aria-label={words.trend.parameter}
          value={parameter}
          onChange={({ currentTarget: { value } }) => {
            setParameter(value);
            onChange({ param: value, zoom: undefined });
          }}
        >
          {all.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      ) : null}
      {steps.length > 1 ? (
        <Choice<StepKey>
          label={words.trend.step}
          value={step}
          options={steps.map((value) => ({ value, label: words.steps[value] }))}
          onChoose={(value) => onChange({ step: value, zoom: undefined })}
        />
      ) : null}
    </>
  );
  return (
    <div className={styles.toolbar}>
      <RangeChoice range={range} onChange={onChange} />
      {narrow ? null : measured}
      <button type="button" className={`${buttons.button} ${styles.more}`} aria-expanded={open} onClick={() => setOpen(!open)}>
        {words.options}
      </button>
      <Dates key={range.key} range={range} today={today} onChange={onChange} />
      <div className={styles.rest} data-open={open || undefined}>
        <div className={styles.tabs}>{tabs}</div>
        <GoTo {...goTo} />
        <span className={styles.spread} />
        {narrow ? measured : null}
        <Compare range={range} search={search} today={today} onChange={onChange} />
        <select
          className={styles.select}
          aria-label={words.overlay}
          value=""
          disabled={overlays.length >= mostOverlays}
          onChange={({ currentTarget: { value } }) => {
            if (value !== '') onChange({ with: [...overlays, value] });
          }}
        >
          <option value="">{words.overlayCount(overlays.length, mostOverlays)}</option>
          {units
            .filter(({ unitId, params }) => unitId !== unit.unitId && !overlays.includes(unitId) && params.length > 0)
            .map(({ unitId, unitName }) => (
              <option key={unitId} value={unitId}>
                {unitName}
              </option>
            ))}
        </select>
      </div>
    </div>
  );
};
