// Pattern databases kept in the browser's cache, so that they are built once and not on every visit.
import type { ModuleHost } from './module';

const cacheName = 'tessera-tables-1';
/** All of the tables that a page builds; larger ones are not kept. */
const mostBytes = 32 << 20;

/** Tables found in the cache, all in memory: the module asks for them in the middle of a call. Without a cache (a page
 * from http:// elsewhere than this machine has none) they are just built again. */
export async function openTables(): Promise<ModuleHost['tables']> {
  const known = new Map<string, Uint8Array>();
  const cache = await openCache();
  for (const request of (await cache?.keys()) ?? []) {
    const response = await cache?.match(request);
    const name = new URL(request.url).searchParams.get('table');
    if (response && name) known.set(name, new Uint8Array(await response.arrayBuffer()));
  }
  let bytes = [...known.values()].reduce((sum, table) => sum + table.byteLength, 0);
  return {
    find: (name) => known.get(name),
    keep: (name, table) => {
      if (known.has(name) || bytes + table.byteLength > mostBytes) return;
      known.set(name, table);
      bytes += table.byteLength;
      // A full disk or a private window is no reason to fail: the table is in memory.
      void cache?.put(addressOf(name), new Response(table as BlobPart)).catch(() => undefined);
    },
  };
}

function addressOf(name: string): string {
  return `./table?${new URLSearchParams({ table: name })}`;
}

async function openCache(): Promise<Cache | undefined> {
  try {
    return await caches.open(cacheName);
  } catch {
    return undefined;
  }
}
