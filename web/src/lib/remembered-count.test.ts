import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRememberedCount } from './remembered-count.ts';

it('the remembered count is the fallback at first, then the last count, and never above the maximum', () => {
  expect(renderHook(() => useRememberedCount('cards', null, 2, 5)).result.current).toBe(2);
  renderHook(() => useRememberedCount('cards', 4, 2, 5));
  expect(renderHook(() => useRememberedCount('cards', null, 2, 5)).result.current).toBe(4);
  expect(renderHook(() => useRememberedCount('cards', null, 2, 3)).result.current).toBe(3);
  expect(renderHook(() => useRememberedCount('invoices', null, 5, 5)).result.current).toBe(5);
});

it('the remembered count ignores invalid stored values', () => {
  localStorage.setItem('portico_rows_cards', 'many');
  expect(renderHook(() => useRememberedCount('cards', null, 2, 5)).result.current).toBe(2);
});
