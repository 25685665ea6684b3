// Every word the page says, in English, by view. What the engine says (help, reasons, notes) comes from the engine.

export const strings = {
  app: {
    name: 'Tessera',
    views: { play: 'Play', solve: 'Solve', race: 'Race', learn: 'Learn', lab: 'Lab' },
    navigation: 'Views',
  },
  play: {},
  solve: {},
  race: {},
  learn: {},
  lab: {},
};
