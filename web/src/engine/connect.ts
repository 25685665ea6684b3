// Chooses the engine: the server's where the page was opened from one, else the one in this browser.
import { BrowserClient } from './browser_client';
import type { EngineClient } from './client';
import { HttpClient } from './http_client';

let engines: EngineClient[] | undefined;

/** How many threads the program that serves this page has; nothing where a plain web server does. */
function serverThreads(): number | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tessera-server"]')?.content ?? '';
  const found = /^threads=(\d+)$/.exec(content);
  return found ? Number(found[1]) : undefined;
}

/** The engines that can answer here, the one to prefer first. */
export function available(): EngineClient[] {
  if (!engines) {
    const threads = serverThreads();
    engines = threads === undefined ? [] : [new HttpClient(threads)];
    engines.push(new BrowserClient());
  }
  return engines;
}

export function connect(): EngineClient {
  return available()[0]!;
}
