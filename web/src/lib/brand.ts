type Rgb = readonly [number, number, number];

const surfaces = { light: '#ffffff', dark: '#14161b' } as const;
const canvases = { light: '#f7f8fa', dark: '#0c0d11' } as const;
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** The contrast that WCAG AA asks of text (1.4.3), with a little room for rounding. */
const readable = 4.55;

/** `#rgb` or `#rrggbb`; null for everything else, so that no other CSS can come in through a brand. */
export function parseHex(color: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  const digits = short ? short.slice(1).map((digit) => digit + digit) : /^#(..)(..)(..)$/.exec(color)?.slice(1);
  if (!digits?.every((pair) => /^[0-9a-f]{2}$/i.test(pair))) return null;
  const [red, green, blue] = digits.map((pair) => Number.parseInt(pair, 16));
  return [red ?? 0, green ?? 0, blue ?? 0];
}

const toHex = (color: Rgb) => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** WCAG contrast ratio of two colors, 1 to 21. */
export function contrast(first: Rgb, second: Rgb): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Moves `color` towards `end` until it can be read on every ground. */
function legible(color: Rgb, grounds: readonly Rgb[], end: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(color, end, share);
    const shown = parseHex(toHex(candidate)) ?? candidate;
    if (grounds.every((ground) => contrast(shown, ground) >= readable)) return candidate;
  }
  return end;
}

/**
 * The accent's tokens for a company's brand color, so shaded that every pair of text and ground stays readable whatever the brand is.
 * Empty (the portal's own accent stays) when there is no color or it is not a hexadecimal one.
 */
export function brandTokens(color: string | null, theme: 'light' | 'dark'): Record<string, string> {
  const accent = color ? parseHex(color) : null;
  if (!accent) return {};
  const surface = parseHex(surfaces[theme]) ?? white;
  const canvas = parseHex(canvases[theme]) ?? white;
  const end = theme === 'dark' ? white : black;
  const soft = mix(surface, accent, theme === 'dark' ? 0.24 : 0.1);
  const onAccent = contrast(white, accent) >= 3 ? white : ([17, 19, 24] as const);
  const ground = legible(accent, [onAccent], onAccent === white ? black : white);
  return {
    '--accent': toHex(ground),
    '--accent-strong': toHex(mix(ground, onAccent === white ? black : white, 0.12)),
    '--accent-soft': toHex(soft),
    '--accent-text': toHex(legible(accent, [surface, canvas, soft], end)),
    '--on-accent': toHex(onAccent),
  };
}
