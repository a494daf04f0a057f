import { accentColors, ownAccents, type Theme, themeColors } from '@portico/contract';

/** The company as shown in its messages (MAIL-8). */
export interface Brand {
  readonly name: string;
  /** Web addresses, or `data:` URIs of raster images. */
  readonly logoLight: string | null;
  readonly logoDark: string | null;
  /** `#rrggbb`; null for the portal's own. */
  readonly accentLight: string | null;
  readonly accentDark: string | null;
  /** The sender and reply-to addresses; null for the addresses in the configuration. */
  readonly mailSender: string | null;
  /** The sender's name; null for the company's name. */
  readonly mailSenderName: string | null;
  readonly mailReplyTo: string | null;
}

/** The colors of a mail in one theme, equal to those of the portal's pages. */
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

/** Shades a brand's accent as on pages, so that text on it is readable (BRAND-3). */
export function createPalette(brand: Brand, theme: Theme): Palette {
  const { accentLight, accentDark } = brand;
  const { accent, onAccent } = accentColors(theme === 'light' ? accentLight : accentDark, theme) ?? {
    accent: ownAccents[theme],
    onAccent: '#ffffff',
  };
  return { ...themeColors[theme], accent, onAccent };
}
