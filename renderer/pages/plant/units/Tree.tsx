import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { PlantCategory } from '../../../../server/contract/plant/categories.ts';
import styles from '../Plant.module.css';
import { words } from '../words.ts';
import type { PlantUnit } from './unitForm.ts';

type Props = {
  categories: readonly PlantCategory[];
  units: readonly PlantUnit[];
  chosen: string | undefined;
  onChoose: (item: string) => void;
};

type NodeProps = Pick<Props, 'chosen' | 'onChoose'> & { item: string; name: string; level: number; inUse: boolean };

const Node = ({ item, name, level, inUse, chosen, onChoose }: NodeProps) => (
  <button
    type="button"
    className={styles.node}
    data-level={level}
    aria-current={item === chosen || undefined}
    onClick={() => onChoose(item)}
  >
    {name}
    {inUse ? null : <span className={styles.note}>{words.notInUse}</span>}
  </button>
);

const byPlace = <T extends { position: number }>(list: readonly T[]): T[] => list.toSorted((a, b) => a.position - b.position);

/** Categories of the plant, their groups, and the units of each group. */
export const Tree = ({ categories, units, chosen, onChoose }: Props) => {
  const [typed, setTyped] = useState('');
  const fits = (name: string) => name.toLowerCase().includes(typed.trim().toLowerCase());
  const shown = byPlace(categories).flatMap((category) => {
    const groups = byPlace(category.subCategories).flatMap((group) => {
      const own = byPlace(units.filter(({ subCategoryId }) => subCategoryId === group.id));
      const found = fits(group.displayName) || fits(category.displayName) ? own : own.filter(({ name }) => fits(name));
      return found.length > 0 || fits(group.displayName) ? [{ group, own: found }] : [];
    });
    return groups.length > 0 || fits(category.displayName) ? [{ category, groups }] : [];
  });
  const common = { chosen, onChoose };
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (chosen !== undefined) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div className={`${styles.stack} ${styles.list}`}>
      <div className={styles.buttons}>
        <Button onClick={() => onChoose('new unit')}>{words.addUnit}</Button>
        <Button variant="default" onClick={() => onChoose('new group')}>
          {words.addGroup}
        </Button>
        <Button variant="default" onClick={() => onChoose('new category')}>
          {words.addCategory}
        </Button>
      </div>
      <input
        type="search"
        className={styles.search}
        aria-label={words.search}
        placeholder={words.search}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {shown.length === 0 && typed !== '' ? <p className={styles.note}>{words.nothing}</p> : null}
      <ul ref={list} className={styles.tree} aria-label={words.tree}>
        {shown.map(({ category, groups }) => (
          <li key={category.id}>
            <Node {...common} item={`category ${category.id}`} name={category.displayName} level={0} inUse={category.enabled} />
            <ul>
              {groups.map(({ group, own }) => (
                <li key={group.id}>
                  <Node {...common} item={`group ${group.id}`} name={group.displayName} level={1} inUse={group.enabled} />
                  <ul>
                    {own.map(({ id, name, deployed }) => (
                      <li key={id}>
                        <Node {...common} item={`unit ${id}`} name={name} level={2} inUse={deployed} />
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
};
