/** Within HTML. */
export const asText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** What a person can do on the page; its links are addresses that only the shell knows. */
export const statusActions = { retry: 'Try again now', logs: 'Open the log folder', data: 'Open the data folder' } as const;
export type StatusAction = keyof typeof statusActions;
const SCHEME = 'headworks-status:';

/** The action of a link of the page. */
export const actionOf = (url: string): StatusAction | undefined =>
  (Object.keys(statusActions) as StatusAction[]).find((action) => url === `${SCHEME}${action}`);

export type Status = { title: string; detail: string; actions?: readonly StatusAction[] };

/** The shell's own page while the server is not there, as a data URL: no script, no file, no network. */
export const statusPage = ({ title, detail, actions = [] }: Status): string => {
  const links = actions.map((action) => `<li><a href="${SCHEME}${action}">${statusActions[action]}</a></li>`).join('');
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Headworks</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>:root{color-scheme:light dark;background:#e6e7e8;color:#222}@media(prefers-color-scheme:dark){:root{background:#1f2326;color:#e6e6e6}a{color:#8ab8e6}}
body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:20vh auto;padding:0 2rem;overflow-wrap:anywhere}h1{font-size:1.25rem}ul{list-style:none;padding:0}a{display:inline-block;min-height:44px;line-height:44px}</style>
<main><h1>${asText(title)}</h1><p role="status">${asText(detail)}</p>${links && `<ul>${links}</ul>`}</main></html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
};
