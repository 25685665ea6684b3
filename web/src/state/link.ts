// The content of a share link, in the address after '#': view, board, goal, algorithm, heuristic and their options.

export const views = ['play', 'solve', 'race', 'learn', 'lab'] as const;
export type View = (typeof views)[number];

/** `fields` are the view's own business; `board` and `goal` are in the one-line form (`1 2 3/4 5 6/7 8 0`), a goal also by name. */
export interface Link {
  view: View;
  fields: Readonly<Record<string, string>>;
}

/** `#/solve?board=1.2.3_4.5.6_7.8.0&goal=snail` → a link; anything that is none leads to Play. */
export function readLink(hash: string): Link {
  const text = hash.replace(/^#\/?/, '');
  const [name = '', query = ''] = text.split('?', 2);
  const view = views.find((known) => known === name) ?? 'play';
  const fields: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(query)) {
    fields[key] = key === 'board' || key === 'goal' ? value.replaceAll('.', ' ').replaceAll('_', '/') : value;
  }
  return { view, fields };
}

/** The address of a link, without what comes before '#'. Spaces and slashes of boards become what needs no escape. */
export function writeLink(link: Link): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(link.fields)) {
    if (value === '') continue;
    query.set(key, key === 'board' || key === 'goal' ? value.replaceAll(' ', '.').replaceAll('/', '_') : value);
  }
  const text = query.toString();
  return `#/${link.view}${text === '' ? '' : `?${text}`}`;
}
