// Every word the page says, in English, by view. What the engine says (help, reasons, notes) comes from the engine.

export const strings = {
  app: {
    name: 'Tessera',
    views: { play: 'Play', solve: 'Solve', race: 'Race', learn: 'Learn', lab: 'Lab' },
    navigation: 'Views',
    board: {
      tileAt: ({ tile, row, column, home }: { tile: number; row: number; column: number; home: boolean }) =>
        `${tile}, row ${row}, column ${column}${home ? ', in place' : ''}`,
      blankAt: ({ row, column }: { row: number; column: number }) => `blank, row ${row}, column ${column}`,
    },
  },
  play: {},
  solve: {},
  race: {},
  learn: {},
  lab: {},
};
