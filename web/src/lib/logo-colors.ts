import { contrast, parseHex, type Theme, themeColors } from '@portico/contract/browser';
import { useQuery } from '@tanstack/react-query';
import { useTheme } from './use-theme.ts';

/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

/** WCAG AA's contrast for parts of a graphic (1.4.11), with a margin for rounding. */
const visible = 3.05;

/** Shades per channel when similar pixels are counted together. */
const shades = 12;

/** The most frequent color of an image, without transparent and nearly white pixels; null if nothing is left. */
export function dominantColor(pixels: ArrayLike<number>): Rgb | null {
  const groups = new Map<string, { count: number; sum: [number, number, number] }>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const color = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0] as const;
    if ((pixels[at + 3] ?? 0) < 200 || Math.min(...color) > 235) continue;
    const key = color.map((channel) => Math.floor((channel / 256) * shades)).join();
    const { count, sum } = groups.get(key) ?? { count: 0, sum: [0, 0, 0] };
    groups.set(key, { count: count + 1, sum: [sum[0] + color[0], sum[1] + color[1], sum[2] + color[2]] });
  }
  const [most] = [...groups.values()].sort((one, other) => other.count - one.count);
  return most ? [most.sum[0] / most.count, most.sum[1] / most.count, most.sum[2] / most.count] : null;
}

/** The color as CSS, adjusted until it is visible on the surface of a theme. */
export function visibleColor(color: Rgb, theme: Theme): string {
  const surface = parseHex(themeColors[theme].surface) ?? [255, 255, 255];
  const end = theme === 'dark' ? 255 : 0;
  let shown = color;
  for (let share = 0; share <= 1; share += 0.05) {
    shown = [
      color[0] + (end - color[0]) * share,
      color[1] + (end - color[1]) * share,
      color[2] + (end - color[2]) * share,
    ];
    if (contrast(shown, surface) >= visible) break;
  }
  return `rgb(${shown.map(Math.round).join(' ')})`;
}

/** px; enough to count colors. */
const size = 24;

async function readColor(logo64: string): Promise<Rgb | null> {
  const image = new Image(size, size);
  image.src = logo64;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(image, 0, 0, size, size);
  return dominantColor(context.getImageData(0, 0, size, size).data);
}

interface Logo {
  readonly id: string;
  /** data: URI, or null. */
  readonly logo64: string | null;
}

/** The colors of the products' logos in the current theme, by product. Skips logos that cannot be read. */
export function useLogoColors(products: readonly Logo[] | undefined): ReadonlyMap<string, string> | undefined {
  const theme = useTheme();
  const { data } = useQuery({
    queryKey: ['catalog', 'logo-colors', products?.map(({ id, logo64 }) => `${id} ${logo64?.length}`)],
    queryFn: async () =>
      Promise.all(
        (products ?? []).map(
          async ({ id, logo64 }) => [id, logo64 && (await readColor(logo64).catch(() => null))] as const,
        ),
      ),
    enabled: products !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return undefined;
  return new Map(data.flatMap(([id, color]) => (color ? [[id, visibleColor(color, theme)] as const] : [])));
}
