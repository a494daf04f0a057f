import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** px; used until the element has a size. */
const usual = { width: 600, height: 260 };
const leastHeight = 120;

/** The current size of an element, in px. */
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
