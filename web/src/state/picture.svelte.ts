// Which picture the tiles show, kept while other views are looked at.
import type { Pattern } from '../puzzle/picture';

class PictureState {
  chosen = $state.raw<Pattern | 'none' | 'own'>('none');
  /** The user's own. */
  image = $state.raw<Blob | null>(null);
  numbers = $state(true);

  choose(name: Pattern | 'none'): void {
    this.chosen = name;
  }

  load(image: Blob): void {
    this.image = image;
    this.chosen = 'own';
  }
}

export const pictureState = new PictureState();
