import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderUi } from '../test/render.tsx';
import { TextFilter } from './text-filter.tsx';

const onChange = vi.fn();

function List() {
  const [text, setText] = useState('');
  return (
    <>
      <TextFilter
        label="Filter by name"
        text={text}
        onChange={(wanted) => {
          onChange(wanted);
          setText(wanted);
        }}
      />
      <button type="button" onClick={() => setText('')}>
        Show all
      </button>
    </>
  );
}

beforeEach(() => {
  onChange.mockClear();
  vi.useFakeTimers();
  renderUi(<List />);
});

afterEach(() => {
  vi.useRealTimers();
});

const field = () => screen.getByRole<HTMLInputElement>('searchbox');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

it("a text filter applies after typing pauses, and keeps the field's focus and spaces", () => {
  const before = field();
  before.focus();
  type('a');
  wait(200);
  type('ac ');
  wait(299);
  expect(onChange).not.toHaveBeenCalled();
  wait(1);
  expect(onChange.mock.calls).toEqual([['ac']]);
  expect(field()).toBe(before);
  expect(document.activeElement).toBe(before);
  expect(field().value).toBe('ac ');
});

it('a text filter does not apply on blur', () => {
  type('acme');
  fireEvent.blur(field());
  expect(onChange).not.toHaveBeenCalled();
  wait(300);
  fireEvent.blur(field());
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('a text filter applies immediately on Enter, and not again afterwards', () => {
  type('acme');
  fireEvent.submit(field());
  expect(onChange.mock.calls).toEqual([['acme']]);
  wait(1000);
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('a text filter is cleared together with the other filters', () => {
  type('acme');
  wait(300);
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(field().value).toBe('');
  wait(1000);
  expect(onChange).toHaveBeenCalledTimes(1);
});
