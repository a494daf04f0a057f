import { Trans, useLingui } from '@lingui/react/macro';
import type { ManualOrder } from '@portico/contract';
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
 * Product and plan. Stored ones remain selectable, even if they are not sold any more; those of an active order are
 * fixed (ORD-8).
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
  const failed = t`Could not be loaded. Reload the page to try again.`;
  return (
    <>
      <Controller
        control={form.control}
        name="productId"
        rules={{ required: t`Choose a product` }}
        render={({ field, fieldState }) => (
          <Field
            label={labels.productId}
            required
            error={fieldState.error?.message ?? (products.isError ? failed : undefined)}
            hint={why}
          >
            {(control) => (
              <NativeSelect
                {...control}
                {...field}
                disabled={isFixed || readOnly}
                className="h-9"
                onChange={(value) => {
                  field.onChange(value);
                  form.setValue('planId', '', { shouldDirty: true });
                }}
                options={[{ value: '', label: t`Choose a product` }, ...productOptions]}
              />
            )}
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="planId"
        rules={{ required: t`Choose a plan` }}
        render={({ field, fieldState }) => (
          <Field
            label={labels.planId}
            required
            error={fieldState.error?.message ?? (plans.isError ? failed : undefined)}
            hint={why ?? (productId === '' ? <Trans>Choose the product first.</Trans> : undefined)}
          >
            {(control) => (
              <NativeSelect
                {...control}
                {...field}
                disabled={isFixed || readOnly || productId === ''}
                className="h-9"
                options={[{ value: '', label: t`Choose a plan` }, ...planOptions]}
              />
            )}
          </Field>
        )}
      />
    </>
  );
}

interface Option {
  value: string;
  label: string;
}

function withStored(options: Option[], stored: Option | undefined): Option[] {
  return !stored || options.some(({ value }) => value === stored.value) ? options : [...options, stored];
}
