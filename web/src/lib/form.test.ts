import { describe, expect, it, vi } from 'vitest';
import { applyProblemToForm, fieldErrors } from './form.ts';
import * as notes from './notify.tsx';
import { ApiError, withLabel } from './problem.ts';

const labels = { firstName: 'First name', password: 'Password', email: 'Email' };

const invalid = (propertyErrors: Record<string, string[]>) =>
  new ApiError(422, { code: 'ValidationError', message: 'Invalid', requestId: 'r', propertyErrors });

describe('fieldErrors', () => {
  it('takes the first message of a field, and all messages of a password', () => {
    const { fields } = fieldErrors({ propertyErrors: { email: ['A', 'B'], password: ['C', 'D'] } }, labels);
    expect(fields).toEqual({ email: 'A', password: 'C\nD' });
  });

  it('replaces the name in a message with the label, whatever its case', () => {
    const { fields } = fieldErrors({ propertyErrors: { FirstName: ['The FirstName field is required'] } }, labels);
    expect(fields).toEqual({ firstName: 'The First name field is required' });
  });

  it('separates errors that belong to no field of the form', () => {
    expect(fieldErrors({ propertyErrors: { '': ['Global'], accountId: ['Odd'] } }, labels).others).toEqual([
      'Global',
      'Odd',
    ]);
  });

  it('does not replace a part of a longer word', () => {
    expect(withLabel('emails are not an email', 'email', 'Email')).toBe('emails are not an Email');
  });
});

describe('applyProblemToForm', () => {
  it('sets the errors, focuses the first field and shows no toast', () => {
    const toast = vi.spyOn(notes.notify, 'error').mockReturnValue(undefined);
    const setError = vi.fn();
    applyProblemToForm(invalid({ email: ['Taken'], password: ['Short'] }), { setError }, labels);
    expect(setError).toHaveBeenCalledWith('email', { type: 'server', message: 'Taken' }, { shouldFocus: true });
    expect(setError).toHaveBeenCalledWith('password', { type: 'server', message: 'Short' }, { shouldFocus: false });
    expect(toast).not.toHaveBeenCalled();
  });

  it('shows errors without a field as a toast', () => {
    const toast = vi.spyOn(notes.notify, 'error').mockReturnValue(undefined);
    applyProblemToForm(invalid({ '': ['The account is closed'] }), { setError: vi.fn() }, labels);
    expect(toast).toHaveBeenCalledExactlyOnceWith('The account is closed');
  });

  it('leaves other errors to the toast', () => {
    const toast = vi.spyOn(notes.notify, 'error').mockReturnValue(undefined);
    const setError = vi.fn();
    applyProblemToForm(
      new ApiError(409, { code: 'Conflict', message: 'Changed meanwhile', requestId: 'r' }),
      { setError },
      labels,
    );
    expect(setError).not.toHaveBeenCalled();
    expect(toast).toHaveBeenCalledExactlyOnceWith('Changed meanwhile');
  });
});
