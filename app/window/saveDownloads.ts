import type { DownloadItem, Session } from 'electron';

const LONGEST = 120;

/** A name without a path, a leading dot or signs that a file system refuses. */
const safeName = (name: string): string => {
  const last = name.split(/[\\/]/).pop() ?? '';
  const clean = [...last]
    .filter((sign) => sign.charCodeAt(0) > 31 && !'<>:"|?*\u202e\u202d'.includes(sign))
    .slice(-LONGEST)
    .join('')
    .replace(/^[.\s]+/, '')
    .trimEnd();
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(clean);
  return clean === '' || isReserved ? `download${isReserved ? `-${clean}` : ''}` : clean;
};

/** A person says where each file goes; only what the panel itself made or its server sends is saved. */
export const saveDownloads = (session: Session, isOwn: (url: string) => boolean): void => {
  session.on('will-download', (event, item: DownloadItem) => {
    const [first = ''] = item.getURLChain();
    const url = (first || item.getURL()).replace(/^blob:/, '');
    if (!isOwn(url)) return event.preventDefault();
    item.setSaveDialogOptions({ title: 'Save', defaultPath: safeName(item.getFilename()) });
  });
};
