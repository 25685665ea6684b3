// Chooses the engine: the server's where the page was opened from one, else the one in this browser.
import { BrowserClient } from './browser_client';
import type { EngineClient } from './client';

let engines: EngineClient[] | undefined;

/** The engines that can answer here, the one to prefer first. */
export function available(): EngineClient[] {
  engines ??= [new BrowserClient()];
  return engines;
}

export function connect(): EngineClient {
  return available()[0]!;
}
