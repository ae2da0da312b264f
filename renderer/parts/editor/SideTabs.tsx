import { type ReactNode, useState } from 'react';
import { Choice } from '../Choice.tsx';
import styles from './Editor.module.css';
import { words } from './words.ts';

/** Beside a drawing: what is selected, or the versions of the drawing. */
export const SideTabs = ({ properties, versions }: { properties: ReactNode; versions: ReactNode }) => {
  const [tab, setTab] = useState<'properties' | 'versions'>('properties');
  return (
    <aside className={styles.side} aria-label={words.properties}>
      <Choice
        label={words.properties}
        value={tab}
        options={[
          { value: 'properties', label: words.properties },
          { value: 'versions', label: words.versions },
        ]}
        onChoose={setTab}
      />
      {tab === 'properties' ? properties : versions}
    </aside>
  );
};
