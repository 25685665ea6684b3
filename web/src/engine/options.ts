// Options of algorithms as the registry describes them: the text that a person types, and the value for the engine.
import type { AlgorithmInfo, OptionInfo, SearchOptions } from './types';

/** Those that are values of the search; limits that an algorithm makes something of are set apart. */
export function settable(algorithm: AlgorithmInfo | undefined): OptionInfo[] {
  return (algorithm?.options ?? []).filter(({ kind }) => kind !== 'limit');
}

/** The value of a text (`on` for a switch); undefined where it is no value of this option. */
export function optionValue(option: OptionInfo, text: string): string | number | boolean | undefined {
  if (option.kind === 'flag') return text === 'on' ? true : text === 'off' ? false : undefined;
  if (option.kind === 'word') return option.words?.includes(text) ? text : undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return undefined;
  if (option.kind === 'whole' && !Number.isInteger(value)) return undefined;
  return value >= (option.least ?? 0) && value <= (option.most ?? Infinity) ? value : undefined;
}

/** The typed options of an algorithm as values for the engine; empty texts and texts that are no value are left out. */
export function optionsOf(algorithm: AlgorithmInfo | undefined, typed: Readonly<Record<string, string>>): SearchOptions {
  const options: SearchOptions = {};
  for (const option of settable(algorithm)) {
    const value = optionValue(option, typed[option.name] ?? '');
    if (value !== undefined) options[option.field ?? option.name] = value;
  }
  return options;
}
