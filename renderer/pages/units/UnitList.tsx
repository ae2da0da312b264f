import { CloseButton, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { useBegun } from '../../api/useBegun.ts';
import { UnitNow } from '../../parts/figures/UnitNow.tsx';
import { useChosen } from '../../parts/form/useChosen.ts';
import { SearchIcon } from '../../parts/icons.tsx';
import { PriorityMark } from '../../parts/PriorityMark.tsx';
import { Empty } from '../../parts/states.tsx';
import { liveParamOf, searchUnits } from '../../state/grouping.ts';
import { useAlarms } from '../../state/useAlarms.ts';
import { text } from '../../text/words.ts';
import { type ListFilter, listFilters, type Narrowed } from './entry.ts';
import { abnormalOf, type ListRow, rowsOf, shownBy } from './listing.ts';
import { StarButton } from './StarButton.tsx';
import { toggleStar, useStars } from './stars.ts';
import styles from './UnitList.module.css';
import { words } from './words.ts';

const kindOf = (unit: OverviewUnit): string => text.types[unit.type];
const overscan = 12;

type RowProps = { unit: OverviewUnit; priority: number | undefined; wide: boolean; reachable: boolean };

const UnitRow = ({ unit, priority, wide, reachable }: RowProps) => {
  const param = liveParamOf(useBegun(unit));
  return (
    <div className={styles.row}>
      <StarButton unitId={unit.unitId} name={unit.unitName} hidden={!wide} />
      <Link
        to="/units/$unitId"
        params={{ unitId: unit.unitId }}
        className={styles.link}
        data-unit={unit.unitId}
        tabIndex={reachable ? undefined : -1}
      >
        <span className={styles.name}>{unit.unitName}</span>
        {wide ? <span className={styles.sub}>{unit.subCategory.displayName}</span> : null}
        <span className={styles.mark}>{priority === undefined ? null : <PriorityMark priority={priority} size={16} />}</span>
        {param === undefined ? null : <UnitNow unitId={unit.unitId} param={param} />}
      </Link>
    </div>
  );
};

type Props = {
  units: readonly OverviewUnit[];
  selected?: string;
  wide?: boolean;
  narrowed: Narrowed;
  onNarrow: (narrowed: Narrowed) => void;
};

/** Every unit by group, to search and to choose from. Only the rows in sight are in the page, so that a thousand are as quick as ten. */
export const UnitList = ({ units, selected, wide = false, narrowed, onNarrow }: Props) => {
  const [search, chooseSearch] = useChosen(narrowed.find ?? '');
  const [filter, chooseFilter] = useChosen<ListFilter>(narrowed.show ?? 'all');
  const narrow = (find: string, show: ListFilter) => {
    chooseSearch(find);
    chooseFilter(show);
    onNarrow({ find, show });
  };
  const stars = useStars();
  const { attention } = useAlarms();
  const abnormal = useMemo(() => abnormalOf(units, attention), [units, attention]);
  const scroller = useRef<HTMLDivElement>(null);
  const found = searchUnits(units, useDeferredValue(search), kindOf);
  const counts: Record<ListFilter, number> = {
    all: units.length,
    starred: units.filter(({ unitId }) => stars.has(unitId)).length,
    abnormal: abnormal.size,
  };
  const rows: ListRow[] = rowsOf(shownBy(found, filter, stars, abnormal));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'head' ? 34 : 44),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan,
  });
  // beside the chart of a unit the list is one stop of the Tab key, and arrows go on from there: the chart is not behind all units
  const at = rows.findIndex((row) => row.kind === 'unit' && row.unit.unitId === selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each unit that is opened, not while one scrolls
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [selected]);

  const inSight = virtual.getVirtualItems();
  const firstInSight = inSight.find(({ index }) => rows[index]?.kind === 'unit')?.index;
  const stop = at < 0 || inSight.some(({ index }) => index === at) ? at : (firstInSight ?? at);

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-unit]')];
    const here = links.findIndex((link) => link.matches(':focus'));
    if (event.key === '*' && here >= 0) toggleStar(links[here]?.dataset.unit ?? '');
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || here < 0) return;
    event.preventDefault();
    links[here + step]?.focus();
  };

  return (
    <div className={styles.list} data-wide={wide || undefined}>
      <div className={styles.top}>
        <TextInput
          type="search"
          data-units
          aria-label={words.search}
          placeholder={words.searchHint}
          value={search}
          onChange={(event) => narrow(event.currentTarget.value, filter)}
          leftSection={<SearchIcon />}
          rightSection={search === '' ? null : <CloseButton aria-label={words.clear} onClick={() => narrow('', filter)} />}
          spellCheck={false}
        />
        <fieldset className={styles.chips} aria-label={words.filter}>
          {listFilters.map((one) => (
            <button
              key={one}
              type="button"
              className={styles.chip}
              aria-pressed={filter === one}
              onClick={() => narrow(search, one)}
            >
              {words.filters[one]} {counts[one]}
            </button>
          ))}
        </fieldset>
        <p className={styles.count} role="status">
          {words.count(rows.filter(({ kind }) => kind === 'unit').length, units.length)}
        </p>
      </div>
      {units.length === 0 ? (
        <Empty title={text.emptyPlant.title}>{text.emptyPlant.body}</Empty>
      ) : rows.length === 0 ? (
        <Empty title={filter === 'all' ? words.none : words.noneOf[filter]}>{filter === 'all' ? words.noneBody : ''}</Empty>
      ) : (
        <nav ref={scroller} className={styles.scroller} aria-label={words.list} onKeyDown={press}>
          <ul className={styles.rows} style={{ height: virtual.getTotalSize() }}>
            {inSight.map(({ index, key, start }) => {
              const row = rows[index];
              if (row === undefined) return null;
              return (
                <li
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  className={styles.item}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {row.kind === 'head' ? (
                    <h2 className={styles.head}>
                      {text.groups[row.id]} <span>{row.count}</span>
                    </h2>
                  ) : (
                    <UnitRow
                      unit={row.unit}
                      priority={abnormal.get(row.unit.unitId) ?? undefined}
                      wide={wide}
                      reachable={stop < 0 || index === stop}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        </nav>
      )}
    </div>
  );
};
