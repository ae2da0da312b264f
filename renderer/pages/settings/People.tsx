import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listPeople, type Person } from '../../../server/contract/plant/accounts/people.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { useOpenStep } from '../../parts/focus/useOpenStep.ts';
import { Opened } from '../../parts/gone/Opened.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { readSearch } from './entry.ts';
import styles from './Page.module.css';
import { PersonForm } from './PersonForm.tsx';
import { PersonPanel } from './PersonPanel.tsx';
import { roleName } from './roles.ts';
import { words } from './words.ts';

const Row = ({ person, chosen, onChoose }: { person: Person; chosen: boolean; onChoose: () => void }) => (
  <li data-chosen={chosen || undefined}>
    <button type="button" className={styles.row} aria-expanded={chosen} onClick={onChoose}>
      <span>
        <strong>{person.name === '' ? person.username : person.name}</strong>
        <span className={styles.sub}>{person.username}</span>
      </span>
      <span>{roleName(person.role)}</span>
      <span className={styles.sub}>
        {person.disabled || !person.active ? words.disabled : words.sessionCount(person.sessions)}
        {person.login === 'password' ? '' : `, ${words.logins[person.login]}`}
      </span>
    </button>
  </li>
);

/** People of the plant; one of them, or a new one, beside the list. */
export const People = () => {
  const { person: chosen } = useSearch({ from: '/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const people = useEndpoint(listPeople, {}, { everyMs: 60_000 });
  const step = useOpenStep(chosen !== undefined);
  const close = () => step.close(() => void navigate({ search: readSearch({}), replace: true, resetScroll: false }));
  const open = (person: string) => void navigate({ search: readSearch({ person }), resetScroll: false, ...step.opening });
  return (
    <Loaded of={people} rowHeight="3rem">
      {({ users, presets }) => {
        const one = users.find(({ id }) => id === chosen);
        return (
          <div className={styles.split} data-open={chosen !== undefined || undefined}>
            <div className={styles.stack}>
              <div>
                <Button onClick={() => open('new')}>{words.add}</Button>
              </div>
              <ul className={styles.list} aria-label={words.tabs.people}>
                {users.map((user) => (
                  <Row
                    key={user.id}
                    person={user}
                    chosen={user.id === chosen}
                    onChoose={() => (user.id === chosen ? close() : open(user.id))}
                  />
                ))}
              </ul>
            </div>
            {chosen === 'new' ? <PersonForm presets={presets} onClose={close} /> : null}
            {chosen === undefined || chosen === 'new' ? null : (
              <Opened key={chosen} id={chosen} found={one} isComing={people.busy} back={{ label: words.close, go: close }}>
                {(person) => <PersonPanel person={person} presets={presets} onClose={close} />}
              </Opened>
            )}
          </div>
        );
      }}
    </Loaded>
  );
};
