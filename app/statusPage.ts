const asText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The shell's own page while the server is not there, as a data URL: no script, no file, no network. */
export const statusPage = (title: string, detail: string): string => {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Headworks</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>:root{color-scheme:light dark;background:#e6e7e8;color:#222}@media(prefers-color-scheme:dark){:root{background:#1f2326;color:#e6e6e6}}
body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:20vh auto;padding:0 2rem}h1{font-size:1.25rem}</style>
<h1>${asText(title)}</h1><p>${asText(detail)}</p></html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
};
