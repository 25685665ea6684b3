// The chapters of Learn, in order: each is reached by the link field `chapter`.
import { writeLink } from '../state/link';

export const chapters = ['puzzle', 'blind', 'heuristics', 'best-first', 'weights'] as const;
export type Chapter = (typeof chapters)[number];

/** Anything that is none leads to the first. */
export function chapterOf(text: string | undefined): Chapter {
  return chapters.find((name) => name === text) ?? chapters[0];
}

export function chapterLink(chapter: Chapter): string {
  return writeLink({ view: 'learn', fields: { chapter } });
}

export function neighbours(chapter: Chapter): { previous: Chapter | null; next: Chapter | null } {
  const at = chapters.indexOf(chapter);
  return { previous: chapters[at - 1] ?? null, next: chapters[at + 1] ?? null };
}
