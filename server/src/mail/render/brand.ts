/** The company as its messages show it (MAIL-8). */
export interface Brand {
  readonly name: string;
  /** Web addresses, or `data:` URIs of raster images. */
  readonly logoLight: string | null;
  readonly logoDark: string | null;
  /** `#rrggbb`; null for the portal's own. */
  readonly accentLight: string | null;
  readonly accentDark: string | null;
  /** Address of the sender and for answers; null for those of the configuration. */
  readonly mailSender: string | null;
  readonly mailReplyTo: string | null;
}

/** The colors of a mail in one theme, as the portal's own pages have them (web/src/ui/styles/tokens.css). */
export interface Palette {
  readonly canvas: string;
  readonly surface: string;
  readonly line: string;
  readonly ink: string;
  readonly muted: string;
  readonly soft: string;
  readonly accent: string;
  readonly onAccent: string;
}

const light = {
  canvas: '#f7f8fa',
  surface: '#ffffff',
  line: '#e6e8ec',
  ink: '#1a1d23',
  muted: '#5c6370',
  soft: '#f3f4f7',
};
const dark = {
  canvas: '#0c0d11',
  surface: '#14161b',
  line: '#262a31',
  ink: '#e6e7ea',
  muted: '#9aa0ab',
  soft: '#1b1e24',
};

export function paletteOf(brand: Brand, theme: 'light' | 'dark'): Palette {
  const [own, given] = theme === 'light' ? ['#5457e5', brand.accentLight] : ['#6366ee', brand.accentDark];
  // Nothing but a color comes into the style of a mail.
  const accent = given !== null && /^#[\da-f]{6}$/i.test(given) ? given : own;
  return { ...(theme === 'light' ? light : dark), accent, onAccent: readableOn(accent) };
}

/** White, or black where white would be hard to read. One of them passes WCAG AA on any ground. */
export function readableOn(ground: string): string {
  return 1.05 / (luminanceOf(ground) + 0.05) >= 4.5 ? '#ffffff' : '#000000';
}

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
