// Keeps the page itself in the browser, so that it opens without a network. The build puts in its version and the names
// of all files (vite.config.ts).
// The page is asked for first and kept as it is now; everything else has a name that changes with its content, so the kept one will do.
const cacheName = 'tessera-page-VERSION';
const files = FILES;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(['./', ...files]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const older = (name) => name.startsWith('tessera-page-') && name !== cacheName;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(older).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function pageFirst(request) {
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put('./', response.clone());
    return response;
  } catch (failure) {
    const kept = await cache.match('./');
    if (kept) return kept;
    throw failure;
  }
}

async function keptFirst(request) {
  const kept = await (await caches.open(cacheName)).match(request);
  return kept ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const scope = new URL(self.registration.scope);
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.origin !== scope.origin) return;
  const path = address.pathname.slice(scope.pathname.length);
  if (path === '' || path === 'index.html') event.respondWith(pageFirst(event.request));
  else if (files.includes(path)) event.respondWith(keptFirst(event.request));
});
