import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

it('the dialog with recovery codes is closed only by its button, because the codes are never shown again', async () => {
  const onOpenChange = vi.fn();
  renderUi(<RecoveryCodesDialog codes={['aaaa-bbbb']} open onOpenChange={onOpenChange} />);
  await screen.findByText('aaaa-bbbb');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(document.body);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(onOpenChange).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});
