import { type ClassValue, clsx } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';

const anything = () => true;
const colors =
  /^(?:transparent|current|canvas|surface|surface-hover|line|line-strong|ink|muted|on-\w+|overlay|(?:accent|ok|warning|bad|neutral)(?:-(?:strong|soft|text))?)(?:\/\d+)?$/;
const isColor = (value: string) => colors.test(value);

/**
 * Only the conflicts that occur in this application: sizes, paddings, colors, type, wrapping, corners, shadows,
 * display. Tailwind's complete table takes longer to set up than the sign-in page to start. `cn.test.ts` has an
 * example of each.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    display: ['block', 'inline-block', 'flex', 'inline-flex', 'grid', 'inline-grid', 'contents', 'hidden'],
    size: [{ size: [anything] }],
    w: [{ w: [anything] }],
    h: [{ h: [anything] }],
    'min-w': [{ 'min-w': [anything] }],
    'max-w': [{ 'max-w': [anything] }],
    p: [{ p: [anything] }],
    px: [{ px: [anything] }],
    py: [{ py: [anything] }],
    pl: [{ pl: [anything] }],
    pr: [{ pr: [anything] }],
    pt: [{ pt: [anything] }],
    pb: [{ pb: [anything] }],
    justify: [{ justify: [anything] }],
    items: [{ items: [anything] }],
    gap: [{ gap: [anything] }],
    'gap-x': [{ 'gap-x': [anything] }],
    'gap-y': [{ 'gap-y': [anything] }],
    'text-align': [{ text: ['left', 'center', 'right'] }],
    'font-size': [{ text: ['2xs', 'xs', 'sm', 'base', 'lg', 'xl', 'title', 'figure', 'price'] }],
    'text-color': [{ text: [isColor] }],
    'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    bg: [{ bg: [isColor] }],
    'border-color': [{ border: [isColor] }],
    rounded: [{ rounded: ['', anything] }],
    shadow: [{ shadow: ['', anything] }],
    opacity: [{ opacity: [anything] }],
    cursor: [{ cursor: [anything] }],
    shrink: [{ shrink: ['', anything] }],
    whitespace: [{ whitespace: [anything] }],
  },
  conflictingClassGroups: {
    size: ['w', 'h'],
    p: ['px', 'py', 'pl', 'pr', 'pt', 'pb'],
    px: ['pl', 'pr'],
    py: ['pt', 'pb'],
    gap: ['gap-x', 'gap-y'],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ['before', 'after', 'placeholder', '*', '**'],
}));

/** Joins class names. Falsy values are omitted; if two classes conflict, the later one remains. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
