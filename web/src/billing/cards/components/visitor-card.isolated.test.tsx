import { act, screen } from '@testing-library/react';
import { createRef, type Ref, useImperativeHandle } from 'react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import type { CardPickerHandle } from './card-picker-content.tsx';
import { VisitorCard } from './visitor-card.tsx';

interface Confirming {
  validate: () => string | null;
  confirm: (clientSecret: string, billingDetails: object) => Promise<object>;
}

const confirming = vi.hoisted(() => ({
  validate: vi.fn<Confirming['validate']>(() => null),
  confirm: vi.fn<Confirming['confirm']>(),
}));
/** The provider's own fields, which are in frames of its script. */
vi.mock('./card-form.tsx', () => ({
  default: ({ ref, error, onShown }: { ref: Ref<Confirming>; error: string | null; onShown: () => void }) => {
    useImperativeHandle(ref, () => confirming);
    onShown();
    return <p>Card form {error}</p>;
  },
}));

const billingDetails = { name: 'Harbor Hotels' };

async function open(confirmed: string | null = null) {
  const ref = createRef<CardPickerHandle>();
  const beginCard = vi.fn(async () => 'seti_1_secret_1');
  const onIsNewChange = vi.fn();
  const onReady = vi.fn();
  await act(async () =>
    renderUi(
      <VisitorCard {...{ ref, confirmed, billingDetails, beginCard, onIsNewChange, onReady }} disabled={false} />,
    ),
  );
  const submit = async () => {
    let outcome: unknown;
    await act(async () => {
      outcome = await ref.current?.submit();
    });
    return outcome;
  };
  return { submit, beginCard, onIsNewChange, onReady };
}

it("a visitor's card is confirmed once, and shown as ready", async () => {
  confirming.confirm.mockResolvedValueOnce({ paymentMethodId: 'pm_1' });
  const { submit, beginCard, onIsNewChange, onReady } = await open();
  expect(onIsNewChange).toHaveBeenLastCalledWith(true);
  expect(onReady).toHaveBeenCalled();
  expect(await submit()).toEqual({ paymentMethodId: 'pm_1' });
  expect(confirming.confirm).toHaveBeenCalledExactlyOnceWith('seti_1_secret_1', billingDetails);
  expect(screen.getByText('The card that you entered is ready to pay with.')).toBeTruthy();
  expect(onIsNewChange).toHaveBeenLastCalledWith(false);
  expect(await submit()).toEqual({ paymentMethodId: 'pm_1' });
  expect(beginCard).toHaveBeenCalledOnce();
});

it("a visitor's card form shows the bank's message, and confirms another number with the same secret", async () => {
  confirming.confirm.mockResolvedValueOnce({ error: 'Your card was declined.' });
  const { submit, beginCard } = await open();
  expect(await submit()).toEqual({ error: 'Your card was declined.' });
  expect(screen.getByText('Card form Your card was declined.')).toBeTruthy();
  confirming.confirm.mockResolvedValueOnce({ paymentMethodId: 'pm_2' });
  expect(await submit()).toEqual({ paymentMethodId: 'pm_2' });
  expect(beginCard).toHaveBeenCalledOnce();
});

it("a visitor's confirmed card is kept until the visitor asks for another one", async () => {
  const { submit, beginCard, onReady } = await open('pm_before');
  expect(onReady).toHaveBeenCalled();
  expect(await submit()).toEqual({ paymentMethodId: 'pm_before' });
  await act(async () => screen.getByRole('button', { name: 'Enter another card' }).click());
  expect(screen.getByText('Card form')).toBeTruthy();
  confirming.confirm.mockResolvedValueOnce({ paymentMethodId: 'pm_3' });
  expect(await submit()).toEqual({ paymentMethodId: 'pm_3' });
  expect(beginCard).toHaveBeenCalledOnce();
});
