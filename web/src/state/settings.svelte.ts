// How to solve: algorithm, heuristic, options and limits, as people set them and as links carry them.
import { optionsOf } from '../engine/options';
import type { AlgorithmInfo, CostModel, SearchLimits, SearchOptions } from '../engine/types';
import type { Request } from './companion.svelte';

export interface Settings {
  algorithm: string;
  heuristic: string;
  /** Of the heuristic, where it takes any: `6-6-3`, `factor=2`, `manhattan+gaschnig`. */
  arguments: string;
  cost: CostModel;
  order: string;
  /** By the names of the registry; each is text as long as it is being typed, and missing where it has its default. */
  options: Record<string, string>;
  seconds: string;
  megabytes: string;
  nodes: string;
  depth: string;
}

export function defaults(): Settings {
  return {
    algorithm: 'auto',
    heuristic: 'auto',
    arguments: '',
    cost: 'unit',
    order: '',
    options: {},
    seconds: '10',
    megabytes: '',
    nodes: '',
    depth: '',
  };
}

/** Kept while other views are looked at. */
export const settings = $state<Settings>(defaults());

const positive = (text: string): number | undefined => {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? value : undefined;
};

/** The request to the engine. Options that the algorithm does not have are left out, but kept for one that has them. */
export function requestOf(now: Settings, algorithm: AlgorithmInfo | undefined): Request {
  const options: SearchOptions = optionsOf(algorithm, now.options);
  if (now.order !== '') options.order = now.order;
  const limits: SearchLimits = {};
  const [seconds, megabytes, nodes, depth] = [now.seconds, now.megabytes, now.nodes, now.depth].map(positive);
  if (seconds) limits.seconds = seconds;
  if (megabytes) limits.memory_bytes = Math.round(megabytes * (1 << 20));
  if (nodes) limits.nodes = nodes;
  if (depth) limits.depth = depth;
  const named = now.arguments.trim() === '' ? now.heuristic : `${now.heuristic}:${now.arguments.trim()}`;
  const informed = algorithm ? algorithm.uses_heuristic : true;
  return {
    algorithm: now.algorithm,
    ...(informed && named !== 'auto' ? { heuristic: named } : {}),
    ...(now.cost === 'tile' && algorithm?.tile_cost ? { cost: 'tile' as const } : {}),
    ...(Object.keys(options).length > 0 ? { options } : {}),
    limits,
  };
}

/** The settings that differ from the defaults, for a link. */
export function settingsFields(now: Settings): Record<string, string> {
  const plain = defaults();
  const fields: Record<string, string> = {};
  const put = (name: string, value: string, usual: string) => {
    if (value !== usual) fields[name] = value;
  };
  put('algorithm', now.algorithm, plain.algorithm);
  put('heuristic', now.heuristic, plain.heuristic);
  put('arguments', now.arguments, '');
  put('cost', now.cost, plain.cost);
  put('order', now.order, '');
  for (const [name, text] of Object.entries(now.options)) put(name, text, '');
  put('time', now.seconds === '' ? 'none' : now.seconds, plain.seconds);
  put('memory', now.megabytes, '');
  put('nodes', now.nodes, '');
  put('depth', now.depth, '');
  return fields;
}

export function readSettings(fields: Readonly<Record<string, string>>): Settings {
  const plain = defaults();
  // Whatever is nothing else is an option: which there are, the registry knows.
  const others = new Set(['board', 'goal', 'algorithm', 'heuristic', 'arguments', 'cost', 'order', 'time', 'memory', 'nodes', 'depth']);
  const options = Object.fromEntries(Object.entries(fields).filter(([name]) => !others.has(name)));
  return {
    algorithm: fields.algorithm ?? plain.algorithm,
    heuristic: fields.heuristic ?? plain.heuristic,
    arguments: fields.arguments ?? '',
    cost: fields.cost === 'tile' ? 'tile' : 'unit',
    order: fields.order ?? '',
    options,
    seconds: fields.time === 'none' ? '' : (fields.time ?? plain.seconds),
    megabytes: fields.memory ?? '',
    nodes: fields.nodes ?? '',
    depth: fields.depth ?? '',
  };
}
