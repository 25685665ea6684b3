// Numbers, times and amounts of memory as people read them; written as the program's tables write them.

export function grouped(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

export function counted(value: number, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}

/** For axes: 1.2 M, 340 k. */
export function shortNumber(value: number): string {
  const short = (scaled: number, unit: string) => `${Number(scaled.toPrecision(3))}${unit}`;
  if (value >= 1e9) return short(value / 1e9, ' G');
  if (value >= 1e6) return short(value / 1e6, ' M');
  if (value >= 1e4) return short(value / 1e3, ' k');
  return String(Number(value.toPrecision(4)));
}

export function readableSeconds(seconds: number): string {
  const milliseconds = seconds * 1e3;
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 999.5) return `${milliseconds.toFixed(0)} ms`;
  if (seconds < 100) return `${seconds.toFixed(2)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function readableBytes(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${(bytes / 1e9).toFixed(2)} GB`;
}

export function readableRatio(ratio: number): string {
  if (ratio < 9.95) return `${ratio.toFixed(1)}×`;
  if (ratio < 999.5) return `${ratio.toFixed(0)}×`;
  return `${grouped(Number(ratio.toPrecision(3)))}×`;
}

export function rate(nodes: number, seconds: number): string {
  return seconds < 1e-3 ? '–' : `${shortNumber(nodes / seconds)}/s`;
}
