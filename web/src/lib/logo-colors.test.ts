import { contrast, parseHex, type Theme, themeColors } from '@portico/contract/browser';
import { describe, expect, it } from 'vitest';
import { dominantColor, visibleColor } from './logo-colors.ts';

const teal = [14, 120, 145] as const;
const pixels = (...colors: (readonly [number, number, number, number?])[]) =>
  colors.flatMap(([red, green, blue, alpha = 255]) => [red, green, blue, alpha]);

describe('the color of a logo', () => {
  it('is its most frequent color, even if a white glyph covers more', () => {
    expect(dominantColor(pixels([255, 255, 255], [255, 255, 255], [255, 255, 250], teal, teal, [9, 9, 9]))).toEqual(
      teal,
    );
  });

  it('ignores transparent pixels, and is null if all are transparent', () => {
    expect(dominantColor(pixels([200, 0, 0, 0], teal))).toEqual(teal);
    expect(dominantColor(pixels([200, 0, 0, 0], [255, 255, 255]))).toBeNull();
  });

  it.each(['light', 'dark'] as const)('is visible on the surface of the %s theme', (theme: Theme) => {
    const surface = parseHex(themeColors[theme].surface) ?? teal;
    for (const color of [teal, [24, 30, 44], [250, 235, 120], [255, 255, 255]] as const) {
      const shown = (visibleColor(color, theme).match(/\d+/g) ?? []).map(Number) as [number, number, number];
      expect(contrast(shown, surface)).toBeGreaterThanOrEqual(3);
    }
  });

  it('does not change if it is visible', () => {
    expect(visibleColor(teal, 'light')).toBe('rgb(14 120 145)');
  });
});
