import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** px where the element has no size of its own yet. */
const usual = { width: 600, height: 260 };
const leastHeight = 120;

/** The size of an element, px, as it changes. */
export function useSize(): { box: RefObject<HTMLDivElement | null>; width: number; height: number } {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(usual);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () =>
      setSize({
        width: element.clientWidth || usual.width,
        height: Math.max(element.clientHeight || usual.height, leastHeight),
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, ...size };
}
