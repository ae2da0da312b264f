/*
 * Keeps the panel's own files, so that it opens while the server is away. It never answers for the API: what the plant last said is kept
 * by the page (state/keptAnswers.ts), with its age. The build writes the list of files.
 */
const files = ['%FILES%'];
const cacheName = `headworks-panel ${files.length} %BUILD%`;
/** A server that hangs is away as well. */
const pageWaitMs = 3000;

const isPage = ({ pathname }) => !/^\/(api|files|assets|metrics)(\/|$)|\.[a-z0-9]+$/i.test(pathname);

const pageFrom = async (request) => {
  const cache = await caches.open(cacheName);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(pageWaitMs) });
    if (answer.status < 500) return answer;
    return (await cache.match('/')) ?? answer;
  } catch (error) {
    const kept = await cache.match('/');
    if (kept === undefined) throw error;
    return kept;
  }
};

const fileFrom = async (request) => (await (await caches.open(cacheName)).match(request)) ?? fetch(request);

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(['/', ...files]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const drop = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('headworks-panel') && name !== cacheName);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(drop());
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (event.request.mode === 'navigate' && isPage(url)) event.respondWith(pageFrom(event.request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fileFrom(event.request));
});
