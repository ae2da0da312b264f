import { type RefObject, useState } from 'react';
import { desktop } from '../../api/desktop.ts';
import { useAskOrigin } from '../../api/useOrigin.ts';
import { text } from '../../text/words.ts';
import { Choice } from '../Choice.tsx';
import { download, downloadCsv, downloadXlsx } from '../downloads.ts';
import { DownloadIcon } from '../icons.tsx';
import { Menu } from '../menus/Menu.tsx';
import styles from '../PageFrame.module.css';
import type { TableTwin } from '../table.ts';
import { useTableView } from '../useTableView.ts';
import { type Pins, pinnedLink } from './pinnedLink.ts';

type Props = { title: string; table: TableTwin | undefined; pins: Pins | undefined; content: RefObject<HTMLElement | null> };

/** A browser that has no clipboard, as over plain HTTP, shows the link to be taken by hand. */
type Link = { url: string; isCopied: boolean };

const focus = (field: HTMLInputElement | null): void => field?.focus();

/** Picture or table, and what is shown as a file. */
export const PageActions = ({ title, table, pins = {}, content }: Props) => {
  const askOrigin = useAskOrigin();
  const [asTable, chooseTable] = useTableView();
  const [failed, setFailed] = useState(false);
  const [link, setLink] = useState<Link | null>(null);

  const picture = async () => {
    if (content.current === null) return;
    const { pngOf } = await import('./pagePicture.ts');
    download(await pngOf(content.current), `${table?.name ?? title}.png`);
  };
  const savePdf = async () => {
    await desktop?.printPage({ landscape: true });
  };
  const copyLink = async () => {
    const url = pinnedLink(location.href, await askOrigin(), pins);
    const isCopied =
      'clipboard' in navigator &&
      (await navigator.clipboard.writeText(url).then(
        () => true,
        () => false,
      ));
    setLink({ url, isCopied });
  };
  const run = (make: () => void | Promise<void>) => {
    setFailed(false);
    setLink(null);
    Promise.resolve()
      .then(make)
      .catch(() => setFailed(true));
  };

  return (
    <>
      {failed ? <span role="alert">{text.page.exportFailed}</span> : null}
      <span role="status">{link?.isCopied === true ? text.page.linkCopied : null}</span>
      {link === null || link.isCopied ? null : (
        <input
          readOnly
          ref={focus}
          className={styles.linkField}
          aria-label={text.page.link}
          value={link.url}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {table === undefined ? null : (
        <Choice
          label={text.page.view}
          value={asTable ? 'table' : 'picture'}
          options={[
            { value: 'picture', label: text.page.picture },
            { value: 'table', label: text.page.table },
          ]}
          onChoose={(value) => chooseTable(value === 'table')}
        />
      )}
      <Menu
        label={text.page.actions}
        icon={<DownloadIcon />}
        className={styles.action}
        choices={[
          ...(table === undefined
            ? []
            : [
                { key: 'csv', label: text.page.download(text.page.csv), onChoose: () => run(() => downloadCsv(table)) },
                { key: 'xlsx', label: text.page.download(text.page.xlsx), onChoose: () => run(() => downloadXlsx(table)) },
              ]),
          { key: 'png', label: text.page.download(text.page.png), onChoose: () => run(picture) },
          ...(desktop === undefined ? [] : [{ key: 'pdf', label: text.page.download('PDF'), onChoose: () => run(savePdf) }]),
          { key: 'link', label: text.page.copyLink, onChoose: () => run(copyLink) },
          { key: 'print', label: text.page.print, onChoose: () => print() },
        ]}
      />
    </>
  );
};
