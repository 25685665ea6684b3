// Which picture the tiles show, kept from visit to visit: also the user's own, where the browser has room for it.
import { dataAddress, fromDataAddress, patterns, type Pattern } from '../puzzle/picture';
import { keep, recall } from './storage';

type Chosen = Pattern | 'none' | 'own';

class PictureState {
  chosen = $state.raw<Chosen>('none');
  /** The user's own. */
  image = $state.raw<Blob | null>(null);
  numbers = $state.raw(true);
  /** Whether the user's own will be there at the next visit. */
  kept = $state.raw(true);

  constructor() {
    const chosen = recall<string>('picture', 'none');
    this.image = fromDataAddress(recall<unknown>('picture.own', null));
    this.numbers = recall<unknown>('picture.numbers', true) !== false;
    this.chosen = (['none', ...patterns, ...(this.image ? ['own' as const] : [])] as const).find((name) => name === chosen) ?? 'none';
  }

  choose(name: Pattern | 'none'): void {
    this.chosen = name;
    keep('picture', name);
  }

  showNumbers(shown: boolean): void {
    this.numbers = shown;
    keep('picture.numbers', shown);
  }

  load(image: Blob): void {
    this.image = image;
    this.chosen = 'own';
    this.kept = true;
    void this.#keep(image);
  }

  async #keep(image: Blob): Promise<void> {
    let kept = false;
    try {
      kept = keep('picture.own', await dataAddress(image)) && keep('picture', 'own');
    } catch {
      return; // no image: whoever draws it says so
    }
    if (this.image === image) this.kept = kept;
  }
}

export const pictureState = new PictureState();
