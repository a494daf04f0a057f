import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Tag, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useBlockTimer } from '../../../lib/block-timer.ts';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { totalsQuery } from '../api/calculate-totals.ts';
import { storeCoupon, storedCoupon } from '../model/coupon-storage.ts';
import { toSelection } from '../model/selection.ts';
import { useFlow } from './flow-context.ts';

/** A coupon is applied once the server has taken it into the totals, and can be taken away again; it stays between visits (CPN-12). */
export function CouponForm() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { product, plan, state, dispatch } = useFlow();
  const [isOpen, setIsOpen] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { secondsLeft, isBlocked, blockUntil } = useBlockTimer();
  const opener = useRef<HTMLButtonElement>(null);
  const refused = state.notice?.reason === 'coupon' ? state.notice.message : null;

  const check = useMutation({
    mutationFn: (coupon: string) =>
      queryClient.fetchQuery({
        ...totalsQuery(product.id, { ...toSelection(plan, state), coupon }),
        staleTime: 0,
        retry: false,
      }),
    meta: { showsErrors: true },
    onSuccess: (_totals, coupon) => {
      storeCoupon(coupon);
      dispatch({ type: 'couponApplied', coupon });
      setCode('');
      setError(null);
    },
    onError: (problem, coupon) => {
      setIsOpen(true);
      setCode(coupon);
      const isCoupon = problem instanceof ApiError && problem.code === 'InvalidCoupon';
      if (isCoupon) {
        storeCoupon(null);
        setCode('');
      }
      if (problem instanceof ApiError && problem.code === 'TooManyRequests') {
        blockUntil(problem.blockedTo ?? new Date(Date.now() + (problem.retryAfter ?? 60) * 1000));
      }
      const words = isCoupon ? t`Coupon number is incorrect or outdated` : describeProblem(problem);
      // A coupon of an earlier visit was not typed now: its words stand beside it.
      setError(isCoupon ? `${coupon}: ${words}` : words);
    },
  });

  const checkStored = useRef(() => {
    const stored = storedCoupon();
    if (stored && state.coupon === null) check.mutate(stored);
  });
  useEffect(() => checkStored.current(), []);

  if (state.coupon) {
    const { coupon } = state;
    return (
      <div className="flex items-center gap-2.5 rounded-control bg-ok-soft py-1 pr-1 pl-3.5 text-ok">
        <Tag aria-hidden="true" className="size-4 shrink-0" />
        <p role="status" className="min-w-0 flex-1 truncate">
          <Trans>
            Coupon <strong className="font-semibold">{coupon}</strong> is applied
          </Trans>
        </p>
        <IconButton
          label={t`Remove coupon ${coupon}`}
          onClick={() => {
            storeCoupon(null);
            dispatch({ type: 'couponRemoved' });
            setIsOpen(false);
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
    );
  }
  const message = error ?? refused ?? undefined;
  if (!isOpen && !message && !check.isPending) {
    return (
      <button
        ref={opener}
        type="button"
        className="inline-flex h-9 items-center gap-2 self-start rounded font-medium text-accent-text underline-offset-4 hover:underline"
        onClick={() => setIsOpen(true)}
      >
        <Tag aria-hidden="true" className="size-4" />
        <Trans>Add a coupon</Trans>
      </button>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        const coupon = code.trim();
        if (coupon && !isBlocked && !check.isPending) check.mutate(coupon);
      }}
    >
      <Field
        label={t`Coupon`}
        error={isBlocked ? undefined : message}
        hint={
          isBlocked ? (
            <Plural
              value={secondsLeft}
              one="Too many tries. You can try again in # second."
              other="Too many tries. You can try again in # seconds."
            />
          ) : undefined
        }
      >
        {(control) => (
          <span className="flex gap-2">
            <TextInput
              {...control}
              autoFocus={isOpen && !error}
              value={code}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              disabled={isBlocked}
              className="max-w-60"
              onChange={(event) => {
                setCode(event.target.value);
                setError(null);
              }}
            />
            <Button type="submit" pending={check.isPending} disabled={isBlocked || code.trim() === ''}>
              <Trans>Apply</Trans>
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}
