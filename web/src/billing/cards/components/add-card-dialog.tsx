import { Trans, useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { notify } from '../../../lib/notify.tsx';
import { preloaded } from '../../../lib/preloaded.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useCards } from '../api/list-cards.ts';
import { useStripeScript } from '../api/load-stripe.ts';
import CardForm from './card-form.tsx';
import { useCardForm } from './use-card-form.ts';

interface AddCardDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Adds a saved card. No input is lost if it is declined. The dialog closes while the card is pending. */
export function AddCardDialog({ open, onOpenChange }: AddCardDialogProps) {
  const formId = useId();
  const card = useNewCard(onOpenChange);
  const { isSaving, close } = card;
  const isReady = useStripeScript().isSuccess;
  const hasCards = (useCards().data?.items.length ?? 0) > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      isBusy={isSaving}
      title={<Trans>Add a card</Trans>}
      description={<Trans>Nothing is charged now.</Trans>}
      footer={
        <FormButtons formId={formId} isPending={isSaving} onCancel={close} isDisabled={!isReady}>
          <Trans>Save card</Trans>
        </FormButtons>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={card.submit}>
        <Field label={<Trans>Name on the card</Trans>} error={card.nameError}>
          {(control) => (
            <TextInput
              {...control}
              ref={card.nameInput}
              autoComplete="cc-name"
              maxLength={200}
              value={card.name}
              disabled={isSaving}
              onChange={(event) => card.changeName(event.target.value)}
            />
          )}
        </Field>
        <CardForm key={card.formKey} {...card.formProps} onEscape={close} />
        {hasCards && (
          <Checkbox
            label={<Trans>Use as the default card</Trans>}
            hint={<Trans>Subscriptions without a card of their own are charged to it.</Trans>}
            checked={card.makeDefault}
            disabled={isSaving}
            onChange={(event) => card.setMakeDefault(event.target.checked)}
          />
        )}
        <p className="flex items-center gap-2 text-xs text-muted">
          <Lock aria-hidden="true" className="size-3.5 shrink-0" />
          <Trans>The payment provider keeps the card’s details. They never reach our servers.</Trans>
        </p>
      </form>
    </Dialog>
  );
}

/** The input beside the card's own fields, and the function that saves both. */
function useNewCard(onOpenChange: AddCardDialogProps['onOpenChange']) {
  const { t } = useLingui();
  const nameInput = useRef<HTMLInputElement>(null);
  const { save, reset, ...form } = useCardForm(() => onOpenChange(false));
  const [name, setName] = useState(preloaded().user?.name ?? '');
  const [nameError, setNameError] = useState<string>();
  const [makeDefault, setMakeDefault] = useState(false);

  function changeName(changed: string) {
    setName(changed);
    setNameError(undefined);
  }

  function close() {
    if (form.isSaving) return;
    reset();
    setNameError(undefined);
    onOpenChange(false);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (form.isSaving) return;
    if (!name.trim()) {
      setNameError(t`Enter the name on the card`);
      nameInput.current?.focus();
      return;
    }
    const outcome = await save({ name: name.trim() }, makeDefault);
    if ('error' in outcome) return;
    notify.success(t`The card was added`);
    setMakeDefault(false);
    onOpenChange(false);
  }

  return { nameInput, name, changeName, nameError, makeDefault, setMakeDefault, close, submit, ...form };
}
