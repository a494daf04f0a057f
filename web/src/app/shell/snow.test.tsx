import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Snow } from './snow.tsx';

it('snow has at most 35 flakes, and is hidden from pointers, screen readers and users who prefer reduced motion', () => {
  const { container } = render(<Snow />);
  const snow = container.querySelector('.snow');
  expect(snow?.getAttribute('aria-hidden')).toBe('true');
  expect(snow?.childElementCount).toBeGreaterThan(0);
  expect(snow?.childElementCount).toBeLessThanOrEqual(35);
  const styles = readFileSync(join(import.meta.dirname, 'snow.css'), 'utf8');
  expect(styles).toMatch(/\.snow \{[^}]*pointer-events: none;/);
  expect(styles).toMatch(/prefers-reduced-motion: reduce\) \{\s*\.snow \{\s*display: none;/);
});
