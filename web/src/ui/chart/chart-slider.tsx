import { type PointerEvent, useState } from 'react';

interface ChartSliderProps {
  /** What is chosen, for screen readers. */
  label: string;
  /** How many bars there are. */
  count: number;
  /** What a bar says. */
  textOf: (index: number) => string | undefined;
  onPoint: (index: number | null) => void;
  /** Where the bars are, px. */
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Lies over the bars: the browser's own slider, which arrow keys and fingers move from bar to bar, and which says what each of them does. */
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
