import { Trans, useLingui } from '@lingui/react/macro';
import type { ManualOrder } from '@portico/contract';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useLicensedProducts, useSoldPlans } from './manual-order.ts';
import type { OrderDraft } from './order-draft.ts';

export interface SoldFieldsProps {
  form: UseFormReturn<OrderDraft>;
  labels: Record<string, string>;
  /** The stored order; undefined for a new one. */
  order: ManualOrder | undefined;
  readOnly: boolean;
}

/**
 * Product and plan. An order's own product and plan remain selectable, even if they are no longer sold. They cannot
 * change while the order is active (ORD-8).
 */
export function SoldFields({ form, labels, order, readOnly }: SoldFieldsProps) {
  const { t } = useLingui();
  const productId = form.watch('productId');
  const products = useLicensedProducts();
  const plans = useSoldPlans(productId);
  const [stored] = order?.products ?? [];
  const isFixed = order !== undefined && order.status !== 0;
  const why = isFixed && !readOnly ? <Trans>Fixed, as the order is active.</Trans> : undefined;
  const productOptions = withStored(
    (products.data ?? []).map(({ id, displayName }) => ({ value: id, label: displayName })),
    stored && { value: stored.productId, label: stored.product },
  );
  const planOptions = withStored(
    (plans.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    stored?.productId === productId ? { value: stored.planId, label: stored.plan } : undefined,
  );
  return (
    <>
      <SoldField
        form={form}
        name="productId"
        label={labels.productId}
        prompt={t`Choose a product`}
        isFailed={products.isError}
        hint={why}
        disabled={isFixed || readOnly}
        options={productOptions}
        onChange={() => {
          form.setValue('planId', '', { shouldDirty: true });
          form.setValue('hasUnlimitedDomains', true);
        }}
      />
      <SoldField
        form={form}
        name="planId"
        label={labels.planId}
        prompt={t`Choose the plan`}
        isFailed={plans.isError}
        hint={why ?? (productId === '' ? <Trans>Choose the product first.</Trans> : undefined)}
        disabled={isFixed || readOnly || productId === ''}
        options={planOptions}
      />
    </>
  );
}

interface Option {
  value: string;
  label: string;
}

interface SoldFieldProps {
  form: UseFormReturn<OrderDraft>;
  name: 'productId' | 'planId';
  label: string | undefined;
  prompt: string;
  isFailed: boolean;
  hint: ReactNode;
  disabled: boolean;
  options: Option[];
  onChange?: () => void;
}

function SoldField({ form, name, label, prompt, isFailed, hint, disabled, options, onChange }: SoldFieldProps) {
  const { t } = useLingui();
  const failed = isFailed ? t`Could not be loaded. Reload the page to try again.` : undefined;
  return (
    <Controller
      control={form.control}
      name={name}
      rules={{ required: prompt }}
      render={({ field, fieldState }) => (
        <Field label={label} required error={fieldState.error?.message ?? failed} hint={hint}>
          {(control) => (
            <NativeSelect
              {...control}
              {...field}
              disabled={disabled}
              className="h-9"
              onChange={(value) => {
                field.onChange(value);
                onChange?.();
              }}
              options={[{ value: '', label: prompt }, ...options]}
            />
          )}
        </Field>
      )}
    />
  );
}

function withStored(options: Option[], stored: Option | undefined): Option[] {
  return !stored || options.some(({ value }) => value === stored.value) ? options : [...options, stored];
}
