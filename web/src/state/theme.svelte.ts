// Light or dark, as the system says or as chosen here.
import { keep, recall } from './storage';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

class ThemeState {
  chosen = $state.raw<Theme>('system');

  constructor() {
    const before = recall<string>('theme', 'system');
    this.choose(themes.find((theme) => theme === before) ?? 'system', false);
  }

  choose(theme: Theme, remember = true): void {
    this.chosen = theme;
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    if (remember) keep('theme', theme);
  }
}

export const theme = new ThemeState();
