import { Trans, useLingui } from '@lingui/react/macro';
import type { ProductToken } from '@portico/contract';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { type NewToken, useAddToken, useSaveToken } from '../product-tokens.api.ts';
import { ExpiryField } from './expiry-field.tsx';
import { FormFrame, type OpenedProps } from './form-frame.tsx';
import { NameField, TypeField } from './token-fields.tsx';

interface AddTokenDialogProps extends OpenedProps {
  productId: string;
  onMade: (token: ProductToken) => void;
}

/** Creates a token. Server errors appear at their fields, and no input is lost. */
export function AddTokenDialog({ productId, onMade, ...dialog }: AddTokenDialogProps) {
  const { t } = useLingui();
  const form = useForm<NewToken>({ defaultValues: { name: '', expirationDate: '', tokenType: 'Secret' } });
  const add = useAddToken(productId, onMade);
  const labels = { name: t`Name`, expirationDate: t`Expiration date`, tokenType: t`Type` };
  const submit = form.handleSubmit(async ({ name, ...draft }) => {
    try {
      await add.mutateAsync({ ...draft, name: name.trim() });
      dialog.onOpenChange(false);
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  return (
    <FormFrame
      {...dialog}
      title={<Trans>Add token</Trans>}
      description={<Trans>The whole token is shown once, when it is created.</Trans>}
      confirmLabel={<Trans>Create token</Trans>}
      isPending={add.isPending}
      onSubmit={submit}
    >
      <NameField form={form} name="name" label={labels.name} />
      <ExpiryField form={form} name="expirationDate" label={labels.expirationDate} />
      <TypeField type={form.watch('tokenType')} onChange={(type) => form.setValue('tokenType', type)} />
    </FormFrame>
  );
}

/** Changes a token's name and last day. Its type cannot be changed. */
export function EditTokenDialog({
  productId,
  token,
  ...dialog
}: OpenedProps & { productId: string; token: ProductToken }) {
  const { t } = useLingui();
  const { tokenId, name, expirationDate, tokenType } = token;
  const form = useForm({ defaultValues: { name, newExpirationDate: expirationDate } });
  const update = useSaveToken(productId, tokenId);
  const labels = { name: t`Name`, newExpirationDate: t`Expiration date` };
  const submit = form.handleSubmit(async (draft) => {
    try {
      await update.mutateAsync({ ...draft, name: draft.name.trim() });
      dialog.onOpenChange(false);
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  return (
    <FormFrame
      {...dialog}
      title={<Trans>Edit token</Trans>}
      description={<code className="font-mono text-sm">{token.token}</code>}
      confirmLabel={<Trans>Save</Trans>}
      isPending={update.isPending}
      onSubmit={submit}
    >
      <NameField form={form} name="name" label={labels.name} />
      <ExpiryField form={form} name="newExpirationDate" label={labels.newExpirationDate} keeps={expirationDate} />
      <TypeField type={tokenType} />
    </FormFrame>
  );
}
