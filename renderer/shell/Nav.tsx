import { Link } from '@tanstack/react-router';
import { useProfile } from '../state/services.ts';
import { text } from '../text/words.ts';
import { MoreSheet } from './MoreSheet.tsx';
import styles from './Nav.module.css';
import { NavBadge } from './NavBadge.tsx';
import type { PageEntry } from './page.ts';
import { groupsFor } from './pages.ts';

/** The pages a thumb reaches at once, where they exist; all others are behind More. */
const tabs: readonly PageEntry['id'][] = ['overview', 'alarms', 'units'];

const Entry = ({ page }: { page: PageEntry }) => {
  const Icon = page.icon;
  return (
    <Link to={page.path} className={styles.link} activeOptions={{ exact: page.path === '/' }}>
      <Icon />
      <span className={styles.name}>{text.nav[page.id]}</span>
      <NavBadge page={page.id} />
    </Link>
  );
};

/** The pages by task: a column of names, a rail of icons on a laptop, four tabs on a phone. */
export const Nav = () => {
  const { permissions } = useProfile();
  const groups = groupsFor(permissions);
  const thumb = groups.flatMap(({ pages }) => pages).filter(({ id }) => tabs.includes(id));
  return (
    <nav className={styles.nav} aria-label={text.nav.label}>
      <div className={styles.column}>
        {groups.map(({ group, pages }) => (
          <section key={group} aria-labelledby={`nav-${group}`}>
            <h2 id={`nav-${group}`} className={styles.group}>
              {text.nav.groups[group]}
            </h2>
            <ul>
              {pages.map((page) => (
                <li key={page.id}>
                  <Entry page={page} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <ul className={styles.tabs}>
        {thumb.map((page) => (
          <li key={page.id}>
            <Entry page={page} />
          </li>
        ))}
        <li>
          <MoreSheet groups={groups} tabs={tabs} />
        </li>
      </ul>
    </nav>
  );
};
