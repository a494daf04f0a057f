import { stack } from 'd3-shape';
import { useId, useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { amountKinds, type MonthColumn } from '../spending-rules.ts';
import { partKey, useSeriesColor } from './spending-text.ts';

/** The positions of the bars, in px. */
export interface Geometry {
  columns: readonly MonthColumn[];
  currency: string;
  width: number;
  height: number;
  /** Distance of the first month from the left. */
  left: number;
  /** Width of a month. */
  slot: number;
  /** The position of an amount in cents. */
  y: (cents: number) => number;
  /** The amount above which bars are cut; null if no bar is cut. */
  cut: number | null;
}

/** px between two parts of a bar. */
const gap = 1.5;

/** The parts of each month, with their lower and upper bounds in cents. */
function useStacks(columns: readonly MonthColumn[]) {
  return useMemo(() => {
    const parts = columns.flatMap((column) => column.parts);
    const keys = amountKinds.flatMap((kind) => [...new Set(parts.filter((part) => part.kind === kind).map(partKey))]);
    const partAmount = (column: MonthColumn, key: string) =>
      column.parts.find((part) => partKey(part) === key)?.amount ?? 0;
    const stacked = stack<MonthColumn, string>().keys(keys).value(partAmount)([...columns]);
    return stacked.flatMap((layer) =>
      layer.flatMap(([from, to], index) => {
        const part = columns[index]?.parts.find((one) => partKey(one) === layer.key);
        return part && to > from ? [{ index, from, to, part, key: `${index} ${layer.key}` }] : [];
      }),
    );
  }, [columns]);
}

const thicknessOf = (slot: number) => Math.max(4, Math.min(36, slot * 0.6));

/** The bars. A cut bar reaches the top, and parts above it are not drawn. */
export function Bars({ columns, slot, left, y }: Geometry) {
  const id = useId();
  const colorOf = useSeriesColor();
  const thickness = thicknessOf(slot);
  return useStacks(columns).map(({ index, from, to, part, key }) => {
    const color = colorOf(part.series);
    const isOutlined = part.kind === 'unpaid' || part.kind === 'due';
    const inset = isOutlined ? 0.75 : 0;
    const height = y(from) - y(to) - gap - 2 * inset;
    if (height <= 0 && y(from) <= y(to)) return null;
    const hatch = `${id}${key}`.replaceAll(/[^\w-]/g, '-');
    return (
      <g key={key}>
        {part.kind === 'spread' && (
          <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="5" height="5" fill={color} />
            <rect width="1.5" height="5" className="fill-surface" opacity="0.55" />
          </pattern>
        )}
        <rect
          x={left + slot * (index + 0.5) - thickness / 2 + inset}
          y={y(to) + gap / 2 + inset}
          width={thickness - 2 * inset}
          height={Math.max(height, 1)}
          rx={Math.min(3, Math.max(height, 1) / 2)}
          data-kind={part.kind}
          className={looks[part.kind]}
          style={
            part.kind === 'due'
              ? { stroke: color, fill: `color-mix(in srgb, ${color} 12%, transparent)` }
              : part.kind === 'spread'
                ? { fill: `url(#${hatch})` }
                : part.kind === 'paid'
                  ? { fill: color }
                  : undefined
          }
        />
      </g>
    );
  });
}

const looks = {
  paid: '',
  spread: '',
  unpaid: 'fill-bad-soft stroke-bad stroke-[1.5px]',
  due: 'stroke-[1.5px] [stroke-dasharray:4_3]',
} as const;

/** A gap near the top of each cut bar, and the bar's total above it. */
export function Cuts({ columns, currency, slot, left, y, cut }: Geometry) {
  const { wholeMoney } = useFormat();
  if (cut === null) return null;
  const width = thicknessOf(slot) + 6;
  return columns.map(({ month, total }, index) => {
    if (total <= cut) return null;
    const middle = left + slot * (index + 0.5);
    const top = y(total);
    return (
      <g key={month}>
        <path
          d={`M${middle - width / 2} ${top + 20}l${width} -7v5l${-width} 7z`}
          className="fill-surface"
          data-cut=""
        />
        <text x={middle} y={top - 6} textAnchor="middle" className="fill-ink font-medium tabular-nums">
          {wholeMoney(total, currency)}
        </text>
      </g>
    );
  });
}
