import { Trans, useLingui } from '@lingui/react/macro';
import type { DayOfUsage } from '@portico/contract';
import { area, curveStep, line } from 'd3-shape';
import { useMemo, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { useDayText } from '../../../lib/use-day-text.ts';
import { ChartSlider } from '../../../ui/chart/chart-slider.tsx';
import { scaleTo } from '../../../ui/chart/scale.ts';
import { useSize } from '../../../ui/chart/use-size.ts';
import { type ChartView, dayStep, numberOn } from '../metrics-rules.ts';
import { UsageTable } from './usage-table.tsx';
import { chartFills, chartStrokes, useUsageText } from './usage-text.ts';

interface UsageChartProps {
  /** The oldest first. */
  days: readonly DayOfUsage[];
  view: ChartView;
  hasSessions: boolean;
}

/** px */
const margin = { top: 8, right: 4, bottom: 28, left: 48 };
/** If a day is narrower than this, in px, the bars become one shape. */
const leastSlot = 4;
/** Longer tables are rendered only on request: screen readers have the slider, and a switch shows the table. */
const maxHiddenRows = 92;

/** A bar per day. Pointer and arrow keys select a day; the table has the same figures. */
export function UsageChart({ days, view, hasSessions }: UsageChartProps) {
  const { t } = useLingui();
  const { formatDay, views } = useUsageText();
  const { box, width, height } = useSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const lines = scaleTo(Math.max(...days.map((day) => numberOn(day, view))), 1);
  const top = lines.at(-1) ?? 1;
  const innerHeight = height - margin.top - margin.bottom;
  const y = (value: number) => margin.top + innerHeight * (1 - value / top);
  const slot = (width - margin.left - margin.right) / days.length;
  const geometry = { days, view, width, height, slot, y };
  const shown = pointed === null ? undefined : days[pointed];
  return (
    <div ref={box} className="relative h-full" onPointerLeave={() => setPointed(null)}>
      <svg aria-hidden="true" width={width} height={height} className="absolute block overflow-visible text-xs">
        {pointed !== null && (
          <rect
            x={margin.left + slot * pointed}
            y={margin.top}
            width={Math.max(slot, 1)}
            height={innerHeight}
            className="fill-surface-hover"
          />
        )}
        <Scale {...geometry} lines={lines} />
        {slot < leastSlot ? <Shape {...geometry} /> : <Bars {...geometry} />}
        <DayNames {...geometry} pointed={pointed} />
      </svg>
      <ChartSlider
        label={t`Day of the chart: ${views[view]}`}
        count={days.length}
        textOf={(index) => days[index] && formatDay(days[index], hasSessions)}
        onPoint={setPointed}
        top={margin.top}
        left={margin.left}
        width={slot * days.length}
        height={innerHeight}
      />
      {shown && pointed !== null && (
        <Bubble
          day={shown}
          hasSessions={hasSessions}
          at={margin.left + slot * (pointed + 0.5)}
          isLeftOfIt={pointed >= days.length / 2}
        />
      )}
      {days.length <= maxHiddenRows && <UsageTable days={days} hasSessions={hasSessions} />}
    </div>
  );
}

interface Geometry {
  days: readonly DayOfUsage[];
  view: ChartView;
  width: number;
  height: number;
  /** Width of a day, px. */
  slot: number;
  y: (value: number) => number;
}

function Scale({ lines, width, y }: Geometry & { lines: readonly number[] }) {
  const { number } = useFormat();
  return lines.map((value) => (
    <g key={value}>
      <line x1={margin.left} x2={width - margin.right} y1={y(value)} y2={y(value)} className="stroke-line" />
      <text x={margin.left - 10} y={y(value) + 4} textAnchor="end" className="fill-muted tabular-nums">
        {number(value)}
      </text>
    </g>
  ));
}

const isToday = (day: string) => day === new Date().toISOString().slice(0, 10);

function Bars({ days, view, slot, y }: Geometry) {
  const thickness = Math.max(2, Math.min(28, slot * 0.66));
  return days.map((day, index) => {
    const value = numberOn(day, view);
    if (value === 0) return null;
    const barTop = Math.min(y(value), y(0) - 1);
    const corner = Math.min(3, thickness / 2, y(0) - barTop);
    const left = margin.left + slot * (index + 0.5) - thickness / 2;
    return (
      <path
        key={day.day}
        data-day={day.day}
        d={`M${left},${y(0)} V${barTop + corner} q0,${-corner} ${corner},${-corner} h${thickness - 2 * corner} q${corner},0 ${corner},${corner} V${y(0)} z`}
        // Today is incomplete.
        className={cn(chartFills[view], isToday(day.day) && 'opacity-55')}
      />
    );
  });
}

/** Many days as one stepped shape. */
function Shape({ days, view, slot, y }: Geometry) {
  const paths = useMemo(() => {
    const at = (_: DayOfUsage, index: number) => margin.left + slot * (index + 0.5);
    const top = (day: DayOfUsage) => y(numberOn(day, view));
    return {
      ground: area<DayOfUsage>(at, y(0), top).curve(curveStep)([...days]) ?? '',
      edge: line<DayOfUsage>(at, top).curve(curveStep)([...days]) ?? '',
    };
  }, [days, view, slot, y]);
  return (
    <>
      <path d={paths.ground} className={cn(chartFills[view], 'opacity-25')} />
      <path d={paths.edge} fill="none" className={cn(chartStrokes[view], 'stroke-[1.25px]')} />
    </>
  );
}

/** px that a day's label needs. */
const roomOfName = 76;

function DayNames({ days, slot, height, pointed }: Geometry & { pointed: number | null }) {
  const dayText = useDayText();
  const step = dayStep(slot, roomOfName);
  const last = days.length - 1;
  const isLong = days.length > 300;
  return days.map(({ day }, index) => {
    // The last one always has a label.
    if ((last - index) % step !== 0) return null;
    const center = margin.left + slot * (index + 0.5);
    const isEdge = index === last && slot < roomOfName;
    return (
      <text
        key={day}
        x={isEdge ? center + slot / 2 : center}
        y={height - 8}
        textAnchor={isEdge ? 'end' : 'middle'}
        className={index === pointed || isToday(day) ? 'fill-ink font-medium' : 'fill-muted'}
      >
        {isToday(day) ? (
          <Trans comment="Below the last bar of a chart by day">Today</Trans>
        ) : (
          dayText(day, isLong ? 'monthYear' : 'monthDay')
        )}
      </text>
    );
  });
}

interface BubbleProps {
  day: DayOfUsage;
  hasSessions: boolean;
  /** The middle of the day's bar, px from the left. */
  at: number;
  /** Whether the bubble is left of the bar, where there is more room. */
  isLeftOfIt: boolean;
}

/** The figures of a day's bar. It is decorative: screen readers read the slider. */
function Bubble({ day, hasSessions, at, isLeftOfIt }: BubbleProps) {
  const dayText = useDayText();
  const { formatFacts } = useUsageText();
  return (
    <div
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute top-0 z-10 min-w-44 rounded-control border border-line bg-surface px-3 py-2 text-sm whitespace-nowrap shadow-popup',
        isLeftOfIt && '-translate-x-full',
      )}
      style={{ left: isLeftOfIt ? at - 16 : at + 16 }}
    >
      <div className="font-semibold">{dayText(day.day, 'weekDay')}</div>
      {formatFacts(day, hasSessions).map(({ label, value }) => (
        <div key={label} className="mt-0.5 flex justify-between gap-6">
          <span className="text-muted">{label}</span>
          <span className="tabular-nums">{value}</span>
        </div>
      ))}
      {day.wasFull && (
        <div className="mt-0.5 text-warning">
          <Trans>No seat was free</Trans>
        </div>
      )}
    </div>
  );
}
