// Names of algorithms and heuristics as sentences write them: `ida*` is IDA*, `linear-conflict` linear conflict.
import { strings } from '../strings';

const acronyms = new Set(['a*', 'ida*', 'hda*', 'bfs', 'dfs', 'ucs', 'iddfs', 'rbfs', 'pdb']);
const properNames = new Set(['manhattan', 'euclidean', 'chebyshev', 'gaschnig']);

function word(text: string): string {
  if (acronyms.has(text)) return text.toUpperCase();
  if (properNames.has(text)) return text[0]!.toUpperCase() + text.slice(1);
  return text;
}

export function spoken(name: string): string {
  return strings.app.algorithms[name] ?? name.split('-').map(word).join(' ');
}
