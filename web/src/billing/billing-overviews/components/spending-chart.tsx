import { stack } from 'd3-shape';
import { useMemo, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { ChartSlider } from '../../../ui/chart/chart-slider.tsx';
import { scaleTo } from '../../../ui/chart/scale.ts';
import { useSize } from '../../../ui/chart/use-size.ts';
import { type AmountKind, amountKinds, type MonthColumn, type Part } from '../spending-rules.ts';
import { SpendingBubble } from './spending-bubble.tsx';
import { SpendingLegend } from './spending-legend.tsx';
import { SpendingTable } from './spending-table.tsx';
import { fills, strokes, useMonthText, usePartsText } from './spending-text.ts';

interface SpendingChartProps {
  /** The oldest first. */
  columns: readonly MonthColumn[];
  currency: string;
  /** Shows the table instead of the bars. */
  isTable: boolean;
}

/** px */
const margin = { top: 20, right: 4, bottom: 36, left: 60 };

/**
 * Bars by month and product; unpaid and due amounts are outlined. Pointer and arrow keys select a month; the table
 * has the same figures.
 */
export function SpendingChart({ columns, currency, isTable }: SpendingChartProps) {
  if (isTable) return <SpendingTable columns={columns} currency={currency} isShown />;
  return (
    <div className="flex h-full flex-col">
      <SpendingLegend columns={columns} />
      <Plot columns={columns} currency={currency} />
      <SpendingTable columns={columns} currency={currency} />
    </div>
  );
}

function Plot({ columns, currency }: Omit<SpendingChartProps, 'isTable'>) {
  const monthText = useMonthText();
  const partsText = usePartsText(currency);
  const { box, width, height } = useSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const lines = scaleTo(Math.max(...columns.map(({ total }) => total)), 100);
  const top = lines.at(-1) ?? 1;
  const y = (cents: number) => margin.top + (height - margin.top - margin.bottom) * (1 - cents / top);
  const slot = (width - margin.left - margin.right) / columns.length;
  const geometry = { columns, currency, width, height, slot, y };
  const shown = pointed === null ? undefined : columns[pointed];
  return (
    <div ref={box} className="relative min-h-0 flex-1" onPointerLeave={() => setPointed(null)}>
      <svg aria-hidden="true" width={width} height={height} className="absolute block overflow-visible text-xs">
        {pointed !== null && (
          <rect
            x={margin.left + slot * pointed}
            y={margin.top}
            width={slot}
            height={y(0) - margin.top}
            className="fill-surface-hover"
          />
        )}
        <Scale {...geometry} lines={lines} />
        <Bars {...geometry} />
        <Months {...geometry} pointed={pointed} />
      </svg>
      <ChartSlider
        label={partsText.label}
        count={columns.length}
        textOf={(index) => columns[index] && `${monthText(columns[index].month)}: ${partsText.of(columns[index])}`}
        onPoint={setPointed}
        top={margin.top}
        left={margin.left}
        width={slot * columns.length}
        height={height - margin.top - margin.bottom}
      />
      {shown && pointed !== null && (
        <SpendingBubble
          column={shown}
          currency={currency}
          at={margin.left + slot * (pointed + 0.5)}
          isLeftOfIt={pointed >= columns.length / 2}
        />
      )}
    </div>
  );
}

interface Geometry {
  columns: readonly MonthColumn[];
  currency: string;
  width: number;
  height: number;
  /** Width of a month, px. */
  slot: number;
  y: (cents: number) => number;
}

function Scale({ lines, width, y, currency }: Geometry & { lines: readonly number[] }) {
  const { wholeMoney } = useFormat();
  return lines.map((line) => (
    <g key={line}>
      <line x1={margin.left} x2={width - margin.right} y1={y(line)} y2={y(line)} className="stroke-line" />
      <text x={margin.left - 10} y={y(line) + 4} textAnchor="end" className="fill-muted tabular-nums">
        {wholeMoney(line, currency)}
      </text>
    </g>
  ));
}

const partKey = ({ kind, series }: Pick<Part, 'kind' | 'series'>) => `${kind} ${series.color}`;

/** The parts of each month with their lower and upper amounts. */
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

/** px between two parts of a bar. */
const gap = 1.5;

function Bars({ columns, slot, y }: Geometry) {
  const thickness = Math.max(4, Math.min(34, slot * 0.6));
  return useStacks(columns).map(({ index, from, to, part, key }) => {
    const isPaid = part.kind === 'paid';
    const inset = isPaid ? 0 : 0.75;
    const height = Math.max(y(from) - y(to) - gap - 2 * inset, 1);
    return (
      <rect
        key={key}
        x={margin.left + slot * (index + 0.5) - thickness / 2 + inset}
        y={y(to) + gap / 2 + inset}
        width={thickness - 2 * inset}
        height={height}
        rx={Math.min(3, height / 2)}
        data-kind={part.kind}
        className={cn(looks[part.kind], isPaid ? fills[part.series.color] : strokes[part.series.color])}
      />
    );
  });
}

const looks: Readonly<Record<AmountKind, string>> = {
  paid: '',
  unpaid: 'fill-bad-soft stroke-bad! stroke-[1.5px]',
  due: 'fill-accent-soft stroke-[1.5px] [stroke-dasharray:4_3]',
};

/** If a month is narrower than this, in px, only every second one has a label. */
const narrow = 34;

function Months({ columns, slot, height, pointed }: Geometry & { pointed: number | null }) {
  const { date } = useFormat();
  const { due } = usePartsText('');
  const step = slot < narrow ? 2 : 1;
  return columns.map(({ month, isAhead }, index) => {
    const middle = `${month}-15T12:00:00Z`;
    // The last month always has a label.
    if ((columns.length - 1 - index) % step !== 0) return null;
    const isNewYear = index === 0 || month.slice(0, 4) !== columns[Math.max(0, index - step)]?.month.slice(0, 4);
    const below = isAhead ? due : isNewYear ? month.slice(0, 4) : '';
    return (
      <text
        key={month}
        x={margin.left + slot * (index + 0.5)}
        y={height - margin.bottom + 16}
        textAnchor="middle"
        className={index === pointed ? 'fill-ink font-medium' : 'fill-muted'}
      >
        {date(middle, 'month')}
        <tspan x={margin.left + slot * (index + 0.5)} dy="15" className="text-2xs">
          {below}
        </tspan>
      </text>
    );
  });
}
