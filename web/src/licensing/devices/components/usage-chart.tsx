import { Plural, Trans } from '@lingui/react/macro';
import { useLayoutEffect, useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useDayText } from '../../../lib/use-day-text.ts';
import { type DayOfUsage, ticksFor } from '../device-rules.ts';

interface UsageChartProps {
  days: readonly DayOfUsage[];
  /** -1 is unlimited. */
  seats: number;
}

/** px */
const height = 224;
const margin = { top: 18, right: 4, bottom: 26, left: 34 };

/** A bar per day, with the seats as a line. Screen readers read a table. */
export function UsageChart({ days, seats }: UsageChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  const [pointed, setPointed] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth || 600);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const most = Math.max(0, ...days.map(({ count }) => count));
  // If there are far more seats than devices, the bars would have no height.
  const hasLine = seats > 0 && seats <= Math.max(most, 1) * 4;
  const ticks = ticksFor(hasLine ? Math.max(most, seats) : most);
  const top = ticks.at(-1) ?? 1;
  const innerHeight = height - margin.top - margin.bottom;
  const y = (value: number) => margin.top + innerHeight * (1 - value / top);
  const slot = (width - margin.left - margin.right) / Math.max(days.length, 1);
  const plot = { days, width, slot, y, ticks };
  return (
    <div ref={box} className="relative" onPointerLeave={() => setPointed(null)}>
      <svg aria-hidden="true" width={width} height={height} className="block overflow-visible text-xs">
        <Grid {...plot} />
        <Bars {...plot} pointed={pointed} onPoint={setPointed} />
        {hasLine && <SeatsLine {...plot} seats={seats} />}
      </svg>
      {pointed !== null && days[pointed] && (
        <Bubble day={days[pointed]} left={margin.left + slot * (pointed + 0.5)} top={y(days[pointed].count)} />
      )}
      <UsageTable days={days} />
    </div>
  );
}

interface PlotProps {
  days: readonly DayOfUsage[];
  width: number;
  /** Width of a day, px. */
  slot: number;
  y: (value: number) => number;
  ticks: readonly number[];
}

function Grid({ days, width, slot, y, ticks }: PlotProps) {
  const { number } = useFormat();
  const dayText = useDayText();
  // Labels every week, or every few weeks if there is less room.
  const each = Math.max(1, Math.ceil(72 / slot / 7)) * 7;
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={margin.left - 10} y={y(tick) + 4} textAnchor="end" className="fill-muted tabular-nums">
            {number(tick)}
          </text>
        </g>
      ))}
      {days.map(({ date }, index) =>
        index % each === 2 ? (
          <text
            key={date}
            x={margin.left + slot * (index + 0.5)}
            y={height - 6}
            textAnchor="middle"
            className="fill-muted"
          >
            {dayText(date, 'monthDay')}
          </text>
        ) : null,
      )}
    </>
  );
}

const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

function Bars(props: PlotProps & { pointed: number | null; onPoint: (index: number) => void }) {
  const { days, slot, y, pointed, onPoint } = props;
  const thickness = Math.max(2, slot * 0.68);
  return days.map(({ date, count }, index) => {
    const x = margin.left + slot * index;
    const barTop = y(count);
    const corner = Math.min(3, thickness / 2, y(0) - barTop);
    return (
      <g key={date} onPointerEnter={() => onPoint(index)}>
        <rect x={x} y={margin.top} width={slot} height={y(0) - margin.top} fill="transparent" />
        {count > 0 && (
          <path
            d={`M${x + (slot - thickness) / 2},${y(0)} V${barTop + corner} q0,${-corner} ${corner},${-corner} h${thickness - 2 * corner} q${corner},0 ${corner},${corner} V${y(0)} z`}
            className="fill-accent"
            opacity={pointed === index ? 0.8 : isWeekend(date) ? 0.45 : 1}
          />
        )}
      </g>
    );
  });
}

function SeatsLine({ width, y, seats }: PlotProps & { seats: number }) {
  const at = y(seats);
  return (
    <g className="pointer-events-none">
      <line
        x1={margin.left}
        x2={width - margin.right}
        y1={at}
        y2={at}
        strokeDasharray="4 3"
        className="stroke-warning"
      />
      <text
        x={width - margin.right}
        y={at - 6}
        textAnchor="end"
        paintOrder="stroke"
        strokeWidth={4}
        className="fill-warning stroke-surface font-medium"
      >
        <Plural value={seats} one="# seat" other="# seats" />
      </text>
    </g>
  );
}

/** The figures of the bar under the pointer. */
function Bubble({ day, left, top }: { day: DayOfUsage; left: number; top: number }) {
  const dayText = useDayText();
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute -translate-x-1/2 -translate-y-full rounded-md bg-ink px-2.5 py-1.5 text-xs whitespace-nowrap text-canvas shadow-popup"
      style={{ left, top: top - 6 }}
    >
      {dayText(day.date, 'monthDay')}: <Plural value={day.count} _0="no device" one="# device" other="# devices" />
    </div>
  );
}

function UsageTable({ days }: { days: readonly DayOfUsage[] }) {
  const { number } = useFormat();
  const dayText = useDayText();
  return (
    // In a wrapper, because a table ignores the small size and would lengthen the page.
    <div className="sr-only">
      <table>
        <caption>
          <Trans>Devices seen a day</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Day</Trans>
            </th>
            <th scope="col">
              <Trans>Devices</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, count }) => (
            <tr key={date}>
              <th scope="row">{dayText(date, 'monthDay')}</th>
              <td>{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
