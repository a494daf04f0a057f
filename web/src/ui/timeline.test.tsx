import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderUi } from '../test/render.tsx';
import { Timeline } from './timeline.tsx';

const moment = (day: number, isAhead: boolean) => ({
  key: `day ${day}`,
  at: `2026-11-0${day}T12:00:00Z`,
  day: `Nov ${day}`,
  title: `Event ${day}`,
  isAhead,
});

const entries = () => screen.getAllByRole('listitem');
/** How often today's marker appears in each entry: twice, because there are two layouts. */
const withToday = () => entries().map((entry) => within(entry).queryAllByText('Today').length);

describe('a timeline', () => {
  it.each([
    ['between past and future events', [false, false, true], [0, 2, 0]],
    ['before future events', [true, true], [2, 0]],
    ['nowhere if all events are past', [false, false], [0, 0]],
  ])('shows today %s', (_, ahead, expected) => {
    const moments = ahead.map((isAhead, at) => moment(at + 1, isAhead));
    renderUi(<Timeline label="History" moments={moments} today="Today" />);
    expect(screen.getByRole('list', { name: 'History' })).toBeTruthy();
    expect(withToday()).toEqual(expected);
  });

  it('marks future events for screen readers, and gives each day in machine-readable form', () => {
    renderUi(<Timeline label="History" moments={[moment(1, false), moment(2, true)]} today="Today" />);
    expect(entries().map((entry) => within(entry).queryByText('(to come)') !== null)).toEqual([false, true]);
    expect(screen.getByText('Nov 2').getAttribute('datetime')).toBe('2026-11-02T12:00:00Z');
  });

  it('shows a detail if there is one', () => {
    renderUi(<Timeline label="History" moments={[{ ...moment(1, false), detail: 'Visa 4242' }]} today="Today" />);
    expect(screen.getByText('Visa 4242')).toBeTruthy();
  });
});
