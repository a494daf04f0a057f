import { Trans, useLingui } from '@lingui/react/macro';
import type { ShippingDetails } from '@portico/contract';
import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import type { Stripe, StripeElementStyle, StripeElements } from '@stripe/stripe-js';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cn } from '../../../lib/cn.ts';
import { useLocale } from '../../../lib/locale.ts';
import { stripeNotLoadedMessage } from '../../../lib/stripe.ts';
import { useTheme } from '../../../lib/use-theme.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { ShownAlert } from '../../../ui/shown-alert.tsx';
import { controlClasses } from '../../../ui/text-input.tsx';
import type { Confirmation } from '../api/add-card.ts';
import { useStripeScript } from '../api/load-stripe.ts';
import { CardFormSkeleton } from './card-skeletons.tsx';

/** The cardholder's details, as far as the caller knows them. */
export type CardBillingDetails = Partial<ShippingDetails>;

export interface CardFormHandle {
  /**
   * Marks missing fields and focuses the first.
   * @returns an error message, null if everything is filled in
   */
  validate: () => string | null;
  /** Confirms the entered card with the payment provider, which may ask the cardholder. The input is kept. */
  confirm: (clientSecret: string, billingDetails: CardBillingDetails) => Promise<Confirmation>;
}

export interface CardFormProps {
  ref: Ref<CardFormHandle>;
  disabled?: boolean;
  /** Why the card could not be saved; shown below the fields. */
  error?: string | null;
  /** Called when the input changes. */
  onChange?: () => void;
  /** Called when the fields are shown. */
  onShown?: () => void;
  /** Called when Escape is pressed in a field, because the page does not receive key presses in the fields' frames. */
  onEscape?: () => void;
}

const fields = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;
type FieldName = (typeof fields)[number];

/** Number, expiry and code of a card in the payment provider's own fields, so that they never reach the portal. */
export default function CardForm(props: CardFormProps) {
  const script = useStripeScript();
  const locale = useLocale();
  if (script.error) {
    return (
      <Alert
        tone="bad"
        actions={
          <Button size="sm" pending={script.isFetching} onClick={() => void script.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {stripeNotLoadedMessage()}
      </Alert>
    );
  }
  if (!script.data) return <CardFormSkeleton />;
  return (
    <Elements key={locale} stripe={script.data} options={{ locale }}>
      <CardFields {...props} />
      <Shown onShown={props.onShown} />
    </Elements>
  );
}

/** Reports that its siblings are mounted. */
function Shown({ onShown }: Pick<CardFormProps, 'onShown'>): null {
  const reportShown = useEffectEvent(() => onShown?.());
  useEffect(() => reportShown(), []);
  return null;
}

function CardFields({ ref, disabled = false, error, onChange, onEscape }: CardFormProps) {
  const { t } = useLingui();
  const stripe = useStripe();
  const elements = useElements();
  const { errors, validate, bind } = useCardInput({ disabled, onChange, onEscape });
  useImperativeHandle(ref, () => ({
    validate() {
      const { first, message } = validate();
      if (!first) return null;
      elements?.getElement(first as 'cardNumber')?.focus();
      return message ?? null;
    },
    async confirm(clientSecret, billingDetails) {
      if (!stripe || !elements) return { error: stripeNotLoadedMessage() };
      return (
        (await confirmCardSetup(stripe, elements, clientSecret, billingDetails)) ?? { error: t`Something went wrong!` }
      );
    },
  }));
  const number = bind('cardNumber');
  return (
    <div className="flex flex-col gap-4">
      <Field label={<Trans>Card number</Trans>} error={errors.cardNumber}>
        {({ id, ...control }) => (
          <Group label={t`Card number`} {...control}>
            <CardNumberElement id={id} {...number} options={{ ...number.options, showIcon: true, disableLink: true }} />
          </Group>
        )}
      </Field>
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label={<Trans>Expiry date</Trans>} error={errors.cardExpiry}>
          {({ id, ...control }) => (
            <Group label={t`Expiry date`} {...control}>
              <CardExpiryElement id={id} {...bind('cardExpiry')} />
            </Group>
          )}
        </Field>
        <Field label={<Trans>Security code</Trans>} error={errors.cardCvc}>
          {({ id, ...control }) => (
            <Group label={t`Security code`} {...control}>
              <CardCvcElement id={id} {...bind('cardCvc')} />
            </Group>
          )}
        </Field>
      </div>
      {error && <ShownAlert>{error}</ShownAlert>}
    </div>
  );
}

/** The input's errors, its validation, and the props of each field. */
function useCardInput({ disabled, onChange, onEscape }: Pick<CardFormProps, 'disabled' | 'onChange' | 'onEscape'>) {
  const { t } = useLingui();
  const theme = useTheme();
  const [complete, setComplete] = useState<Partial<Record<FieldName, boolean>>>({});
  const [errors, setErrors] = useState<Partial<Record<FieldName, string | undefined>>>({});
  const [focused, setFocused] = useState<FieldName | null>(null);
  const latest = useRef(errors);
  latest.current = errors;
  const missing: Record<FieldName, string> = {
    cardNumber: t`Enter the card number`,
    cardExpiry: t`Enter the expiry date`,
    cardCvc: t`Enter the security code`,
  };
  /** Marks invalid and empty fields, and returns the first. */
  const validate = () => {
    const found: Partial<Record<FieldName, string>> = {};
    for (const field of fields) {
      const message = latest.current[field] ?? (complete[field] ? undefined : missing[field]);
      if (message) found[field] = message;
    }
    setErrors(found);
    const first = fields.find((field) => found[field]);
    return { first, message: first && found[first] };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens change with the theme
  const style = useMemo(elementStyle, [theme]);
  const bind = (field: FieldName) => ({
    className: cn(
      controlClasses,
      'block',
      focused === field && 'border-accent outline-2 outline-accent',
      errors[field] && 'border-bad',
      disabled && 'bg-neutral-soft',
    ),
    options: { style, disabled },
    onFocus: () => setFocused(field),
    onBlur: () => setFocused(null),
    onEscape: () => onEscape?.(),
    onChange: (event: { complete: boolean; error: { message: string } | undefined }) => {
      setComplete((before) => ({ ...before, [field]: event.complete }));
      setErrors((before) => ({ ...before, [field]: event.error?.message }));
      onChange?.();
    },
  });
  return { errors, validate, bind };
}

/** The field is in its own frame, so hint and error describe the element around it. */
function Group({
  label,
  children,
  ...control
}: {
  label: string;
  children: ReactNode;
  'aria-describedby': string | undefined;
}) {
  return (
    <fieldset aria-label={label} aria-describedby={control['aria-describedby']} className="min-w-0">
      {children}
    </fieldset>
  );
}

/**
 * Confirms the setup of the entered card.
 * @returns null if the provider reported neither success nor an error
 */
async function confirmCardSetup(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
  { name, address }: CardBillingDetails,
): Promise<Confirmation | null> {
  const card = elements.getElement('cardNumber');
  if (!card) return null;
  const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, {
    payment_method: {
      card,
      billing_details: {
        ...(name && { name }),
        ...(address && {
          address: {
            line1: address.line1,
            line2: address.line2 ?? '',
            city: address.city,
            state: address.state ?? '',
            postal_code: address.postalCode,
            country: address.country,
          },
        }),
      },
    },
  });
  // A retry after a lost answer: the card is already confirmed.
  const done = setupIntent ?? (error?.setup_intent?.status === 'succeeded' ? error.setup_intent : undefined);
  if (done?.status === 'succeeded' && done.payment_method) {
    const method = done.payment_method;
    return { paymentMethodId: typeof method === 'string' ? method : method.id };
  }
  return error?.message ? { error: error.message } : null;
}

/** The design tokens for the payment provider's fields, whose frames do not have our styles. */
function elementStyle(): StripeElementStyle {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  return {
    base: {
      color: token('--ink'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: token('--field-font-size'),
      // As high as a control inside its border.
      lineHeight: `${Number.parseFloat(token('--control-height')) - 2}px`,
      fontSmoothing: 'antialiased',
      iconColor: token('--muted'),
      '::placeholder': { color: token('--muted') },
      ':disabled': { color: token('--muted') },
    },
    invalid: { color: token('--bad'), iconColor: token('--bad') },
  };
}
