import { useDocumentTitle } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { patiently } from '../api/patiently.ts';
import type { Fresh } from '../state/fresh.ts';
import { text } from '../text/words.ts';
import { AsOf } from './figures/AsOf.tsx';
import { HelpIcon } from './icons.tsx';
import styles from './PageFrame.module.css';
import { PageActions } from './picture/PageActions.tsx';
import type { Pins } from './picture/pinnedLink.ts';
import { LoadingRows } from './states.tsx';
import type { TableTwin } from './table.ts';
import { useTableView } from './useTableView.ts';

const TwinTable = lazy(async () => ({ default: (await patiently(() => import('./TwinTable.tsx'))).TwinTable }));

type Props = {
  title: string;
  /** Beside the title: the time range, what is compared. */
  note?: ReactNode;
  /** Freshness of what the page shows; the worst of several by `worstOf`. */
  fresh?: Fresh;
  /** How the numbers of this page are made, in a few sentences. */
  help?: ReactNode;
  /** What is done on this page, where no numbers are made. */
  about?: ReactNode;
  /** Beside the title, where it is one line of a page that fits the screen. */
  beside?: ReactNode;
  /** Controls of the page: range, tabs, compare. */
  controls?: ReactNode;
  /** The same as the picture in rows. Its presence brings the table view (`?view=table`), CSV and XLSX. */
  table?: TableTwin | undefined;
  /** What the address leaves to the clock (today, now), as it is shown: a copied link says it, so that it shows the same tomorrow. */
  pins?: Pins | undefined;
  children: ReactNode;
};

/** Head and body of a page: title, as of, help, controls, picture or table, downloads. */
export const PageFrame = ({ title, note, fresh, help, about, beside, controls, table: known, pins, children }: Props) => {
  const [helpOpen, setHelpOpen] = useState(false);
  const [asTable] = useTableView();
  // under its new name it would be saved and printed as what it is not
  const table = fresh?.awaited ? undefined : known;
  const helpId = useId();
  const [helpWords, helpBody] = help === undefined ? [text.page.about, about] : [text.page.help, help];
  const content = useRef<HTMLDivElement>(null);
  useDocumentTitle(text.pageTitle(title));
  return (
    <>
      <div className={styles.head}>
        <h1>{title}</h1>
        {beside}
        {note === undefined ? null : <p className={styles.note}>{note}</p>}
        {fresh === undefined ? null : (
          <p role="status">
            <AsOf of={fresh} always />
          </p>
        )}
        <div className={styles.actions}>
          {helpBody === undefined ? null : (
            <button
              type="button"
              className={styles.action}
              aria-expanded={helpOpen}
              aria-controls={helpId}
              onClick={() => setHelpOpen(!helpOpen)}
            >
              <HelpIcon />
              <span className={styles.word}>{helpWords}</span>
            </button>
          )}
          <PageActions title={title} table={table} pins={pins} content={content} />
        </div>
      </div>
      {helpBody === undefined ? null : (
        <section id={helpId} hidden={!helpOpen} className={styles.help} aria-label={helpWords}>
          {helpBody}
        </section>
      )}
      {controls === undefined ? null : <div className={styles.controls}>{controls}</div>}
      <div ref={content} className={styles.content}>
        {known !== undefined && asTable ? (
          table === undefined ? (
            <LoadingRows rows={8} />
          ) : (
            <Suspense fallback={<LoadingRows rows={8} />}>
              <TwinTable table={table} />
            </Suspense>
          )
        ) : (
          children
        )}
      </div>
    </>
  );
};
