import { cva } from 'class-variance-authority';
import type { ReactNode } from 'react';

const badgeClasses = cva(
  'inline-flex h-[22px] items-center gap-1 whitespace-nowrap rounded-md px-2 text-xs font-medium [&_svg]:size-3',
  {
    variants: {
      tone: {
        ok: 'bg-ok-soft text-ok',
        warning: 'bg-warning-soft text-warning',
        bad: 'bg-bad-soft text-bad',
        neutral: 'bg-neutral-soft text-neutral',
        accent: 'bg-accent-soft text-accent-text',
        solid: 'bg-accent text-on-accent',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type BadgeTone = 'ok' | 'warning' | 'bad' | 'neutral' | 'accent' | 'solid';

/** A state as a soft tag with a word, never color alone. */
export function Badge({ tone, children, className }: { tone: BadgeTone; children: ReactNode; className?: string }) {
  return <span className={badgeClasses({ tone, className })}>{children}</span>;
}
