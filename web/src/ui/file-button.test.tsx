import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../test/render.tsx';
import { Field } from './field.tsx';
import { FileButton } from './file-button.tsx';

const file = new File(['1'], 'users.csv', { type: 'text/csv' });

function show(onChoose: (file: File) => Promise<void>, locked = false) {
  renderUi(
    <Field label="Users" error="This is no file of users.">
      {(control) => (
        <FileButton control={control} accept=".csv" locked={locked} onChoose={onChoose}>
          Choose a file
        </FileButton>
      )}
    </Field>,
  );
  return screen.getByLabelText<HTMLInputElement>('Users');
}

it('a file button passes on the chosen file, and lets the same file be chosen again', async () => {
  const onChoose = vi.fn(async () => {});
  const input = show(onChoose);
  await userEvent.upload(input, file);
  expect(onChoose).toHaveBeenCalledWith(file);
  expect(input.value).toBe('');
});

it('a file button is described by the error of its field', () => {
  show(async () => {});
  const described = screen.getByRole('button', { name: 'Choose a file' }).getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toContain('This is no file of users.');
});

it('a file button accepts no file while it is locked', () => {
  expect(show(async () => {}, true).disabled).toBe(true);
});
