import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { notify } from '../lib/notify.tsx';
import { ApiError } from '../lib/problem.ts';
import { renderUi } from '../test/render.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './error-state.tsx';
import { Field } from './field.tsx';
import { LongId } from './long-id.tsx';
import { NumberInput } from './number-input.tsx';
import { PasswordInput } from './password-input.tsx';
import { passwordRules } from './password-rules.tsx';
import { TextInput } from './text-input.tsx';

describe('Button', () => {
  it('accepts one press while pending, and does not submit a form', async () => {
    const press = vi.fn();
    const submit = vi.fn((event: Event) => event.preventDefault());
    const { container } = renderUi(
      <form>
        <Button type="submit" pending onClick={press}>
          Save
        </Button>
      </form>,
    );
    container.querySelector('form')?.addEventListener('submit', submit);
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.click(button);
    expect(press).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-busy')).toBe('true');
  });
});

describe('Field', () => {
  it('connects label, hint and error with the control', () => {
    renderUi(
      <Field label="Login" hint="Letters" error="Taken" required>
        {(control) => <TextInput {...control} />}
      </Field>,
    );
    const input = screen.getByRole('textbox', { name: /^Login/ });
    const described = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual(['Taken', 'Letters']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-required')).toBe('true');
  });
});

describe('ErrorState', () => {
  const notFound = new ApiError(404, { code: 'NotFound', message: 'Not found', requestId: 'r' });

  it('reports that something was not found, without a retry (PAGE-12)', () => {
    renderUi(<ErrorState error={notFound} missing="This license was not found" onRetry={() => {}} />);
    expect(screen.getByText('This license was not found')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has a generic text if it has no title', () => {
    renderUi(<ErrorState error={notFound} title="The plans could not be loaded" onRetry={() => {}} />);
    expect(screen.getByText('This was not found')).toBeTruthy();
    expect(screen.queryByText('The plans could not be loaded')).toBeNull();
  });

  it('offers a retry if that may help', async () => {
    const retry = vi.fn();
    const busy = new ApiError(503, { code: 'ServiceUnavailable', message: 'Busy', requestId: 'req_1' });
    renderUi(<ErrorState error={busy} missing="This license was not found" onRetry={retry} />);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
    expect(screen.queryByText('This license was not found')).toBeNull();
  });
});

it('a confirmation dialog dims the dialog below it', () => {
  renderUi(
    <Dialog open onOpenChange={() => {}} title="Purchase">
      <ConfirmDialog
        open
        onOpenChange={() => {}}
        title="Leave?"
        description=""
        confirmLabel="Leave"
        onConfirm={() => {}}
      />
    </Dialog>,
  );
  const [dialog, question] = ['Purchase', 'Leave?'].map((name) => screen.getByText(name).closest('[role$=dialog]'));
  const grounds = [...document.querySelectorAll('.dialog-backdrop')];
  expect(grounds).toHaveLength(2);
  const [, over] = grounds;
  const follows = (one: Node | null | undefined, other: Node | null | undefined) =>
    Boolean(one && other && one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect([follows(dialog, over), follows(over, question)]).toEqual([true, true]);
  expect([dialog, over, question].map((part) => part?.classList.contains('z-50'))).toEqual([true, true, true]);
});

it('a password input shows and hides the password', async () => {
  renderUi(<PasswordInput aria-label="Password" defaultValue="secret" />);
  const input = screen.getByLabelText('Password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input.getAttribute('type')).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input.getAttribute('type')).toBe('password');
});

it.each([
  ['Portico-demo-1', []],
  ['short1A!', []],
  ['Sh0rt!', ['length']],
  ['password', ['uppercase', 'digit', 'special']],
  ['ÉLÉPHANT1!', ['lowercase']],
])('the password %s violates the part %j of the password rule', (password, missing) => {
  const unmet = Object.entries(passwordRules(password)).flatMap(([rule, isMet]) => (isMet ? [] : [rule]));
  expect(unmet).toEqual(missing);
});

function Devices() {
  const [value, setValue] = useState<number | null>(99);
  return (
    <Field label="Devices">
      {(control) => <NumberInput {...control} value={value} onChange={setValue} min={2} max={100} />}
    </Field>
  );
}

describe('NumberInput', () => {
  it('steps up to the maximum', async () => {
    renderUi(<Devices />);
    const more = screen.getByRole('button', { name: 'More' });
    await userEvent.click(more);
    expect(screen.getByLabelText<HTMLInputElement>('Devices').value).toBe('100');
    expect(more.hasAttribute('disabled') || more.getAttribute('aria-disabled') === 'true').toBe(true);
  });

  it.each([
    ['250', '100', 'Changed to 100, the most allowed.'],
    ['0', '2', 'Changed to 2, the fewest allowed.'],
    ['50', '50', ''],
  ])('says what became of %s when it is left', async (typed, kept, message) => {
    renderUi(<Devices />);
    const field = screen.getByLabelText<HTMLInputElement>('Devices');
    await userEvent.clear(field);
    await userEvent.type(field, typed);
    await userEvent.tab();
    expect(field.value).toBe(kept);
    expect(screen.getByRole('status').textContent).toBe(message);
  });
});

describe('CopyButton', () => {
  it('reports that the value was copied', async () => {
    const toast = vi.spyOn(notify, 'success').mockReturnValue(undefined);
    const user = userEvent.setup();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    renderUi(<CopyButton value="in_123" />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(write).toHaveBeenCalledWith('in_123');
    expect(toast).toHaveBeenCalledWith('Value was successfully copied');
  });

  it('reports that copying failed', async () => {
    const toast = vi.spyOn(notify, 'error').mockReturnValue(undefined);
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    renderUi(<CopyButton value="in_123" />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('Unable to copy'));
  });
});

it('LongId truncates a long id to ten characters', () => {
  const { container } = renderUi(<LongId value="0123456789ABCDEF" />);
  expect(container.textContent).toContain('0123456789…');
  expect(screen.getByRole('button', { name: 'Copy 0123456789ABCDEF' })).toBeTruthy();
});

describe('Dialog', () => {
  const show = (isBusy: boolean) => {
    const onOpenChange = vi.fn();
    renderUi(
      <Dialog open onOpenChange={onOpenChange} title="Add user" isBusy={isBusy}>
        <p>Content</p>
      </Dialog>,
    );
    return onOpenChange;
  };

  it('closes on Escape', async () => {
    const onOpenChange = show(false);
    expect(screen.getByRole('dialog', { name: 'Add user' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it('stays open while something is being saved', async () => {
    const onOpenChange = show(true);
    await userEvent.keyboard('{Escape}');
    expect(onOpenChange).not.toHaveBeenCalled();
  });
});

it('ConfirmDialog acts only after confirmation', async () => {
  const confirm = vi.fn();
  renderUi(
    <ConfirmDialog
      open
      onOpenChange={() => {}}
      title="Cancel this subscription?"
      description="It ends."
      confirmLabel="Cancel subscription"
      onConfirm={confirm}
    />,
  );
  expect(screen.getByRole('alertdialog', { name: 'Cancel this subscription?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel subscription' }));
  expect(confirm).toHaveBeenCalledOnce();
});
