// A visitor's request to the lab: from fields and links to the server's request and the command that does the same.
import type { LabRequest, LabSuite } from './lab_client';

/** As typed; empty is the suite's own. */
export interface LabChoice {
  suite: string;
  boards: string;
  seconds: string;
  nodes: string;
  /** Names of configurations; null is all of them. */
  only: string[] | null;
}

function positive(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

function wholePositive(text: string): number | null | undefined {
  const value = positive(text);
  return value === null || value === undefined || Number.isInteger(value) ? value : undefined;
}

export type LabFault = 'boards' | 'seconds' | 'nodes' | 'only';

/** The request, or the field that keeps it from being one. */
export function requestOf(choice: LabChoice, suite: LabSuite): LabRequest | LabFault {
  const boards = wholePositive(choice.boards);
  const seconds = positive(choice.seconds);
  const nodes = wholePositive(choice.nodes);
  if (boards === undefined) return 'boards';
  if (seconds === undefined) return 'seconds';
  if (nodes === undefined) return 'nodes';
  const only = choice.only && suite.configurations.filter((name) => choice.only!.includes(name));
  if (only?.length === 0) return 'only';
  const request: LabRequest = { suite: suite.name };
  if (seconds !== null || nodes !== null) {
    request.limits = { ...(seconds === null ? {} : { seconds }), ...(nodes === null ? {} : { nodes }) };
  }
  if (boards !== null && boards < suite.boards) request.boards = boards;
  if (only && only.length < suite.configurations.length) request.only = only;
  return request;
}

/** How many runs it asks for. Suites may repeat each; that is in the suite's own number. */
export function plannedRuns(request: LabRequest, suite: LabSuite): number {
  const pairs = suite.boards * suite.configurations.length;
  const asked = (request.boards ?? suite.boards) * (request.only?.length ?? suite.configurations.length);
  return pairs === 0 ? 0 : Math.round((suite.runs / pairs) * asked);
}

/** `tessera lab run …`; null where the command line has no way to say it: some boards or configurations only. */
export function commandOf(request: LabRequest): string | null {
  if (request.boards !== undefined || request.only !== undefined) return null;
  const time = request.limits?.seconds === undefined ? '' : ` --time ${request.limits.seconds}s`;
  const nodes = request.limits?.nodes === undefined ? '' : ` --nodes ${request.limits.nodes}`;
  return `tessera lab run ${request.suite}${time}${nodes}`;
}

const separator = '~';

export function writeChoice(choice: LabChoice): Record<string, string> {
  return {
    suite: choice.suite,
    boards: choice.boards.trim(),
    time: choice.seconds.trim(),
    nodes: choice.nodes.trim(),
    only: choice.only?.join(separator) ?? '',
  };
}

export function readChoice(fields: Readonly<Record<string, string>>): LabChoice {
  return {
    suite: fields.suite ?? '',
    boards: fields.boards ?? '',
    seconds: fields.time ?? '',
    nodes: fields.nodes ?? '',
    only: fields.only ? fields.only.split(separator) : null,
  };
}
