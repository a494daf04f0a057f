import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Tag, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useBlockTimer } from '../../../lib/block-timer.ts';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { storeCoupon, storedCoupon } from '../model/coupon-storage.ts';
import { toSelection } from '../model/selection.ts';
import { useFlow } from './flow-context.ts';

/** Applies a coupon once the server has accepted it, and can remove it. It is stored between visits (CPN-12). */
export function CouponForm() {
  const { state } = useFlow();
  const [isOpen, setIsOpen] = useState(false);
  const check = useCouponCheck(() => setIsOpen(true));
  const refused = state.notice?.reason === 'coupon' ? state.notice.message : null;
  if (state.coupon) return <AppliedCoupon coupon={state.coupon} name={check.name} onRemoved={() => setIsOpen(false)} />;
  const message = check.error ?? refused ?? undefined;
  if (isOpen || message || check.isPending) return <CouponField check={check} message={message} takesFocus={isOpen} />;
  return (
    <button
      type="button"
      className="inline-flex h-9 items-center gap-2 self-start rounded font-medium text-accent-text underline-offset-4 hover:underline"
      onClick={() => setIsOpen(true)}
    >
      <Tag aria-hidden="true" className="size-4" />
      <Trans>Add a coupon</Trans>
    </button>
  );
}

type CouponCheck = ReturnType<typeof useCouponCheck>;

/** The typed code and its check by the server. A coupon of an earlier visit is checked immediately. */
function useCouponCheck(onRefused: () => void) {
  const { t } = useLingui();
  const { plan, state, dispatch, calls } = useFlow();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [name, setName] = useState<string | null>(null);
  const { secondsLeft, isBlocked, blockUntil } = useBlockTimer();

  const { mutate, isPending } = useMutation({
    mutationFn: (coupon: string) => {
      const { coupon: _applied, ...selection } = toSelection(plan, state);
      return calls.applyCoupon(coupon, selection);
    },
    meta: { showsErrors: true },
    onSuccess: ({ Name }, coupon) => {
      storeCoupon(coupon);
      setName(Name);
      dispatch({ type: 'couponApplied', coupon });
      setCode('');
      setError(null);
    },
    onError: (problem, coupon) => {
      onRefused();
      const isCoupon = problem instanceof ApiError && problem.code === 'InvalidCoupon';
      if (isCoupon) storeCoupon(null);
      setCode(isCoupon ? '' : coupon);
      if (problem instanceof ApiError && problem.code === 'TooManyRequests') {
        blockUntil(problem.retryAt);
      }
      // A coupon of an earlier visit was not typed now, so the error names it.
      const reason = describeProblem(problem);
      setError(isCoupon ? t({ message: `${coupon}: ${reason}`, comment: 'A coupon and why it was refused' }) : reason);
    },
  });

  const checkStored = useRef(() => {
    const stored = storedCoupon();
    if (stored && state.coupon === null) mutate(stored);
  });
  useEffect(() => checkStored.current(), []);

  const type = (typed: string) => {
    setCode(typed);
    setError(null);
  };
  const submit = () => {
    const coupon = code.trim();
    if (coupon && !isBlocked && !isPending) mutate(coupon);
  };
  return { code, type, submit, error, name, isPending, isBlocked, secondsLeft };
}

function AppliedCoupon({ coupon, name, onRemoved }: { coupon: string; name: string | null; onRemoved: () => void }) {
  const { t } = useLingui();
  const { dispatch } = useFlow();
  return (
    <div className="flex items-center gap-2.5 rounded-control bg-ok-soft py-1 pr-1 pl-3.5 text-ok">
      <Tag aria-hidden="true" className="size-4 shrink-0" />
      <p role="status" className="min-w-0 flex-1 wrap-break-word">
        {name ? (
          <Trans>
            Coupon <strong className="font-semibold">{coupon}</strong> is applied: {name}
          </Trans>
        ) : (
          <Trans>
            Coupon <strong className="font-semibold">{coupon}</strong> is applied
          </Trans>
        )}
      </p>
      <IconButton
        label={t`Remove coupon ${coupon}`}
        onClick={() => {
          storeCoupon(null);
          dispatch({ type: 'couponRemoved' });
          onRemoved();
        }}
      >
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}

interface CouponFieldProps {
  check: CouponCheck;
  message: string | undefined;
  takesFocus: boolean;
}

function CouponField({ check, message, takesFocus }: CouponFieldProps) {
  const { t } = useLingui();
  const { code, isBlocked, secondsLeft } = check;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        check.submit();
      }}
    >
      <Field
        label={t`Coupon`}
        error={isBlocked ? undefined : message}
        hint={
          isBlocked ? (
            <Plural
              value={secondsLeft}
              one="You pressed the button too fast, please wait # sec."
              other="You pressed the button too fast, please wait # sec."
            />
          ) : undefined
        }
      >
        {(control) => (
          <span className="flex gap-2">
            <TextInput
              {...control}
              autoFocus={takesFocus && !check.error}
              value={code}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              disabled={isBlocked}
              className="max-w-60"
              onChange={(event) => check.type(event.target.value)}
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
