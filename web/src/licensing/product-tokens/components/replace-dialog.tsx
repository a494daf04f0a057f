import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ProductToken } from '@portico/contract';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { useFormat } from '../../../lib/format.ts';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { nextLastDay } from '../model/days.ts';
import { useReplaceToken } from '../product-tokens.api.ts';
import { ExpiryField } from './expiry-field.tsx';
import { FormFrame, type OpenedProps } from './form-frame.tsx';
import { NameField } from './token-fields.tsx';

/** The overlaps to choose from, in hours, at most `maxOverlapHours`. */
const overlaps = [0, 1, 4, 12, 24, 48, 72, 168, 336, 720] as const;

interface ReplaceDialogProps extends OpenedProps {
  productId: string;
  token: ProductToken;
  onMade: (token: ProductToken) => void;
}

/** Replaces a token with a new one. Both work during the chosen overlap (TOK-7). */
export function ReplaceDialog({ productId, token, onMade, ...dialog }: ReplaceDialogProps) {
  const { t } = useLingui();
  const form = useForm({
    defaultValues: { name: token.name, overlapHours: 24, expirationDate: nextLastDay(token) },
  });
  const replace = useReplaceToken(productId, token.tokenId, onMade);
  const labels = { name: t`Name`, overlapHours: t`Both work for`, expirationDate: t`Expiration date of the new token` };
  const overlapHours = Number(form.watch('overlapHours'));
  const submit = form.handleSubmit(async (draft) => {
    try {
      await replace.mutateAsync({ ...draft, name: draft.name.trim() });
      dialog.onOpenChange(false);
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  return (
    <FormFrame
      {...dialog}
      title={<Trans>Replace token</Trans>}
      description={
        <Trans>You get a new token of the same type, and the time to put it everywhere that uses the old one.</Trans>
      }
      confirmLabel={<Trans>Create new token</Trans>}
      isPending={replace.isPending}
      onSubmit={submit}
    >
      <Field
        label={labels.overlapHours}
        error={form.formState.errors.overlapHours?.message}
        hint={<OverlapHint token={token} hours={overlapHours} />}
      >
        {(control) => (
          <NativeSelect
            {...control}
            value={String(overlapHours)}
            onChange={(hours) => form.setValue('overlapHours', Number(hours))}
            options={overlaps.map((hours) => ({
              value: String(hours),
              label:
                hours === 0
                  ? t`Not at all: the old one stops now`
                  : hours < 24
                    ? t`${plural(hours, { one: '# hour', other: '# hours' })}`
                    : t`${plural(hours / 24, { one: '# day', other: '# days' })}`,
            }))}
          />
        )}
      </Field>
      <ExpiryField form={form} name="expirationDate" label={labels.expirationDate} />
      <NameField form={form} name="name" label={labels.name} />
    </FormFrame>
  );
}

/** When the old token stops working: after the overlap, or at its own expiry if that is earlier. */
function OverlapHint({ token: { expirationDate }, hours }: { token: ProductToken; hours: number }) {
  const { date } = useFormat();
  if (hours === 0) return <Trans>Whatever still uses the old token is refused from now on.</Trans>;
  const ends = Date.now() + hours * 3_600_000;
  const ownEnd = Date.parse(expirationDate) + 86_400_000;
  const moment = date(new Date(Math.min(ends, ownEnd)), 'dateTime');
  return ownEnd < ends ? (
    <Trans>The old token works until its own end, {moment}.</Trans>
  ) : (
    <Trans>The old token works until {moment}.</Trans>
  );
}
