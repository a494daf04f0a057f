import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

const tones = { accent: 'bg-accent', ok: 'bg-ok' } as const;

interface SplitBarProps {
  parts: readonly { key: string; tone: keyof typeof tones; value: number; label: ReactNode }[];
  /** The total, at the end of the legend. */
  whole?: ReactNode;
  className?: string;
}

/** The parts of an amount as a bar, with a legend below. */
export function SplitBar({ parts, whole, className }: SplitBarProps) {
  return (
    <div className={className}>
      <div aria-hidden="true" className="flex h-2 gap-0.5">
        {parts.map(
          ({ key, tone, value }) =>
            value > 0 && (
              <span key={key} className={cn('min-w-1 rounded-[3px]', tones[tone])} style={{ flexGrow: value }} />
            ),
        )}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {parts.map(({ key, tone, label }) => (
          <li key={key} className="flex items-center gap-2 tabular-nums">
            <span aria-hidden="true" className={cn('size-2 rounded-[2px]', tones[tone])} />
            {label}
          </li>
        ))}
        {whole && <li className="ml-auto tabular-nums">{whole}</li>}
      </ul>
    </div>
  );
}
