// Figures as people read them: counts, times, amounts of memory.

export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function counted(value: number, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}

/** 4.1 M, 38 k, 9,512. */
export function shortCount(value: number): string {
  const short = (scaled: number, unit: string) => `${Number(scaled.toPrecision(3))} ${unit}`;
  if (value >= 1e12) return short(value / 1e12, 'T');
  if (value >= 1e9) return short(value / 1e9, 'G');
  if (value >= 1e6) return short(value / 1e6, 'M');
  if (value >= 1e4) return short(value / 1e3, 'k');
  return Number(value.toPrecision(4)).toLocaleString('en');
}

export function rateText(nodes: number, seconds: number): string {
  return seconds < 1e-3 ? '–' : `${shortCount(nodes / seconds)}/s`;
}

/** 340 µs, 3.1 ms, 310 ms, 12.50 s, 2 min 5 s. */
export function secondsText(seconds: number): string {
  const milliseconds = seconds * 1e3;
  if (milliseconds < 1) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 999.5) return `${milliseconds.toFixed(0)} ms`;
  if (seconds < 100) return `${seconds.toFixed(2)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** 0:07.3, 12:30.0, 1:02:03.9: whole tenths, those that have passed. */
export function clockText(seconds: number): string {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  const whole = Math.floor(tenths / 10);
  const pad = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = `${pad(whole % 60)}.${tenths % 10}`;
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${(bytes / 1e9).toFixed(2)} GB`;
}

export function ratioText(ratio: number): string {
  if (ratio < 9.95) return `${ratio.toFixed(1)}×`;
  if (ratio < 999.5) return `${ratio.toFixed(0)}×`;
  return `${grouped(Number(ratio.toPrecision(3)))}×`;
}

/** A sentence begins with a capital. */
export function sentenceCase(text: string): string {
  return text === '' ? text : text[0]!.toUpperCase() + text.slice(1);
}
