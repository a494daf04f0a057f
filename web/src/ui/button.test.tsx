import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../test/render.tsx';
import { Button } from './button.tsx';

const words = () => screen.getByText('Pay $96.00');

it('a pending button can keep its label beside the spinner, and ignores a second press', async () => {
  const onClick = vi.fn();
  renderUi(
    <Button pending keepsWords onClick={onClick}>
      Pay $96.00
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Pay $96.00' });
  expect(words().className).not.toContain('opacity-0');
  expect(words().previousElementSibling?.className).toContain('animate-spin');
  expect(button.getAttribute('aria-busy')).toBe('true');
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
});

it('a pending button shows the spinner instead of its label by default, and none when idle', async () => {
  const onClick = vi.fn();
  const { rerender } = renderUi(<Button pending>Pay $96.00</Button>);
  expect(words().className).toContain('opacity-0');
  expect(words().previousElementSibling).toBeNull();
  rerender(
    <Button keepsWords onClick={onClick}>
      Pay $96.00
    </Button>,
  );
  expect(screen.getByRole('button').querySelector('.animate-spin')).toBeNull();
  await userEvent.click(screen.getByRole('button'));
  expect(onClick).toHaveBeenCalledOnce();
});
