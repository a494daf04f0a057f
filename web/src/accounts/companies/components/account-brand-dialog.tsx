import { Trans, useLingui } from '@lingui/react/macro';
import type { Account } from '@portico/contract';
import { useId } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useCompanies, useSaveAccountCompany } from '../companies.api.ts';

/** Maximum number of brands in the select; a vendor has few. */
const maxBrands = 400;

/** Selects the brand of an account. */
export function AccountBrandDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useLingui();
  const formId = useId();
  const save = useSaveAccountCompany(account.id);
  const form = useForm({ defaultValues: { companyId: String(account.company.id) } });
  const labels = { companyId: t`Brand` };
  const { name } = account;
  const submit = form.handleSubmit(async ({ companyId }) => {
    try {
      await save.mutateAsync(Number(companyId));
      onClose();
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      isBusy={save.isPending}
      title={<Trans>Brand of {name}</Trans>}
      description={<Trans>Its users see the brand on the next page that they open, and in mail from now on.</Trans>}
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
            disabled={!form.formState.isDirty}
          >
            <Trans>Change brand</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) void submit(event);
        }}
      >
        <BrandField form={form} label={labels.companyId} />
      </form>
    </Dialog>
  );
}

function BrandField({ form, label }: { form: UseFormReturn<{ companyId: string }>; label: string }) {
  const query = useCompanies({ page: 1, pageSize: maxBrands });
  if (query.error)
    return (
      <ErrorState
        error={query.error}
        title={<Trans>The brands could not be loaded</Trans>}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  return (
    <Controller
      control={form.control}
      name="companyId"
      render={({ field, fieldState }) => (
        <Field label={label} error={fieldState.error?.message}>
          {(control) =>
            query.data ? (
              <NativeSelect
                {...control}
                ref={field.ref}
                className="h-9"
                value={field.value}
                onChange={field.onChange}
                options={query.data.items.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            ) : (
              <Skeleton className="h-9" />
            )
          }
        </Field>
      )}
    />
  );
}
