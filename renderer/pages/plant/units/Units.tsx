import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listCategories } from '../../../../server/contract/plant/categories.ts';
import { listUnits } from '../../../../server/contract/plant/units.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { useOpenStep } from '../../../parts/focus/useOpenStep.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { readSearch } from '../entry.ts';
import styles from '../Plant.module.css';
import { words } from '../words.ts';
import { Item } from './Item.tsx';
import { Tree } from './Tree.tsx';

const everyMs = 15_000;

/** Categories, groups and units: the tree of them, and what is open beside it. */
export const Units = () => {
  const { item } = useSearch({ from: '/plant' });
  const navigate = useNavigate({ from: '/plant' });
  const categories = useEndpoint(listCategories, {}, { everyMs });
  const units = useEndpoint(listUnits, {}, { everyMs });
  const step = useOpenStep(item !== undefined);
  const open = (next: string | undefined) =>
    next === undefined
      ? step.close(() => void navigate({ search: readSearch({}), replace: true }))
      : void navigate({ search: readSearch({ item: next }), ...step.opening });
  return (
    <Loaded of={categories} rows={10}>
      {({ categories: all }) => (
        <Loaded of={units} rows={10}>
          {({ units: every }) => (
            <div className={styles.split} data-open={item !== undefined || undefined}>
              <Tree categories={all} units={every} chosen={item} onChoose={open} />
              <div className={styles.stack}>
                {item === undefined ? (
                  <p className={styles.note}>{words.choose}</p>
                ) : (
                  <>
                    <div className={styles.back}>
                      <Button variant="default" onClick={() => open(undefined)}>
                        {words.back}
                      </Button>
                    </div>
                    <Item
                      key={item}
                      item={item}
                      isComing={categories.busy || units.busy}
                      categories={all}
                      units={every}
                      open={open}
                    />
                  </>
                )}
              </div>
            </div>
          )}
        </Loaded>
      )}
    </Loaded>
  );
};
