import { Trans, useLingui } from '@lingui/react/macro';
import type { Account, SubscriptionChoice } from '@portico/contract';
import { useId } from 'react';
import { type Control, useController, useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { useDisable } from '../accounts.api.ts';

interface DisableDialogProps {
  account: Account;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface DisableForm {
  reason: string;
  subscriptions: SubscriptionChoice;
}

/** Asks for a reason and what happens to the subscriptions (OPR-14), and disables an account. */
export function DisableDialog({ account: { id, name }, open, onOpenChange }: DisableDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const disable = useDisable(id);
  const form = useForm<DisableForm>({
    defaultValues: { reason: '', subscriptions: 'cancel' },
  });
  const labels = { reason: t`Reason`, subscriptions: t`Subscriptions` };
  const submit = form.handleSubmit(async (choice) => {
    try {
      await disable.mutateAsync(choice);
      form.reset();
      onOpenChange(false);
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isBusy={disable.isPending}
      title={<Trans>Disable {name}?</Trans>}
      description={
        <Trans>
          Its users can no longer sign in, and those who are signed in are signed out. Its product tokens stop working.
        </Trans>
      }
      footer={
        <FormButtons
          formId={formId}
          isPending={disable.isPending}
          onCancel={() => onOpenChange(false)}
          variant="danger"
        >
          <Trans>Disable account</Trans>
        </FormButtons>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!disable.isPending) void submit(event);
        }}
      >
        <FormField
          form={form}
          labels={labels}
          name="reason"
          required
          hint={<Trans>Operators see it, and the account’s audit log records it.</Trans>}
        />
        <SubscriptionsField control={form.control} />
      </form>
    </Dialog>
  );
}

function SubscriptionsField({ control }: { control: Control<DisableForm> }) {
  const { t } = useLingui();
  const { value, onChange } = useController({ control, name: 'subscriptions' }).field;
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="font-medium">
        <Trans>Subscriptions</Trans>
      </span>
      <RadioList
        label={t`Subscriptions`}
        value={value}
        onChange={onChange}
        options={[
          {
            value: 'cancel',
            label: <Trans>Cancel at the end of the paid period</Trans>,
            description: (
              <Trans>They are not charged again. Enabling the account restores those that have not ended.</Trans>
            ),
          },
          {
            value: 'end',
            label: <Trans>End immediately</Trans>,
            description: <Trans>Nothing is refunded. Enabling the account does not bring them back.</Trans>,
          },
          {
            value: 'keep',
            label: <Trans>Keep charging</Trans>,
            description: <Trans>They renew, and nobody in the account can cancel them.</Trans>,
          },
        ]}
      />
    </div>
  );
}
