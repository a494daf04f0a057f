import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';

function Bar({ isReloading = false }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <ReceiptSheet isOpen={isOpen} onOpenChange={setIsOpen} label="Due today" amount="$96.00" isReloading={isReloading}>
      <p>3 seats</p>
    </ReceiptSheet>
  );
}

const total = () => screen.getByRole('button', { name: /Due today/ });
const isOpen = () => screen.queryByRole('region', { name: 'Total' }) !== null;

it('the total opens its parts, and closes them with the same button', async () => {
  renderUi(<Bar />);
  expect(isOpen()).toBe(false);
  expect(total().textContent).toBe('Due today$96.00');
  await userEvent.click(total());
  expect(total().getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('region', { name: 'Total' }).id).toBe(total().getAttribute('aria-controls'));
  expect(screen.getByText('3 seats')).toBeTruthy();
  await userEvent.click(total());
  expect(isOpen()).toBe(false);
  expect(total().getAttribute('aria-expanded')).toBe('false');
});

it('the total is marked while it is being recalculated', () => {
  renderUi(<Bar isReloading />);
  expect(screen.getByText('$96.00').getAttribute('aria-busy')).toBe('true');
});

it('the parts of the total close on a press outside, and on Escape, which moves the focus to the total', async () => {
  renderUi(<Bar />);
  await userEvent.click(total());
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(total());
  await userEvent.click(total());
  await userEvent.click(screen.getAllByRole('button', { hidden: true }).at(-1) as HTMLElement);
  expect(isOpen()).toBe(false);
});
