import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { ChartSlider } from '../../../ui/chart/chart-slider.tsx';
import { scaleTo } from '../../../ui/chart/scale.ts';
import { useSize } from '../../../ui/chart/use-size.ts';
import { findCut, type MonthColumn } from '../spending-rules.ts';
import { Bars, Cuts, type Geometry } from './spending-bars.tsx';
import { SpendingBubble } from './spending-bubble.tsx';
import { SpendingLegend } from './spending-legend.tsx';
import { SpendingTable } from './spending-table.tsx';
import { useMonthText, usePartsText } from './spending-text.ts';

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
 * Bars by month and product. Past-due and expected amounts are outlined, and bars that are far too long are cut.
 * Pointer and arrow keys select a month. The table has the same figures.
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
  const cut = findCut(columns);
  const lines = scaleTo(cut ?? Math.max(...columns.map(({ total }) => total)), 100);
  const top = lines.at(-1) ?? 1;
  const y = (cents: number) => margin.top + (height - margin.top - margin.bottom) * (1 - Math.min(cents, top) / top);
  const slot = (width - margin.left - margin.right) / columns.length;
  const geometry = { columns, currency, width, height, left: margin.left, slot, y, cut };
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
        <Cuts {...geometry} />
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
