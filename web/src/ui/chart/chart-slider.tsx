import { type PointerEvent, useState } from 'react';

interface ChartSliderProps {
  /** The label for screen readers. */
  label: string;
  /** The number of bars. */
  count: number;
  /** The text of a bar. */
  textOf: (index: number) => string | undefined;
  onPoint: (index: number | null) => void;
  /** The position of the bars, in px. */
  top: number;
  left: number;
  width: number;
  height: number;
}

/**
 * A native slider over the bars. Arrow keys and fingers move it from bar to bar, and screen readers read each bar's
 * text.
 */
export function ChartSlider({ label, count, textOf, onPoint, top, left, width, height }: ChartSliderProps) {
  const [value, setValue] = useState(count - 1);
  const current = Math.min(value, count - 1);
  const follow = (event: PointerEvent<HTMLInputElement>) => {
    const index = Math.floor((event.nativeEvent.offsetX / width) * count);
    onPoint(Math.min(Math.max(index, 0), count - 1));
  };
  return (
    <input
      type="range"
      min={0}
      max={count - 1}
      value={current}
      aria-label={label}
      aria-valuetext={textOf(current)}
      onChange={(event) => {
        const index = Number(event.target.value);
        setValue(index);
        onPoint(index);
      }}
      onFocus={() => onPoint(current)}
      onBlur={() => onPoint(null)}
      onPointerMove={follow}
      className="absolute m-0 cursor-default appearance-none rounded-control bg-transparent opacity-0 focus-visible:opacity-100 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:opacity-0"
      style={{ top, left, width, height }}
    />
  );
}
