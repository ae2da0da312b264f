import { type RefObject, useState } from 'react';
import { text } from '../../text/words.ts';
import { Choice } from '../Choice.tsx';
import { download, downloadCsv, downloadXlsx } from '../downloads.ts';
import { DownloadIcon } from '../icons.tsx';
import { Menu } from '../menus/Menu.tsx';
import styles from '../PageFrame.module.css';
import type { TableTwin } from '../table.ts';
import { useTableView } from '../useTableView.ts';

type Props = { title: string; table: TableTwin | undefined; content: RefObject<HTMLElement | null> };

/** Picture or table, and what is shown as a file. */
export const PageActions = ({ title, table, content }: Props) => {
  const [asTable, chooseTable] = useTableView();
  const [failed, setFailed] = useState(false);

  const picture = async () => {
    if (content.current === null) return;
    const { pngOf } = await import('./pagePicture.ts');
    download(await pngOf(content.current), `${table?.name ?? title}.png`);
  };
  const run = (make: () => void | Promise<void>) => {
    setFailed(false);
    Promise.resolve()
      .then(make)
      .catch(() => setFailed(true));
  };

  return (
    <>
      {failed ? <span role="alert">{text.page.exportFailed}</span> : null}
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
          { key: 'print', label: text.page.print, onChoose: () => print() },
        ]}
      />
    </>
  );
};
