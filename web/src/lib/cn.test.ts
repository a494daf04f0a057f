import { expect, it } from 'vitest';
import { cn } from './cn.ts';

it.each([
  [['w-full', 'w-20'], 'w-20'],
  [['text-muted', 'text-title'], 'text-muted text-title'],
  [['text-muted', 'text-accent-text'], 'text-accent-text'],
  [['text-base', 'text-2xs'], 'text-2xs'],
  [['rounded-control', 'rounded-card'], 'rounded-card'],
  [['shadow-card', 'shadow-popup'], 'shadow-popup'],
  [['a', false, null, undefined], 'a'],
])('%j is %s', (classes, joined) => {
  expect(cn(...classes)).toBe(joined);
});
