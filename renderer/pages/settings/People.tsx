import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listPeople, type Person } from '../../../server/contract/plant/accounts/people.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
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
  const open = (person: string | undefined) =>
    void navigate({ search: readSearch({ person }), replace: true, resetScroll: false });
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
                    onChoose={() => open(user.id === chosen ? undefined : user.id)}
                  />
                ))}
              </ul>
            </div>
            {chosen === 'new' ? <PersonForm presets={presets} onClose={() => open(undefined)} /> : null}
            {chosen === undefined || chosen === 'new' ? null : (
              <Opened
                key={chosen}
                id={chosen}
                found={one}
                isComing={people.busy}
                back={{ label: words.close, go: () => open(undefined) }}
              >
                {(person) => <PersonPanel person={person} presets={presets} onClose={() => open(undefined)} />}
              </Opened>
            )}
          </div>
        );
      }}
    </Loaded>
  );
};
