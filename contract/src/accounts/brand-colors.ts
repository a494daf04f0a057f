export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/**
 * Colors that a brand does not change, equal to `web/src/ui/styles/tokens.css`. For mail, and for previews of the other
 * theme.
 */
export const themeColors = {
  light: {
    canvas: '#f7f8fa',
    surface: '#ffffff',
    line: '#e6e8ec',
    ink: '#1a1d23',
    muted: '#5c6370',
    soft: '#f3f4f7',
  },
  dark: {
    canvas: '#0c0d11',
    surface: '#14161b',
    line: '#262a31',
    ink: '#e6e7ea',
    muted: '#9aa0ab',
    soft: '#1b1e24',
  },
} as const;

/** The portal's own accent, for brands without one. */
export const ownAccents = { light: '#5457e5', dark: '#6366ee' } as const;

type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** The contrast that WCAG AA requires of text (1.4.3), with a margin for rounding. */
const readable = 4.55;

/** Parses `#rgb` or `#rrggbb`. Returns null for everything else, so that a brand cannot inject other CSS. */
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

/** Shifts `color` towards `end` until it is readable on every background. */
function legible(color: Rgb, grounds: readonly Rgb[], end: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(color, end, share);
    const shown = parseHex(toHex(candidate)) ?? candidate;
    if (grounds.every((ground) => contrast(shown, ground) >= readable)) return candidate;
  }
  return end;
}

/** The soft background of an accent: as much of the accent's color as keeps muted text readable. */
function mixToward(accent: Rgb, surface: Rgb, muted: Rgb, most: number): Rgb {
  for (let share = most; share > 0; share -= 0.02) {
    const candidate = mix(surface, accent, share);
    if (contrast(muted, parseHex(toHex(candidate)) ?? candidate) >= readable) return candidate;
  }
  return surface;
}

/** The accent's design tokens, named as in the style sheet without the dashes. */
export interface AccentColors {
  readonly accent: string;
  readonly accentStrong: string;
  readonly accentSoft: string;
  readonly accentText: string;
  readonly onAccent: string;
}

/**
 * The colors derived from a brand's accent for a theme, shaded so that every pair of text and background passes WCAG AA
 * (BRAND-3). Null for no color or an invalid one: the portal's own accent is used.
 */
export function accentColors(color: string | null, theme: Theme): AccentColors | null {
  const accent = color ? parseHex(color) : null;
  if (!accent) return null;
  const themeColor = (name: keyof (typeof themeColors)[Theme]) => parseHex(themeColors[theme][name]) ?? white;
  const surface = themeColor('surface');
  const end = theme === 'dark' ? white : black;
  const soft = mixToward(accent, surface, themeColor('muted'), theme === 'dark' ? 0.24 : 0.1);
  const onAccent = contrast(white, accent) >= 3 ? white : ([17, 19, 24] as const);
  const ground = legible(accent, [onAccent], onAccent === white ? black : white);
  return {
    accent: toHex(ground),
    accentStrong: toHex(mix(ground, onAccent === white ? black : white, 0.12)),
    accentSoft: toHex(soft),
    accentText: toHex(legible(accent, [surface, themeColor('canvas'), themeColor('soft'), soft], end)),
    onAccent: toHex(onAccent),
  };
}

/** The accent's tokens as CSS variables; empty if the portal's own accent is used. */
export function brandTokens(color: string | null, theme: Theme): Record<string, string> {
  const colors = accentColors(color, theme);
  if (!colors) return {};
  return {
    '--accent': colors.accent,
    '--accent-strong': colors.accentStrong,
    '--accent-soft': colors.accentSoft,
    '--accent-text': colors.accentText,
    '--on-accent': colors.onAccent,
  };
}
