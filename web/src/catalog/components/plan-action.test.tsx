import type { Preloaded, SubscriptionPlan } from '@portico/contract';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { renderUi } from '../../test/render.tsx';
import { PlanAction } from './plan-action.tsx';

const plan = {
  id: 'pro',
  name: 'Professional',
  isTrial: false,
  startDate: null,
  contactUrl: null,
  canSubscribe: true,
  pricePlans: [{ id: 'pro-month' }],
  subscribeAction: 'Subscribe',
} as unknown as SubscriptionPlan;

const buyer: Partial<Preloaded> = {
  user: { readOnly: false } as NonNullable<Preloaded['user']>,
  features: ['customerAdmin', 'billing'],
  links: { knowledgeBase: '', contact: 'mailto:sales@portico.example' },
};

const warmUp = { onPointerEnter: () => {}, onFocus: () => {} };

function show(change: Partial<SubscriptionPlan>, viewer: Partial<Preloaded> = buyer, onRestore?: () => void) {
  replacePreloaded(viewer);
  const onChoose = vi.fn();
  renderUi(<PlanAction plan={{ ...plan, ...change }} onChoose={onChoose} onRestore={onRestore} warmUp={warmUp} />);
  return onChoose;
}

describe('the button of a plan', () => {
  it.each([
    ['Subscribe', 'Subscribe'],
    ['Resubscribe', 'Resubscribe'],
    ['ChangeOptions', 'Change options'],
    ['SwitchTo', 'Switch to'],
  ] as const)('shows for %s: %s', async (subscribeAction, label) => {
    const onChoose = show({ subscribeAction });
    const button = screen.getByRole('button', { name: new RegExp(`^${label}\\s*Professional$`) });
    expect(button.querySelector('span > span')?.previousSibling?.textContent).toBe(label);
    await userEvent.click(button);
    expect(onChoose).toHaveBeenCalledOnce();
  });

  it('starts the free trial of a trial plan', () => {
    show({ isTrial: true });
    expect(screen.getByRole('button', { name: /^Start the free trial/ })).toBeTruthy();
  });

  it('is hidden while an operation of the product is unsettled', () => {
    replacePreloaded(buyer);
    renderUi(<PlanAction plan={plan} onChoose={vi.fn()} warmUp={warmUp} isUnsettled />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('Being confirmed')).toBeTruthy();
  });

  it("is a contact link for a manual plan, to the plan's own address or otherwise the vendor's", () => {
    show({ subscribeAction: 'Contact' });
    expect(screen.getByRole('link', { name: /Contact us/ }).getAttribute('href')).toBe('mailto:sales@portico.example');
  });

  it('is missing for a manual plan if the vendor has no contact address', () => {
    show({ subscribeAction: 'Contact' }, { ...buyer, links: { knowledgeBase: null, contact: null } });
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('is hidden from a read-only user and from a user without the features', () => {
    show({}, { ...buyer, user: { readOnly: true } as NonNullable<Preloaded['user']> });
    show({}, { ...buyer, features: ['billing'] });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('restores the canceled plan, and nothing else of the product can be chosen before', async () => {
    const onRestore = vi.fn();
    show({ canSubscribe: false, subscribeAction: 'ChangeOptions' }, buyer, onRestore);
    show({ canSubscribe: false, subscribeAction: 'SwitchTo' }, buyer, onRestore);
    await userEvent.click(screen.getByRole('button', { name: /^Restore/ }));
    expect(onRestore).toHaveBeenCalledOnce();
    expect(screen.getByText('Restore your subscription to switch plans.')).toBeTruthy();
  });

  it('is replaced by the reason if the plan cannot be selected', () => {
    show({ isTrial: true, canSubscribe: false });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText(/no further trial/)).toBeTruthy();
  });
});
