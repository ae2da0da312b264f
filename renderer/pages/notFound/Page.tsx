import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { useOverview } from '../../api/useOverview.ts';
import { SearchIcon } from '../../parts/icons.tsx';
import { groupsFor } from '../../shell/pages.ts';
import { openPalette } from '../../shell/palette/paletteOpening.ts';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { nearestPlaces, type Place } from './nearest.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

const mostNear = 6;
const main: readonly string[] = ['overview', 'units', 'alarms', 'reports'];

/** An address that leads nowhere: what was asked for, and the ways on that are nearest to it. */
export const NotFoundPage = () => {
  useDocumentTitle(text.pageTitle(words.title));
  const { pathname } = useLocation();
  const { permissions } = useProfile();
  const { data } = useOverview();
  const pages = groupsFor(permissions).flatMap(({ pages: own }) => own);
  const places: (Place & { note: string })[] = [
    ...pages.map(({ id, path, group }) => ({ key: id, name: text.nav[id], path, note: text.nav.groups[group] })),
    ...(data?.units ?? []).map(({ unitId, unitName, subCategory }) => ({
      key: `unit ${unitId}`,
      name: unitName,
      path: `/units/${encodeURIComponent(unitId)}`,
      note: subCategory.displayName,
    })),
  ];
  const near = nearestPlaces(pathname, places, mostNear);
  const shown = near.length > 0 ? near : places.filter(({ key }) => main.includes(key));
  const noteOf = new Map(places.map(({ key, note }) => [key, note]));
  return (
    <section className={styles.page} aria-labelledby="not-found">
      <svg className={styles.sign} viewBox="0 0 96 64" aria-hidden="true">
        <path d="M4 24h30v16H4M62 24h30v16H62" />
        <path d="M34 20v24M62 20v24" />
        <path d="M48 26v4M48 36v2" />
      </svg>
      <div className={styles.words}>
        <h1 id="not-found">{words.title}</h1>
        <p>{words.body}</p>
        <p className={styles.asked}>
          {words.asked} <code>{pathname}</code>
        </p>
        <h2>{near.length > 0 ? words.near : words.main}</h2>
        <ul className={styles.places}>
          {shown.map(({ key, name, path }) => (
            <li key={key}>
              <Link to={path}>
                <strong>{name}</strong> <span>{noteOf.get(key)}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div>
          <Button variant="default" leftSection={<SearchIcon />} onClick={openPalette}>
            {words.search}
          </Button>
        </div>
      </div>
    </section>
  );
};
