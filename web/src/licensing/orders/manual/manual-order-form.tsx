import { Trans, useLingui } from '@lingui/react/macro';
import type { ManualOrder } from '@portico/contract';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { type ControlProps, Field } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { UnsavedChangesGuard } from '../../../ui/unsaved-changes.tsx';
import { ExpirationField } from './expiration-field.tsx';
import { useLicensedProducts } from './manual-order.ts';
import { createOrderDraft, emptyDraft, type OrderDraft, parseCents } from './order-draft.ts';
import { QuantityField } from './quantity-field.tsx';
import { SoldFields } from './sold-fields.tsx';

type PickerProps = ControlProps & {
  value: OrderDraft['account'];
  onChange: (account: OrderDraft['account']) => void;
  onBlur: () => void;
};

interface ManualOrderFormProps {
  /** The stored order; undefined for a new one. */
  order?: ManualOrder;
  /** Whether the form is read-only. */
  readOnly?: boolean;
  /** Whether the form's button is the primary one of the view. */
  isPrimary?: boolean;
  /** Whether the input was saved, and the page is about to close. */
  isSaved?: boolean;
  isPending: boolean;
  /** Selects the account of a new order. */
  renderAccountPicker?: (props: PickerProps) => ReactNode;
  onSubmit: (draft: OrderDraft) => Promise<unknown>;
}

/** A manual order's details. Server errors appear at their fields, and no input is lost. */
export function ManualOrderForm(props: ManualOrderFormProps) {
  const { order, readOnly = false, isPrimary = true, isSaved = false, isPending } = props;
  const { renderAccountPicker, onSubmit } = props;
  const labels = useLabels(order);
  const form = useForm<OrderDraft>(
    order
      ? { values: createOrderDraft(order), resetOptions: { keepDirtyValues: true } }
      : { defaultValues: emptyDraft },
  );
  const { isDirty } = form.formState;
  const submit = form.handleSubmit((draft) =>
    onSubmit(draft)
      .then(() => form.reset(draft, { keepDirtyValues: false }))
      .catch((error) => applyProblemToForm(error, form, labels)),
  );
  const isActive = order !== undefined && order.status !== 0;
  const field = { form, labels, readOnly };
  const countsDomains = useCountsDomains(form.watch('productId'), order);
  return (
    <Card>
      <CardHeader className="px-4 sm:px-6" title={<Trans>Details</Trans>} />
      <form noValidate onSubmit={(event) => void submit(event)}>
        <UnsavedChangesGuard isChanged={isDirty && !isPending && !isSaved} />
        <div className="grid gap-4 px-4 pb-6 sm:grid-cols-2 sm:px-6">
          {renderAccountPicker && <AccountField {...field} render={renderAccountPicker} />}
          <SoldFields {...field} order={order} />
          <QuantityFields {...field} countsDomains={countsDomains} />
          <PriceField {...field} isFixed={order?.paymentStatus === 1} currency={order?.currency} />
          <ExpirationField {...field} label={labels.expirationDate} />
          <FormField {...field} name="number" readOnly={readOnly || isActive} />
          <FormField {...field} name="version" />
          <FormField {...field} name="note" type="multiline" className="sm:col-span-2" />
        </div>
        {!readOnly && (
          <div className="flex justify-end border-t border-line px-4 py-3 sm:px-6">
            <Button
              type="submit"
              variant={isPrimary ? 'primary' : 'secondary'}
              pending={isPending}
              disabled={order !== undefined && !isDirty}
            >
              {order ? <Trans>Save changes</Trans> : <Trans>Create draft</Trans>}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}

function QuantityFields(props: PartProps & { readOnly: boolean; countsDomains: boolean | undefined }) {
  const { countsDomains, ...field } = props;
  const { quantity, domains } = field.labels;
  return (
    <>
      <QuantityField {...field} name="quantity" label={quantity} unlimitedName="hasUnlimitedDevices" min={1} />
      {countsDomains && (
        <QuantityField {...field} name="domains" label={domains} unlimitedName="hasUnlimitedDomains" min={0} />
      )}
    </>
  );
}

/** Whether the chosen product counts domains. A stored order answers for its own product (ORD-14). */
function useCountsDomains(productId: string, order: ManualOrder | undefined): boolean | undefined {
  const product = useLicensedProducts().data?.find(({ id }) => id === productId);
  return order?.products[0]?.productId === productId ? order.countsDomains : product?.countsDomains;
}

/** The labels of the fields, also for server errors. */
function useLabels(order: ManualOrder | undefined) {
  const { t } = useLingui();
  const number = !order
    ? t`Order ID (empty for the next one)`
    : order.status !== 1
      ? t`Order ID`
      : t`Order ID (fixed, as the order is active)`;
  return {
    account: t`Account`,
    accountId: t`Account`,
    productId: t`Product`,
    planId: t`Plan`,
    version: t`Version (empty for the current one)`,
    quantity: t`Hardware IDs`,
    domains: t`Domains or package IDs`,
    price: t`Price of the whole order`,
    number,
    expirationDate: t`Expiration date`,
    note: t`Note, seen by operators only`,
  } as const;
}

type Labels = ReturnType<typeof useLabels>;

interface PartProps {
  form: UseFormReturn<OrderDraft>;
  labels: Labels;
}

function AccountField({ form, labels, render }: PartProps & { render: (props: PickerProps) => ReactNode }) {
  const { t } = useLingui();
  // The server reports the error at the account's id; the form shows it at the account field.
  const refused = form.formState.errors as { accountId?: { message?: string } };
  return (
    <Controller
      control={form.control}
      name="account"
      rules={{ required: t`Choose an account` }}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Field
          label={labels.account}
          required
          className="sm:col-span-2 sm:max-w-[calc(50%-8px)]"
          error={fieldState.error?.message ?? refused.accountId?.message}
        >
          {(control) => render({ ...control, value, onChange, onBlur })}
        </Field>
      )}
    />
  );
}

function PriceField({
  form,
  labels,
  readOnly,
  isFixed,
  currency = 'usd',
}: PartProps & { readOnly: boolean; isFixed: boolean; currency?: string | undefined }) {
  const { t } = useLingui();
  const error = form.getFieldState('price', form.formState).error?.message;
  const code = currency.toUpperCase();
  return (
    <Field
      label={labels.price}
      required
      error={error}
      hint={isFixed ? <Trans>Fixed, as the order is paid.</Trans> : <Trans>In {code}, before tax.</Trans>}
    >
      {(control) => (
        <TextInput
          {...control}
          {...form.register('price', {
            validate: (text) => parseCents(text) !== null || t`Enter an amount, such as 900.00`,
          })}
          inputMode="decimal"
          readOnly={readOnly || isFixed}
          autoComplete="off"
          className="max-w-40 text-right tabular-nums"
        />
      )}
    </Field>
  );
}
