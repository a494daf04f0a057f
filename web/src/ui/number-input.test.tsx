import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderUi } from '../test/render.tsx';
import { NumberInput } from './number-input.tsx';

function Seats() {
  const [value, setValue] = useState<number | null>(1);
  return <NumberInput aria-label="Seats" value={value} onChange={setValue} min={1} max={500} />;
}

it('a number above the limit is replaced with a message, which the next number removes', async () => {
  renderUi(<Seats />);
  const field = screen.getByRole('textbox', { name: 'Seats' });
  const type = async (text: string) => {
    await userEvent.clear(field);
    await userEvent.type(field, text);
    await userEvent.tab();
  };
  await type('2000');
  expect(field).toHaveProperty('value', '500');
  expect(screen.getByRole('status').textContent).toContain('500');
  await type('4');
  expect(field).toHaveProperty('value', '4');
  expect(screen.getByRole('status').textContent).toBe('');
});
