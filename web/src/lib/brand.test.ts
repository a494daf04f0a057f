import { brandTokens, contrast, parseHex, themeColors } from '@portico/contract/browser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const rgb = (color: string | undefined) => {
  const parsed = color ? parseHex(color) : null;
  if (!parsed) throw new Error(`no color: ${color}`);
  return parsed;
};

describe('brandTokens', () => {
  it.each(['light', 'dark'] as const)(
    'keeps text readable on every background in the %s theme, with any brand color',
    (theme) => {
      const { surface, canvas, soft, ink, muted } = themeColors[theme];
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
          const tokens = brandTokens(`#${number.toString(16).padStart(6, '0')}`, theme);
          const text = rgb(tokens['--accent-text']);
          for (const ground of [surface, canvas, soft, tokens['--accent-soft']])
            expect(contrast(text, rgb(ground))).toBeGreaterThanOrEqual(4.5);
          for (const words of [ink, muted])
            expect(contrast(rgb(words), rgb(tokens['--accent-soft']))).toBeGreaterThanOrEqual(4.5);
          const onAccent = rgb(tokens['--on-accent']);
          expect(contrast(onAccent, rgb(tokens['--accent']))).toBeGreaterThanOrEqual(4.5);
          expect(contrast(onAccent, rgb(tokens['--accent-strong']))).toBeGreaterThanOrEqual(4.5);
        }),
      );
    },
  );

  it('keeps a readable brand color', () => {
    expect(brandTokens('#0B5FFF', 'light')['--accent']).toBe('#0b5fff');
  });

  it.each([null, '', 'red', '#12', '#12345g', 'url(https://evil.example)', '#fff;background:red'])(
    'ignores the invalid color %j',
    (color) => {
      expect(brandTokens(color, 'light')).toEqual({});
    },
  );
});
