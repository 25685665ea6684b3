// Remembers settings from visit to visit. If the browser forbids it, nothing is remembered.

export function recall<Value>(key: string, otherwise: Value): Value {
  try {
    const text = localStorage.getItem(`tessera.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise;
  }
}

/** False in a private window, and where there is no room. */
export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(`tessera.${key}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
