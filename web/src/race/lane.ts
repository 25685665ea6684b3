// A lane of a race: an algorithm, its heuristic and their options; its form in a link, and the job it becomes.
import { optionsOf, optionValue } from '../engine/options';
import type { AlgorithmInfo, BoardFields, HeuristicInfo, Job, Registry, SearchLimits } from '../engine/types';

export const fewestLanes = 2;
export const mostLanes = 4;

/** As the user chose it: options by the registry's names (`max-depth`), in the text that was typed; empty: the default. */
export interface Lane {
  algorithm: string;
  /** By its full name (`pdb:6-6-3`); kept, but without effect, where the algorithm uses none. */
  heuristic: string;
  options: Record<string, string>;
}

/** The limits of every lane. */
export interface Limits {
  seconds: number | null;
  megabytes: number | null;
  nodes: number | null;
}

export const defaultLimits: Limits = { seconds: 30, megabytes: 512, nodes: null };
/** As the program reads `--memory 512M`. */
const bytesPerMegabyte = 1 << 20;

/** A lane that the engine would refuse, with a remedy. */
export class LaneError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = 'LaneError';
    this.hint = hint;
  }
}

export function findAlgorithm(registry: Registry, name: string): AlgorithmInfo | undefined {
  return registry.algorithms.find((one) => one.name === name || one.aliases.includes(name));
}

/** The part of a heuristic's full name before its parameters: `pdb` of `pdb:6-6-3`, `max` of `max(manhattan,pdb)`. */
export function heuristicStem(name: string): string {
  return /^[^:(]*/.exec(name)![0].trim();
}

export function findHeuristic(registry: Registry, name: string): HeuristicInfo | undefined {
  const stem = heuristicStem(name);
  return registry.heuristics.find((one) => one.name === stem || one.aliases.includes(stem));
}

/** What stands behind the stem, as a person types it: `6-6-3` of `pdb:6-6-3`, `manhattan,pdb` of `max(manhattan,pdb)`. */
export function heuristicDetail(name: string): string {
  const rest = name.slice(heuristicStem(name).length);
  return rest.startsWith('(') && rest.endsWith(')') ? rest.slice(1, -1) : rest.replace(/^:/, '');
}

/** The full name of a heuristic with what was typed as its detail. */
export function withDetail(info: HeuristicInfo, detail: string): string {
  const text = detail.replaceAll(/\s+/g, '');
  if (text === '') return info.name;
  if (info.combines) return `${info.name}(${text})`;
  const option = info.options[0];
  // One option may be named by its value alone.
  return option && option.name !== info.argument && !text.includes('=')
    ? `${info.name}:${option.name}=${text}`
    : `${info.name}:${text}`;
}

/** The options that have an effect: those the algorithm knows and that were given. */
export function givenOptions(lane: Lane, info: AlgorithmInfo): [name: string, value: string][] {
  return info.options
    .map((option): [string, string] => [option.name, (lane.options[option.name] ?? '').trim()])
    .filter(([, value]) => value !== '');
}

/** `a* manhattan`, `bfs -`, `weighted-a* manhattan weight_1.5`: one field of a link. */
export function writeLane(lane: Lane): string {
  const options = Object.entries(lane.options)
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `${name}_${value.trim()}`);
  return [lane.algorithm, lane.heuristic || '-', ...options].join(' ');
}

/** The inverse; null where it is no lane. Names are not looked up here, so that a wrong one can be shown and put right. */
export function readLane(text: string): Lane | null {
  const [algorithm, heuristic = '-', ...rest] = text.trim().split(/\s+/);
  if (!algorithm) return null;
  const options: Record<string, string> = {};
  for (const word of rest) {
    const at = word.indexOf('_');
    if (at <= 0) return null;
    options[word.slice(0, at)] = word.slice(at + 1);
  }
  return { algorithm, heuristic: heuristic === '-' ? '' : heuristic, options };
}

export function writeLimits(limits: Limits): Record<string, string> {
  const text = (value: number | null) => (value === null ? 'none' : String(value));
  return { time: text(limits.seconds), memory: text(limits.megabytes), nodes: text(limits.nodes) };
}

export function readLimits(fields: Readonly<Record<string, string>>): Limits {
  const read = (field: string, otherwise: number | null): number | null => {
    const text = fields[field];
    if (text === undefined) return otherwise;
    const value = Number(text);
    return text === 'none' || !Number.isFinite(value) || value <= 0 ? null : value;
  };
  return {
    seconds: read('time', defaultLimits.seconds),
    megabytes: read('memory', defaultLimits.megabytes),
    nodes: read('nodes', defaultLimits.nodes),
  };
}

/** The lanes of a link: `lane1` to `lane4`, as far as they make sense. */
export function readLanes(fields: Readonly<Record<string, string>>): Lane[] {
  const lanes: Lane[] = [];
  for (let number = 1; number <= mostLanes; ++number) {
    const lane = readLane(fields[`lane${number}`] ?? '');
    if (lane) lanes.push(lane);
  }
  return lanes;
}

export function writeLanes(lanes: readonly Lane[]): Record<string, string> {
  return Object.fromEntries(lanes.map((lane, i) => [`lane${i + 1}`, writeLane(lane)]));
}

/** The lane with names as the registry spells them, without what has no effect. Throws LaneError on names it does not know. */
export function canonicalLane(lane: Lane, registry: Registry): Lane {
  const algorithm = findAlgorithm(registry, lane.algorithm);
  if (!algorithm) {
    throw new LaneError(`There is no algorithm “${lane.algorithm}”.`, 'Choose one from the list.');
  }
  const given = givenOptions(lane, algorithm);
  for (const [name, text] of given) {
    const option = algorithm.options.find((one) => one.name === name)!;
    if (option.kind !== 'limit' && optionValue(option, text) === undefined) {
      throw new LaneError(`“${text}” is no value for ${name}.`, `${name}: ${option.synopsis}. Or leave it empty.`);
    }
  }
  const options = Object.fromEntries(given);
  if (!algorithm.uses_heuristic) return { algorithm: algorithm.name, heuristic: '', options };
  const heuristic = findHeuristic(registry, lane.heuristic);
  if (!heuristic) {
    throw new LaneError(
      lane.heuristic === '' ? `${algorithm.name} needs a heuristic.` : `There is no heuristic “${lane.heuristic}”.`,
      'Choose one from the list.',
    );
  }
  const detail = lane.heuristic.slice(heuristicStem(lane.heuristic).length);
  return { algorithm: algorithm.name, heuristic: `${heuristic.name}${detail}`, options };
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0) {
    throw new LaneError(`“${text}” is no value for ${name}.`, `Give ${name} as a number, or leave it empty.`);
  }
  return value;
}

/** The job of a lane that `canonicalLane` gave. Throws LaneError on a limit that is no number; the engine judges the rest. */
export function jobOf(lane: Lane, registry: Registry, board: BoardFields, limits: Limits): Job {
  const options = optionsOf(findAlgorithm(registry, lane.algorithm), lane.options);
  const within: SearchLimits = {};
  if (limits.seconds !== null) within.seconds = limits.seconds;
  if (limits.megabytes !== null) within.memory_bytes = Math.round(limits.megabytes * bytesPerMegabyte);
  if (limits.nodes !== null) within.nodes = limits.nodes;
  const depth = lane.options['max-depth'];
  if (depth !== undefined) within.depth = numberOf('max-depth', depth);
  // One thread each, wherever it runs: lanes are compared, and counts of several threads are not always the same.
  options.threads = 1;
  const job: Job = { ...board, algorithm: lane.algorithm, options, limits: within };
  if (lane.heuristic !== '') job.heuristic = lane.heuristic;
  return job;
}
