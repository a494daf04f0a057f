import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** Knows the names that `ui/styles/theme.css` adds, so that `text-title text-muted` stay both and `text-base text-sm` become one. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['2xs', 'title', 'figure', 'price'],
      radius: ['control', 'card', 'dialog'],
      shadow: ['card', 'popup'],
    },
  },
});

/** Joins class names; what is falsy is left out, and of two that set the same the later one stays. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
