import { expect, it } from 'vitest';
import { cn } from './cn.ts';

it.each([
  ['w-full', 'w-20', 'w-20'],
  ['h-9 w-full', 'size-8', 'size-8'],
  ['size-9', 'h-8', 'size-9 h-8'],
  ['min-w-0 max-w-44', 'min-w-24 max-w-full', 'min-w-24 max-w-full'],
  ['px-3 py-2', 'p-5', 'p-5'],
  ['px-3', 'pl-9', 'px-3 pl-9'],
  ['pl-9', 'px-3', 'px-3'],
  ['gap-x-4 gap-y-2', 'gap-y-1', 'gap-x-4 gap-y-1'],
  ['gap-x-4 gap-y-2', 'gap-3', 'gap-3'],
  ['text-muted', 'text-title', 'text-muted text-title'],
  ['text-muted hover:text-ink', 'text-accent-text hover:text-accent-text', 'text-accent-text hover:text-accent-text'],
  ['text-base text-left', 'text-2xs text-right', 'text-2xs text-right'],
  ['bg-surface', 'bg-accent-soft/70', 'bg-accent-soft/70'],
  ['border border-line', 'border-bad', 'border border-bad'],
  ['rounded-control', 'rounded-card', 'rounded-card'],
  ['shadow-card', 'shadow-popup', 'shadow-popup'],
  ['inline-flex items-center gap-2 font-medium', 'hidden', 'items-center gap-2 font-medium hidden'],
  ['sm:w-20', 'w-10', 'sm:w-20 w-10'],
  ['opacity-50 cursor-pointer', 'opacity-100 cursor-default', 'opacity-100 cursor-default'],
  ['shrink-0 whitespace-nowrap', 'shrink whitespace-normal', 'shrink whitespace-normal'],
])('joins the classes "%s" and "%s" to "%s"', (own, callers, joined) => {
  expect(cn(own, false, undefined, callers)).toBe(joined);
});
