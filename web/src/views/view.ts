// The properties that every view gets.
import type { EngineClient } from '../engine/client';

export interface ViewProps {
  engine: EngineClient;
  /** Of the link that led here; a view keeps to what it knows and ignores the rest. */
  fields: Readonly<Record<string, string>>;
  /** Puts the view's state into the address; where it is `isNew`, the browser's Back leads to the one before. */
  remember: (fields: Record<string, string>, isNew?: boolean) => void;
}
