// Describes the result of a race in plain sentences; each compares like with like, or says that it does not.
import type { Solution } from '../engine/types';
import { strings } from '../strings';
import type { Lane } from './lane';
import { algorithmOf, laneName, spokenHeuristic, spokenOptions } from './names';
import { bytesText, counted, grouped, ratioText, secondsText, sentenceCase } from '../components/format';
import { spoken } from '../components/spoken';

/** A lane that ran to an end, whichever; null where the engine refused it. */
export interface Finish {
  lane: Lane;
  solution: Solution | null;
}

interface Ran {
  lane: Lane;
  solution: Solution;
}

/** Ratios closer to 1 than this are called equal. */
const aboutEqual = 1.05;
/** Differences of memory below this are no news. */
const muchLess = 2;
/** A browser's clock is too coarse for ratios of shorter times. */
export const shortestMeasured = 5e-3;

const say = strings.race.verdict;

export function memoryOf(solution: Solution): number {
  return solution.stats.container_bytes + solution.stats.table_bytes;
}

/** The places of a lane, from 1, among those that have solved it. */
export interface Places {
  /** By the engine's own time, set-up of tables included. */
  fastest: number;
  /** By the length of the solution; those of the same length share a place. */
  shortest: number;
  /** Which of the two the medals are for: the length, unless all found the same. */
  medal: 'fastest' | 'shortest';
}

/** Of each lane; null where it has not solved it. */
export function placesOf(finishes: readonly Finish[]): (Places | null)[] {
  const solved = finishes.flatMap(({ solution }) => (solution?.status === 'solved' && solution.length !== null ? [solution] : []));
  const medal = new Set(solved.map(({ length }) => length)).size > 1 ? 'shortest' : 'fastest';
  return finishes.map(({ solution }) => {
    if (!solution || !solved.includes(solution)) return null;
    return {
      fastest: 1 + solved.filter(({ stats }) => stats.seconds < solution.stats.seconds).length,
      shortest: 1 + solved.filter(({ length }) => length! < solution.length!).length,
      medal,
    };
  });
}

/** The most telling sentence first; none where nothing ended. `here` names where it ran ("in this browser"). */
export function verdict(finishes: readonly Finish[], here: string): string[] {
  const ran = finishes.filter((one): one is Ran => one.solution !== null);
  const solved = ran.filter((one) => one.solution.status === 'solved' && one.solution.length !== null);
  return [
    ...sayContradiction(solved),
    ...sayNodes(solved),
    ...sayLengths(solved),
    ...sayMemory(solved),
    ...sayTimes(solved, here),
    ...sayUnfinished(ran),
  ];
}

function lengthOf(one: Ran): number {
  return one.solution.length!;
}

function sayContradiction(solved: readonly Ran[]): string[] {
  const proved = new Set(solved.filter((one) => one.solution.optimal).map(lengthOf));
  return proved.size > 1 ? [say.contradiction] : [];
}

/** The other lane, named by what differs: `with Manhattan`, `weight 3`, `IDA* with Manhattan`. */
export function otherName(subject: Lane, other: Lane): string {
  const sameAlgorithm = algorithmOf(subject) === algorithmOf(other);
  if (sameAlgorithm && subject.heuristic !== '' && other.heuristic !== '') {
    return `with ${spokenHeuristic(other.heuristic)}`;
  }
  if (subject.algorithm === other.algorithm && subject.heuristic === other.heuristic) {
    const options = spokenOptions(other);
    return options === '' ? say.withDefaults : `with ${options}`;
  }
  if (subject.heuristic === other.heuristic && subject.heuristic !== '') return algorithmOf(other);
  return laneName(other);
}

/** How the first lane's name begins a sentence in which `otherName` names the second. */
function subjectName(subject: Lane, other: Lane): string {
  const sameHeuristic = subject.heuristic === other.heuristic && subject.heuristic !== '';
  if (subject.algorithm === other.algorithm && sameHeuristic) {
    const options = spokenOptions(subject);
    const name = `${spoken(subject.algorithm)} with ${spokenHeuristic(subject.heuristic)}`;
    return options === '' ? name : `${name} and ${options}`;
  }
  if (sameHeuristic) return `with ${spokenHeuristic(subject.heuristic)}, ${algorithmOf(subject)}`;
  return laneName(subject);
}

/** The fewest nodes against each of the others that found solutions of the same length. Nodes of one that found a longer
 * solution are compared apart, with the price named. */
function sayNodes(solved: readonly Ran[]): string[] {
  if (solved.length < 2) return [];
  const shortest = Math.min(...solved.map(lengthOf));
  const alike = solved.filter((one) => lengthOf(one) === shortest);
  const sentences: string[] = [];
  const byNodes = [...alike].sort((a, b) => a.solution.stats.expanded - b.solution.stats.expanded);
  const [fewest, ...others] = byNodes;
  // The largest difference first.
  for (const other of others.reverse()) sentences.push(compareNodes(fewest!, other));
  for (const longer of solved.filter((one) => lengthOf(one) > shortest)) {
    sentences.push(compareWithPrice(longer, fewest!, lengthOf(longer) - shortest));
  }
  return sentences;
}

function nodesOf(one: Ran): number {
  return one.solution.stats.expanded;
}

function compareNodes(fewer: Ran, more: Ran): string {
  const ratio = nodesOf(more) / Math.max(1, nodesOf(fewer));
  const subject = sentenceCase(subjectName(fewer.lane, more.lane));
  const other = otherName(fewer.lane, more.lane);
  if (nodesOf(more) === nodesOf(fewer)) return say.sameNodes(subject, other, grouped(nodesOf(fewer)));
  if (ratio < aboutEqual) return say.aboutAsMany(subject, other, grouped(nodesOf(fewer)), grouped(nodesOf(more)));
  return say.fewerNodes(subject, ratioText(ratio), other, grouped(nodesOf(fewer)), grouped(nodesOf(more)));
}

function compareWithPrice(longer: Ran, fewest: Ran, excess: number): string {
  const subject = sentenceCase(subjectName(longer.lane, fewest.lane));
  const other = otherName(longer.lane, fewest.lane);
  const moves = counted(excess, 'move');
  const cheaper = nodesOf(fewest) / Math.max(1, nodesOf(longer));
  if (cheaper >= aboutEqual) {
    return say.fewerButLonger(subject, ratioText(cheaper), other, grouped(nodesOf(longer)), grouped(nodesOf(fewest)), moves);
  }
  const dearer = nodesOf(longer) / Math.max(1, nodesOf(fewest));
  if (dearer >= aboutEqual) {
    return say.moreAndLonger(subject, ratioText(dearer), other, grouped(nodesOf(longer)), grouped(nodesOf(fewest)), moves);
  }
  return say.asManyButLonger(subject, other, moves);
}

function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function sayLengths(solved: readonly Ran[]): string[] {
  if (solved.length === 0) return [];
  const proving = solved.filter((one) => one.solution.optimal);
  const shortest = Math.min(...solved.map(lengthOf));
  const sentences: string[] = [];
  const moves = counted(shortest, 'move');
  if (proving.length === solved.length) {
    sentences.push(solved.length === 1 ? say.oneProved(sentenceCase(laneName(solved[0]!.lane)), moves) : say.allProved(moves));
  } else if (proving.length > 0) {
    sentences.push(say.someProved(sentenceCase(listed(proving.map((one) => laneName(one.lane)))), moves));
    const lucky = solved.filter((one) => !one.solution.optimal && lengthOf(one) === shortest);
    if (lucky.length > 0) sentences.push(say.lucky(sentenceCase(listed(lucky.map((one) => laneName(one.lane))))));
  } else {
    const bound = Math.max(...solved.map((one) => one.solution.lower_bound ?? 0));
    sentences.push(say.noneProved(moves, grouped(bound)));
  }
  return sentences;
}

/** Among those whose solutions are as short as any. */
function sayMemory(solved: readonly Ran[]): string[] {
  const shortest = Math.min(...solved.map(lengthOf));
  const alike = solved.filter((one) => lengthOf(one) === shortest);
  if (alike.length < 2) return [];
  const byMemory = [...alike].sort((a, b) => memoryOf(a.solution) - memoryOf(b.solution));
  const least = byMemory[0]!;
  const most = byMemory.at(-1)!;
  const ratio = memoryOf(most.solution) / Math.max(1, memoryOf(least.solution));
  if (ratio < muchLess) return [];
  return [
    say.memory(
      sentenceCase(laneName(least.lane)),
      bytesText(memoryOf(least.solution)),
      laneName(most.lane),
      bytesText(memoryOf(most.solution)),
      ratioText(ratio),
    ),
  ];
}

function sayTimes(solved: readonly Ran[], here: string): string[] {
  if (solved.length < 2) return [];
  const byTime = [...solved].sort((a, b) => a.solution.stats.seconds - b.solution.stats.seconds);
  const [first, second] = byTime as [Ran, Ran];
  const slowest = byTime.at(-1)!;
  if (slowest.solution.stats.seconds < shortestMeasured) return [say.tooShort];
  const quickest = first.solution.stats.seconds;
  const ratio = second.solution.stats.seconds / quickest;
  const name = sentenceCase(laneName(first.lane));
  if (quickest < shortestMeasured) return [say.quickest(name, secondsText(quickest), here), say.timesVary];
  if (ratio < aboutEqual) return [say.level(name, laneName(second.lane), here), say.timesVary];
  const excess = lengthOf(first) - lengthOf(second);
  const how = excess > 0 ? say.quickerButLonger : excess < 0 ? say.quickerAndShorter : say.quicker;
  const other = otherName(first.lane, second.lane);
  const moves = counted(Math.abs(excess), 'move');
  return [how(name, secondsText(quickest), ratioText(ratio), other, here, moves), say.timesVary];
}

function sayUnfinished(ran: readonly Ran[]): string[] {
  return ran
    .filter((one) => one.solution.status !== 'solved')
    .map(({ lane, solution }) => {
      const name = sentenceCase(laneName(lane));
      const ended = strings.race.status[solution.status];
      const nodes = counted(solution.stats.expanded, 'node');
      const bound = solution.lower_bound ?? 0;
      if (solution.length !== null) return say.unfinishedWith(name, ended, nodes, counted(solution.length, 'move'));
      return bound > 0 ? say.unfinishedBound(name, ended, nodes, grouped(bound)) : say.unfinished(name, ended, nodes);
    });
}
