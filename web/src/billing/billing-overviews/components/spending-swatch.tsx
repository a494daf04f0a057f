import type { CSSProperties } from 'react';
import type { AmountKind, Series } from '../spending-rules.ts';
import { useSeriesColor } from './spending-text.ts';

/** The look of a part in legend and bubble: hatched if spread, outlined if past due or expected, otherwise filled. */
export function SpendingSwatch({ series, kind }: { series: Series; kind: AmountKind }) {
  const color = useSeriesColor()(series);
  return <span aria-hidden="true" className="size-2.5 shrink-0 rounded-[2px]" style={look(kind, color)} />;
}

function look(kind: AmountKind, color: string): CSSProperties {
  switch (kind) {
    case 'paid':
      return { background: color };
    case 'spread':
      return {
        background: `repeating-linear-gradient(135deg, ${color} 0 2px, color-mix(in srgb, ${color} 45%, var(--surface)) 2px 4px)`,
      };
    case 'unpaid':
      return { border: '1px solid var(--bad)', background: 'var(--bad-soft)' };
    case 'due':
      return { border: `1px dashed ${color}`, background: `color-mix(in srgb, ${color} 14%, var(--surface))` };
  }
}
