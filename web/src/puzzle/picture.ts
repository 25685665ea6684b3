// Pictures for tiles: patterns drawn here, or an image of the user's own, which never leaves the browser.
import type { Size } from '../engine/types';

export const patterns = ['mosaic', 'waves', 'dusk'] as const;
export type Pattern = (typeof patterns)[number];

/** Longer side of a picture, in pixels. */
const longest = 960;

function canvasFor([rows, cols]: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const side = Math.floor(longest / Math.max(rows, cols));
  canvas.width = cols * side;
  canvas.height = rows * side;
  return canvas;
}

/** The canvas as something that a style can name. Whoever gets the address revokes it. */
async function addressOf(canvas: HTMLCanvasElement): Promise<string> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('this browser cannot draw the picture');
  return URL.createObjectURL(blob);
}

/** The middle of an image, cut to the board's shape. */
export async function pictureOf(image: Blob, size: Size): Promise<string> {
  const bitmap = await createImageBitmap(image);
  const canvas = canvasFor(size);
  const scale = Math.max(canvas.width / bitmap.width, canvas.height / bitmap.height);
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  canvas
    .getContext('2d')!
    .drawImage(bitmap, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  bitmap.close();
  return addressOf(canvas);
}

/** An image as text that can be kept: no larger than it has to be for a board. */
export async function dataAddress(image: Blob): Promise<string> {
  const bitmap = await createImageBitmap(image);
  // A board shows its middle: the shorter side matters.
  const scale = Math.min(1, longest / Math.min(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/webp', 0.85);
}

/** The image again; null where the text is none. */
export function fromDataAddress(text: unknown): Blob | null {
  const found = typeof text === 'string' ? /^data:(image\/\w+);base64,(.+)$/.exec(text) : null;
  if (!found) return null;
  try {
    return new Blob([Uint8Array.from(atob(found[2]!), (letter) => letter.charCodeAt(0))], { type: found[1]! });
  } catch {
    return null;
  }
}

export function patternPicture(pattern: Pattern, size: Size): Promise<string> {
  const canvas = canvasFor(size);
  const context = canvas.getContext('2d')!;
  drawings[pattern](context, canvas.width, canvas.height);
  return addressOf(canvas);
}

type Drawing = (context: CanvasRenderingContext2D, width: number, height: number) => void;

const drawings: Record<Pattern, Drawing> = {
  // Small stones in rings of colour around a centre that is off the middle.
  mosaic(context, width, height) {
    context.fillStyle = '#2c2a26';
    context.fillRect(0, 0, width, height);
    const [x0, y0] = [width * 0.42, height * 0.4];
    const reach = Math.hypot(width, height) * 0.62;
    const stone = Math.max(width, height) / 46;
    for (let radius = stone; radius < reach * 1.3; radius += stone) {
      const count = Math.max(6, Math.round((2 * Math.PI * radius) / (stone * 1.15)));
      for (let i = 0; i < count; ++i) {
        const angle = (i / count) * 2 * Math.PI + radius * 0.013;
        const petals = Math.sin(angle * 7 + radius * 0.02) * 0.5 + 0.5;
        const hue = 176 + 170 * (radius / reach) * (0.55 + 0.45 * petals);
        const light = 34 + 34 * petals - 12 * (radius / reach) + ((i * 7919) % 11);
        context.save();
        context.translate(x0 + Math.cos(angle) * radius, y0 + Math.sin(angle) * radius);
        context.rotate(angle);
        context.fillStyle = `hsl(${hue % 360} 56% ${light}%)`;
        context.fillRect(-stone * 0.43, -stone * 0.43, stone * 0.86, stone * 0.86);
        context.restore();
      }
    }
  },
  waves(context, width, height) {
    const layers = 13;
    context.fillStyle = '#f3e9d2';
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#e2603f';
    context.beginPath();
    context.arc(width * 0.68, height * 0.26, Math.min(width, height) * 0.15, 0, 2 * Math.PI);
    context.fill();
    for (let layer = 0; layer < layers; ++layer) {
      const share = layer / (layers - 1);
      context.fillStyle = `hsl(${188 + 36 * share} ${42 + 14 * share}% ${66 - 48 * share}%)`;
      context.beginPath();
      context.moveTo(0, height);
      for (let x = 0; x <= width; x += 4) {
        const swell =
          Math.sin((x / width) * (5 + layer * 0.9) + layer * 1.7) + 0.5 * Math.sin((x / width) * 17 + layer * 2.9);
        context.lineTo(x, height * (0.3 + 0.66 * share) + swell * height * 0.026);
      }
      context.lineTo(width, height);
      context.fill();
    }
  },
  dusk(context, width, height) {
    const sky = context.createLinearGradient(0, 0, 0, height);
    sky.addColorStop(0, '#1b2450');
    sky.addColorStop(0.45, '#8a3f72');
    sky.addColorStop(0.72, '#f08a4b');
    sky.addColorStop(1, '#fbd88a');
    context.fillStyle = sky;
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#fff6dc';
    for (let i = 0; i < 70; ++i) {
      const x = ((i * 7919) % 997) / 997;
      const y = (((i * 104729) % 991) / 991) * 0.5;
      context.fillRect(x * width, y * height, 1 + (i % 3), 1 + (i % 3));
    }
    for (let ridge = 0; ridge < 4; ++ridge) {
      context.fillStyle = ['#6d3a63', '#4b2c55', '#2f2143', '#191630'][ridge]!;
      context.beginPath();
      context.moveTo(0, height);
      for (let x = 0; x <= width; x += 3) {
        const at = (x / width) * (4 + ridge);
        const peak = Math.abs(Math.sin(at * 2.1 + ridge)) * 0.13 + Math.abs(Math.sin(at * 5.3 + ridge * 2)) * 0.045;
        context.lineTo(x, height * (0.7 + ridge * 0.09 - peak));
      }
      context.lineTo(width, height);
      context.fill();
    }
  },
};
