// Remembers settings from visit to visit. If the browser forbids it, nothing is remembered.

export function recall<Value>(key: string, otherwise: Value): Value {
  try {
    const text = localStorage.getItem(`tessera.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`tessera.${key}`, JSON.stringify(value));
  } catch {
    // A private window, or no room.
  }
}
