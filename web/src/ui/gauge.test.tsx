import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Gauge } from './gauge.tsx';

function shown(value: number, total: number) {
  render(<Gauge label="Seats in use" valueText={`${value} of ${total} seats`} value={value} total={total} />);
  return screen.getByRole('meter', { name: 'Seats in use' });
}

const barOf = (gauge: HTMLElement) => gauge.firstElementChild?.firstElementChild as HTMLElement;

describe('Gauge', () => {
  test('shows a segment for each seat up to 24, with used ones filled', () => {
    const gauge = shown(6, 8);
    expect(gauge.children).toHaveLength(8);
    expect([...gauge.children].filter((part) => part.classList.contains('bg-accent'))).toHaveLength(6);
    expect(gauge.getAttribute('aria-valuenow')).toBe('6');
    expect(gauge.getAttribute('aria-valuemax')).toBe('8');
    expect(gauge.getAttribute('aria-valuetext')).toBe('6 of 8 seats');
  });

  test('shows one bar above 24 seats', () => {
    const gauge = shown(10, 40);
    expect(gauge.children).toHaveLength(1);
    expect(barOf(gauge).style.width).toBe('25%');
  });

  test('keeps the value in range if more seats are used than exist', () => {
    const gauge = shown(5, 3);
    expect(gauge.getAttribute('aria-valuemax')).toBe('5');
    expect([...gauge.children].every((part) => part.classList.contains('bg-bad-strong'))).toBe(true);
  });

  test('shows an empty bar if there are no seats', () => {
    expect(barOf(shown(0, 0)).style.width).toBe('0%');
  });
});
