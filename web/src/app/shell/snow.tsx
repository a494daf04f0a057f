import type { CSSProperties } from 'react';
import './snow.css';

/** The maximum number of flakes (UI-17). */
const maxFlakes = 35;

/** The position and speed of a flake, the same on every page. */
function flake(index: number): CSSProperties {
  const scatter = (step: number) => ((index + 1) * step) % 1;
  return {
    left: `${scatter(0.618) * 100}%`,
    width: `${3 + scatter(0.377) * 4}px`,
    opacity: 0.35 + scatter(0.731) * 0.45,
    animationDuration: `${9 + scatter(0.271) * 9}s, ${3 + scatter(0.519) * 3}s`,
    animationDelay: `${-scatter(0.853) * 18}s, ${-scatter(0.427) * 6}s`,
  };
}

const flakes = Array.from({ length: maxFlakes }, (_, index) => ({ id: `flake-${index}`, style: flake(index) }));

/** Decorative snow, hidden from pointers and screen readers, and from users who prefer reduced motion. */
export function Snow() {
  return (
    <div aria-hidden="true" className="snow">
      {flakes.map(({ id, style }) => (
        <span key={id} style={style} />
      ))}
    </div>
  );
}
