import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrast, ownAccents, parseHex, themeColors } from '@portico/contract/browser';
import { describe, expect, it } from 'vitest';

const source = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function tokensOf(selector: string): Map<string, string> {
  const start = source.indexOf(`${selector} {`);
  const block = source.slice(start, source.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Every text color with each background that it occurs on. */
const pairs = [
  ...['canvas', 'surface', 'surface-hover', 'neutral-soft'].flatMap((ground) => [
    ['ink', ground],
    ['muted', ground],
  ]),
  ...['canvas', 'surface', 'surface-hover', 'accent-soft'].map((ground) => ['accent-text', ground]),
  ...['ok', 'warning', 'bad'].flatMap((tone) => [
    [tone, `${tone}-soft`],
    [tone, 'surface'],
    [tone, 'canvas'],
  ]),
  ['neutral', 'neutral-soft'],
  ['muted', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-bad', 'bad-strong'],
  // The acting-as banner.
  ['surface', 'warning'],
] as [string, string][];

describe.each([
  ['light', ':root'],
  ['dark', ':root[data-theme="dark"]'],
])('the %s theme', (_, selector) => {
  const tokens = tokensOf(selector);
  it.each(pairs)('%s can be read on %s', (text, ground) => {
    const [textColor, groundColor] = [tokens.get(text), tokens.get(ground)].map((value) => parseHex(value ?? ''));
    if (!textColor || !groundColor) throw new Error(`missing token: ${text} or ${ground}`);
    expect(contrast(textColor, groundColor)).toBeGreaterThanOrEqual(4.5);
  });

  // Parts of a graphic need a contrast of three to one.
  it.each(['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-other'])('%s can be seen on the surface', (name) => {
    const [color, ground] = [tokens.get(name), tokens.get('surface')].map((value) => parseHex(value ?? ''));
    if (!color || !ground) throw new Error(`missing token: ${name}`);
    expect(contrast(color, ground)).toBeGreaterThanOrEqual(3);
  });
});

it.each([
  ['light', ':root'],
  ['dark', ':root[data-theme="dark"]'],
] as const)('the tokens have the same colors as mails in the %s theme', (theme, selector) => {
  const tokens = tokensOf(selector);
  const { soft, ...colors } = themeColors[theme];
  for (const [name, color] of Object.entries({ ...colors, 'surface-hover': soft, accent: ownAccents[theme] }))
    expect([name, tokens.get(name)]).toEqual([name, color]);
});

it('the tokens define the same colors in both themes', () => {
  expect([...tokensOf(':root[data-theme="dark"]').keys()]).toEqual([...tokensOf(':root').keys()]);
});
