// Figures for people.

const units: [number, string][] = [
  [1e12, ' T'],
  [1e9, ' G'],
  [1e6, ' M'],
  [1e4, ' k'],
];

/** 4.1 M, 38 k, 9,512. */
export function shortCount(count: number): string {
  const [size, unit] = units.find(([least]) => count >= least) ?? [1, ''];
  if (size === 1) return Math.round(count).toLocaleString('en');
  const value = count / (unit === ' k' ? 1e3 : size);
  return `${value >= 100 ? Math.round(value) : value.toFixed(1)}${unit}`;
}

export function bytesText(bytes: number): string {
  if (bytes >= 1 << 30) return `${(bytes / (1 << 30)).toFixed(2)} GB`;
  if (bytes >= 1 << 20) return `${(bytes / (1 << 20)).toFixed(bytes < 10 << 20 ? 1 : 0)} MB`;
  return `${Math.ceil(bytes / 1024)} kB`;
}

/** 0.31 s, 12 s, 340 µs. */
export function secondsText(seconds: number): string {
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${(seconds * 1000).toPrecision(seconds < 0.1 ? 2 : 3)} ms`;
  return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
}

/** 0:07, 12:30, 1:02:03. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  const pad = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}
