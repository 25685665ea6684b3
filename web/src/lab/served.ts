// Whether this page was opened from `tessera serve`, which writes what it is into a meta element.

export function servedBy(document: Document): string | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="tessera-server"]');
  return meta?.content.trim() || null;
}
