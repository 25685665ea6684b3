// The types of calls.ts, which the program generates, and a few names for parts of them.
import type {
  BuildingEvent,
  ErrorReply as WholeErrorReply,
  ImprovedEvent,
  ProgressEvent,
  Solution,
  SolveRequest,
} from './calls';

export * from './calls';

export type Job = SolveRequest;
export type CostModel = NonNullable<SolveRequest['cost']>;
export type Status = Solution['status'];
export type EngineEvent = ProgressEvent | ImprovedEvent | BuildingEvent;
/** Also what the page itself says. */
export type ErrorReply = Omit<WholeErrorReply, 'schema'>;
