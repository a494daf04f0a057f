import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { applyProblemToForm } from '../../../lib/form.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.tsx';
import { preloaded } from '../../../lib/preloaded.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { giftCard } from '../subscription-rules.ts';

interface ContactDialogProps {
  subscriptionId: number;
  /** `contact`: something is left to do before the account is closed. `interview`: the customer accepts the offer. */
  reason: 'contact' | 'interview';
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSent: () => void;
}

/** Asks for a contact after a cancellation. Name and email are validated on blur. */
export function ContactDialog({ subscriptionId, reason, open, onOpenChange, onSent }: ContactDialogProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const formId = useId();
  const send = useContactBeforeClosing(subscriptionId);
  const { user } = preloaded();
  const form = useForm<ContactDetails>({
    mode: 'onBlur',
    defaultValues: { name: user?.name ?? '', email: user?.email ?? '', phone: '', interview: reason === 'interview' },
  });
  const labels = { name: t`Name`, email: t`Email`, phone: t`Phone` };
  const gift = money(giftCard, 'USD');
  const submit = form.handleSubmit((details) =>
    send.mutateAsync(details).then(onSent, (error) => applyProblemToForm(error, form, labels)),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isBusy={send.isPending}
      title={
        reason === 'contact' ? <Trans>Whom may we contact?</Trans> : <Trans>Tell us why, for a {gift} gift card</Trans>
      }
      description={
        reason === 'contact' ? (
          <Trans>
            Your subscription is canceled, but an invoice of it is still to be paid. We would like to settle that with
            you before your account is closed.
          </Trans>
        ) : (
          <Trans>A call of about 20 minutes about what was missing. We will write to agree on a time.</Trans>
        )
      }
      footer={
        <>
          <Button disabled={send.isPending} onClick={() => onOpenChange(false)}>
            <Trans>Not now</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={send.isPending}>
            <Trans>Send</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <ContactFields form={form} labels={labels} />
        {reason === 'contact' && (
          <Checkbox
            {...form.register('interview')}
            label={<Trans>Interview me about why I am leaving</Trans>}
            hint={<Trans>About 20 minutes. You receive a gift card of {gift}.</Trans>}
          />
        )}
      </form>
    </Dialog>
  );
}

interface ContactFieldsProps {
  form: UseFormReturn<ContactDetails>;
  labels: Record<'name' | 'email' | 'phone', string>;
}

function ContactFields({ form, labels }: ContactFieldsProps) {
  const { t } = useLingui();
  const { errors } = form.formState;
  const required = (message: string) => ({
    required: message,
    validate: (value: string) => value.trim() !== '' || message,
  });
  return (
    <>
      <Field label={labels.name} required error={errors.name?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('name', required(t`Input name`))}
            autoComplete="name"
            maxLength={200}
          />
        )}
      </Field>
      <Field label={labels.email} required error={errors.email?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('email', {
              ...required(t`Input email`),
              pattern: { value: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: t`Enter a valid email address` },
            })}
            type="email"
            autoComplete="email"
            maxLength={500}
          />
        )}
      </Field>
      <Field label={labels.phone} hint={<Trans>Optional</Trans>} error={errors.phone?.message}>
        {(control) => (
          <TextInput {...control} {...form.register('phone')} type="tel" autoComplete="tel" maxLength={50} />
        )}
      </Field>
    </>
  );
}

interface ContactDetails {
  name: string;
  email: string;
  phone: string;
  interview: boolean;
}

/** Sends the contact to the vendor. The form shows failures. */
function useContactBeforeClosing(subscriptionId: number) {
  const { t } = useLingui();
  return useMutation({
    mutationFn: ({ phone, ...details }: ContactDetails) =>
      api('POST /api/Subscription/{id}/CancelSubscriptionEmail', {
        params: { id: subscriptionId },
        body: { ...details, phone: phone.trim() || null },
      }),
    meta: { showsErrors: true },
    onSuccess: () => notify.success(t`Thank you. We will be in touch.`),
  });
}
