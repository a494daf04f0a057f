import { expect, it, vi } from 'vitest';
import { ConfirmationCanceled, confirmationRequest, confirmFirst, withConfirmation } from './confirmation.ts';
import { ApiError } from './problem.ts';

const required = () => new ApiError(403, { code: 'ConfirmationRequired', message: '', requestId: '' });

it('a call does not ask for confirmation if the server needs none', async () => {
  expect(await withConfirmation(async () => 'done')).toBe('done');
  expect(confirmationRequest.get()).toBeNull();
});

it('a call is repeated after the user has confirmed', async () => {
  const call = vi.fn<() => Promise<string>>().mockRejectedValueOnce(required()).mockResolvedValueOnce('done');
  const result = withConfirmation(call);
  await vi.waitFor(() => expect(confirmationRequest.get()).not.toBeNull(), 20_000);
  confirmationRequest.get()?.onConfirmed();
  expect(await result).toBe('done');
  expect(call).toHaveBeenCalledTimes(2);
  expect(confirmationRequest.get()).toBeNull();
});

it('a call is not repeated if the user closes the confirmation dialog', async () => {
  const call = vi.fn<() => Promise<string>>().mockRejectedValue(required());
  const result = withConfirmation(call);
  await vi.waitFor(() => expect(confirmationRequest.get()).not.toBeNull(), 20_000);
  confirmationRequest.get()?.onCanceled();
  await expect(result).rejects.toBeInstanceOf(ConfirmationCanceled);
  expect(call).toHaveBeenCalledOnce();
});

it('a call that needs confirmation passes on every other error', async () => {
  const failure = new ApiError(422, { code: 'InvalidCode', message: 'The code is wrong.', requestId: '' });
  await expect(withConfirmation(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(confirmationRequest.get()).toBeNull();
});

it('a posted form asks for confirmation first only if the last confirmation has expired', async () => {
  await confirmFirst(new Date(Date.now() + 60_000).toISOString());
  expect(confirmationRequest.get()).toBeNull();
  for (const over of [null, new Date(Date.now() - 1).toISOString()]) {
    const confirmed = confirmFirst(over);
    confirmationRequest.get()?.onConfirmed();
    await confirmed;
  }
});
