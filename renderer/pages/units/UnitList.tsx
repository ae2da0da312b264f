import { CloseButton, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useId, useState } from 'react';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { SearchIcon } from '../../parts/icons.tsx';
import { Empty } from '../../parts/states.tsx';
import { UnitNow } from '../../parts/UnitNow.tsx';
import { liveParamOf, searchUnits, sectionsOf } from '../../state/grouping.ts';
import { text } from '../../text/words.ts';
import styles from './UnitList.module.css';
import { words } from './words.ts';

const kindOf = (unit: OverviewUnit): string => text.types[unit.type];

/** All units by section with a search; `columns` where it has the page to itself. */
export const UnitList = ({ units, columns = false }: { units: readonly OverviewUnit[]; columns?: boolean }) => {
  const [search, setSearch] = useState('');
  const shown = searchUnits(units, useDeferredValue(search), kindOf);
  const id = useId();
  return (
    <div className={styles.list} data-columns={columns || undefined}>
      <TextInput
        type="search"
        className={styles.search}
        aria-label={words.search}
        placeholder={words.searchHint}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        leftSection={<SearchIcon />}
        rightSection={search === '' ? null : <CloseButton aria-label={words.clear} onClick={() => setSearch('')} />}
        spellCheck={false}
      />
      <p className={styles.count} role="status">
        {words.count(shown.length, units.length)}
      </p>
      {shown.length === 0 ? <Empty title={words.none}>{words.noneBody}</Empty> : null}
      <div className={styles.sections}>
        {sectionsOf(shown).map((section) => (
          <section key={section.id} className={styles.section} aria-labelledby={`${id}-${section.id}`}>
            <h2 id={`${id}-${section.id}`}>{text.groups[section.id]}</h2>
            <ul>
              {section.units.map((unit) => {
                const param = liveParamOf(unit);
                return (
                  <li key={unit.unitId}>
                    <Link to="/units/$unitId" params={{ unitId: unit.unitId }} className={styles.link}>
                      <span className={styles.name}>
                        <span>{unit.unitName}</span>
                        {columns ? <span className={styles.sub}>{unit.subCategory.displayName}</span> : null}
                      </span>
                      {columns && param !== undefined ? <UnitNow unitId={unit.unitId} param={param} /> : null}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
};
