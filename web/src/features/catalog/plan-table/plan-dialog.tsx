import { Trans, useLingui } from '@lingui/react/macro';
import type { SubscriptionPlan } from '@portico/contract';
import { useId } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { usePlanHolders, useSavePlan } from '../api/plan-table.ts';
import { draftOf, inputOf, type PlanDraft, readAmount } from './plan-draft.ts';

interface PlanDialogProps {
  productId: string;
  /** Null for a new plan. */
  plan: SubscriptionPlan | null;
  onClose: () => void;
}

/** Adds a plan, or changes one. What a plan's amount follows from is asked first. */
export function PlanDialog({ productId, plan, onClose }: PlanDialogProps) {
  const holders = usePlanHolders(productId, plan?.id ?? null);
  if (plan === null)
    return <PlanForm productId={productId} plan={null} isAmountGiven amount={null} onClose={onClose} />;
  if (holders.data && !holders.isFetching) {
    const { isAmountGiven, amount } = holders.data;
    return (
      <PlanForm productId={productId} plan={plan} isAmountGiven={isAmountGiven} amount={amount} onClose={onClose} />
    );
  }
  return (
    <Dialog open onOpenChange={onClose} title={<Trans>Edit plan</Trans>}>
      {holders.error ? (
        <ErrorState
          error={holders.error}
          title={<Trans>The plan could not be loaded</Trans>}
          onRetry={() => void holders.refetch()}
          isRetrying={holders.isFetching}
        />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  );
}

interface PlanFormProps extends PlanDialogProps {
  isAmountGiven: boolean;
  /** Cents. */
  amount: number | null;
}

function useLabels() {
  const { t } = useLingui();
  return {
    code: t`Code`,
    name: t`Name`,
    description: t`Description`,
    featuredText: t`Featured text`,
    isTrial: t`Trial`,
    processingType: t`Type`,
    fromAmountPerMonth: t`Amount per month`,
  };
}

function PlanForm({ productId, plan, isAmountGiven, amount, onClose }: PlanFormProps) {
  const formId = useId();
  const labels = useLabels();
  const save = useSavePlan(productId, plan?.id ?? null);
  const form = useForm<PlanDraft>({ defaultValues: draftOf(plan, amount) });
  const submit = form.handleSubmit(async (draft) => {
    try {
      await save.mutateAsync(inputOf(draft, isAmountGiven));
      onClose();
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      isBusy={save.isPending}
      title={plan ? <Trans>Edit plan</Trans> : <Trans>Create Plan</Trans>}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={save.isPending}
            disabled={plan !== null && !form.formState.isDirty}
          >
            {plan ? <Trans>Save changes</Trans> : <Trans>Create Plan</Trans>}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) void submit(event);
        }}
      >
        <TextFields form={form} labels={labels} />
        <SaleFields form={form} labels={labels} isAmountGiven={isAmountGiven} />
      </form>
    </Dialog>
  );
}

interface PartProps {
  form: UseFormReturn<PlanDraft>;
  labels: ReturnType<typeof useLabels>;
}

function TextFields({ form, labels }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} labels={labels} name="name" required />
        <FormField form={form} labels={labels} name="code" required hint={t`How your own systems name it`} />
      </div>
      <FormField form={form} labels={labels} name="description" required />
      <FormField
        form={form}
        labels={labels}
        name="featuredText"
        hint={t`A few words that set its card apart, such as Most popular`}
      />
    </>
  );
}

function SaleFields({ form, labels, isAmountGiven }: PartProps & { isAmountGiven: boolean }) {
  const { t } = useLingui();
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={labels.processingType}
          error={errors.processingType?.message}
          hint={t`Manual: customers get in touch instead of buying`}
        >
          {(control) => (
            <NativeSelect
              {...control}
              className="h-9"
              value={form.watch('processingType')}
              onChange={(type) =>
                form.setValue('processingType', type as PlanDraft['processingType'], { shouldDirty: true })
              }
              options={[
                { value: '1', label: t`Manual` },
                { value: '0', label: 'Stripe' },
              ]}
            />
          )}
        </Field>
        {isAmountGiven && (
          <FormField
            form={form}
            labels={labels}
            name="fromAmountPerMonth"
            placeholder="49.00"
            hint={t`Before tax; empty for no price`}
            validate={(typed) => readAmount(typed) !== undefined || t`Write an amount such as 49.00.`}
          />
        )}
      </div>
      <Switch
        {...form.register('isTrial')}
        label={labels.isTrial}
        hint={t`14 days without payment; each account may try a product once`}
        error={errors.isTrial?.message}
      />
      {isAmountGiven ? (
        <p className="text-sm text-muted">
          <Trans>Subscriptions keep the price that they were bought at.</Trans>
        </p>
      ) : (
        <Alert tone="info">
          <Trans>The amount per month follows from this plan’s prices, which the catalog’s editor has.</Trans>
        </Alert>
      )}
    </>
  );
}
