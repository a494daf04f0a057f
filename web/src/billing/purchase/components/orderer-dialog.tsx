import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { useStore } from '../../../lib/use-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { ordererRequest } from '../orderer.ts';

/** Asks an operator who acts as a user to confirm the amount and to enter who ordered the purchase (PUR-42). */
export function OrdererDialog() {
  const { t } = useLingui();
  const { money } = useFormat();
  const request = useStore(ordererRequest);
  const [orderedBy, setOrderedBy] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  if (!request) return null;
  const { due, onAnswered } = request;
  const account = preloaded().user?.accountName ?? '';
  const amount = due && due.amount > 0 ? money(due.amount, due.currency) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!orderedBy.trim()) return setIsEmpty(true);
    onAnswered(orderedBy.trim());
  };
  return (
    <Dialog
      open
      onOpenChange={() => onAnswered(null)}
      title={amount ? t`Charge ${amount} to ${account}?` : t`Buy this for ${account}?`}
      description={t`You buy in a customer’s name. The owner is mailed the amount, your name, your reason and who ordered it.`}
      footer={
        <>
          <Button onClick={() => onAnswered(null)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form="orderer">
            {amount ? <Trans>Charge {amount}</Trans> : <Trans>Buy</Trans>}
          </Button>
        </>
      }
    >
      <form id="orderer" noValidate onSubmit={submit}>
        <Field
          label={t`Who ordered it?`}
          error={isEmpty ? t`Enter the name of the customer who ordered it` : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={orderedBy}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => {
                setIsEmpty(false);
                setOrderedBy(event.target.value);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
