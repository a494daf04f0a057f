import { Trans, useLingui } from '@lingui/react/macro';
import type { SubscriptionPlan } from '@portico/contract';
import { useId, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { applyProblemToForm, fieldErrors } from '../../lib/form.ts';
import { ApiError, describeProblem } from '../../lib/problem.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { TextLink } from '../../ui/link.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { createPlanDraft, type OpenedPlan, type PlanDraft, readAmount, toPlanInput } from './plan-draft.ts';
import { usePlanHolders, useSavePlan } from './plan-table.api.ts';

interface PlanDialogProps {
  productId: string;
  /** Null for a new plan. */
  plan: SubscriptionPlan | null;
  onClose: () => void;
}

/** Adds a plan, or changes the current one. */
export function PlanDialog({ productId, plan, onClose }: PlanDialogProps) {
  const opened = usePlanHolders(productId, plan?.id ?? null);
  if (plan === null) return <PlanForm productId={productId} planId={null} opened={null} onClose={onClose} />;
  if (opened.data) {
    return <PlanForm productId={productId} planId={plan.id} opened={opened.data} onClose={onClose} />;
  }
  return (
    <Dialog open onOpenChange={onClose} title={<Trans>Edit plan</Trans>}>
      {opened.error ? (
        <ErrorState
          error={opened.error}
          title={<Trans>The plan could not be loaded</Trans>}
          onRetry={() => void opened.refetch()}
          isRetrying={opened.isFetching}
        />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  );
}

interface PlanFormProps {
  productId: string;
  /** Null for a new plan. */
  planId: string | null;
  opened: OpenedPlan | null;
  onClose: () => void;
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

/** The version that others published over the opened one, if both changed the same values. */
function conflictVersion(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'Conflict') return undefined;
  const version = error.problem.additionalData?.version;
  return typeof version === 'number' ? version : undefined;
}

/** The form of a plan, and its save. Conflicting changes are shown at their fields, and no input is lost. */
function usePlanForm({ productId, planId, opened, onClose }: PlanFormProps, labels: ReturnType<typeof useLabels>) {
  // If the catalog is refetched, the form keeps the opened version.
  const [base] = useState(opened);
  const [overVersion, setOverVersion] = useState<number>();
  const save = useSavePlan(productId, planId);
  const form = useForm<PlanDraft>({ defaultValues: createPlanDraft(base) });
  const isAmountGiven = base?.isAmountGiven ?? true;
  const submit = form.handleSubmit(async (draft) => {
    try {
      const version = base && { version: base.version, ...(overVersion !== undefined && { overVersion }) };
      await save.mutateAsync({ input: toPlanInput(draft, isAmountGiven), opened: version });
      onClose();
    } catch (error) {
      const published = conflictVersion(error);
      if (published === undefined) return applyProblemToForm(error, form, labels);
      setOverVersion(published);
      const { fields } = fieldErrors((error as ApiError).problem, labels);
      for (const [field, message] of Object.entries(fields)) {
        form.setError(field as keyof PlanDraft, { type: 'server', message });
      }
    }
  });
  return {
    form,
    submit,
    isAmountGiven,
    isPending: save.isPending,
    conflict: conflictVersion(save.error) && save.error,
  };
}

function PlanForm(props: PlanFormProps) {
  const { planId, onClose } = props;
  const formId = useId();
  const labels = useLabels();
  const { form, submit, isAmountGiven, isPending, conflict } = usePlanForm(props, labels);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      isBusy={isPending}
      title={planId ? <Trans>Edit plan</Trans> : <Trans>Create Plan</Trans>}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={isPending}
            disabled={planId !== null && !form.formState.isDirty}
          >
            {planId ? <Trans>Save changes</Trans> : <Trans>Create Plan</Trans>}
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
          if (!isPending) void submit(event);
        }}
      >
        {conflict && <Alert tone="bad">{describeProblem(conflict)}</Alert>}
        <TextFields form={form} labels={labels} />
        <SaleFields form={form} labels={labels} productId={props.productId} isAmountGiven={isAmountGiven} />
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

interface PriceNoteProps {
  productId: string;
  isAmountGiven: boolean;
}

function SaleFields({ form, labels, productId, isAmountGiven }: PartProps & PriceNoteProps) {
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
        hint={t`30 days without payment; each account may try a product once`}
        error={errors.isTrial?.message}
      />
      <PriceNote productId={productId} isAmountGiven={isAmountGiven} />
    </>
  );
}

function PriceNote({ productId, isAmountGiven }: PriceNoteProps) {
  return isAmountGiven ? (
    <p className="text-sm text-muted">
      <Trans>Subscriptions keep the price that they were bought at.</Trans>
    </p>
  ) : (
    <Alert tone="info">
      <Trans>
        The amount per month follows from this plan’s prices, which are in{' '}
        <TextLink to="/Operator/Catalog/Entries/$list/$id" params={{ list: 'products', id: productId }}>
          the catalog’s editor
        </TextLink>
        .
      </Trans>
    </Alert>
  );
}
