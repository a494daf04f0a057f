import { Trans, useLingui } from '@lingui/react/macro';
import type { AvailableProduct } from '@portico/contract';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { useIsStrongPassword } from '../../../lib/use-is-strong-password.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { PasswordHint, PasswordRules } from '../../../ui/password-rules.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { flagNewUser } from '../model/new-user.ts';
import { useAddUser, useUserProducts } from '../users.api.ts';
import { FlagField } from './flag-field.tsx';
import { inMessages, useUserLabels } from './user-labels.ts';

export const emptyUser = {
  login: '',
  email: '',
  firstName: '',
  lastName: '',
  admin: false,
  readOnly: false,
  /** How the user first signs in. */
  way: 'invitation' as 'invitation' | 'password',
  password: '',
  /** Undefined for the defaults, until a product is chosen. */
  availableProducts: undefined as string[] | undefined,
};
type NewUserForm = UseFormReturn<typeof emptyUser>;

/** The form that adds a user. Server errors appear at their fields, and no input is lost. */
export function useNewUserForm(onAdded: (id: number) => void) {
  const add = useAddUser();
  const form = useForm({ defaultValues: emptyUser });
  const labels = useUserLabels();
  const submit = form.handleSubmit(async ({ way, password, availableProducts, ...user }) => {
    try {
      const { passportUserId } = await add.mutateAsync({
        ...user,
        password: way === 'password' ? password : null,
        ...(!user.admin && availableProducts && { availableProducts }),
      });
      flagNewUser(passportUserId);
      form.reset(emptyUser);
      onAdded(passportUserId);
    } catch (error) {
      applyProblemToForm(error, form, inMessages(labels));
    }
  });
  return { form, labels, submit, isPending: add.isPending };
}

type NewUserFieldsProps = ReturnType<typeof useNewUserForm> & { id: string };

/** The fields of a new user. */
export function NewUserFields({ id, form, labels, submit, isPending }: NewUserFieldsProps) {
  return (
    <form id={id} noValidate className="grid gap-4" onSubmit={(event) => !isPending && void submit(event)}>
      <FormField form={form} labels={labels} name="login" required />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} labels={labels} name="firstName" required />
        <FormField form={form} labels={labels} name="lastName" />
      </div>
      <FormField form={form} labels={labels} name="email" type="email" required />
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <FlagField form={form} name="admin" label={labels.admin} />
        <FlagField form={form} name="readOnly" label={labels.readOnly} />
      </div>
      <FirstWayIn form={form} label={labels.password} />
      {!form.watch('admin') && <ProductChoice form={form} label={labels.availableProducts} />}
    </form>
  );
}

/** A mailed invitation, or a password that the admin passes on. */
function FirstWayIn({ form, label }: { form: NewUserForm; label: string }) {
  const { t } = useLingui();
  const way = form.watch('way');
  return (
    <div className="grid gap-3">
      <RadioList
        label={t`First sign-in`}
        value={way}
        onChange={(next) => form.setValue('way', next)}
        options={[
          {
            value: 'invitation',
            label: <Trans>Send an invitation by email</Trans>,
            description: <Trans>The user has 7 days to choose a password with its link.</Trans>,
          },
          {
            value: 'password',
            label: <Trans>Set a password now</Trans>,
            description: <Trans>You give it to the user yourself.</Trans>,
          },
        ]}
      />
      {way === 'password' && <FirstPassword form={form} label={label} />}
    </div>
  );
}

function FirstPassword({ form, label }: { form: NewUserForm; label: string }) {
  const { t } = useLingui();
  const password = form.watch('password');
  const isStrong = useIsStrongPassword(password, form.watch(['login', 'email', 'firstName', 'lastName']));
  return (
    <>
      <Field label={label} required error={form.formState.errors.password?.message} hint={<PasswordHint />}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password', {
              validate: (typed, { way }) => way !== 'password' || typed !== '' || t`The ${label} field is required`,
            })}
            autoComplete="new-password"
          />
        )}
      </Field>
      <PasswordRules password={password} isStrong={isStrong} />
    </>
  );
}

/** The products of the new user; the account's defaults are preselected. */
function ProductChoice({ form, label }: { form: NewUserForm; label: string }) {
  // The caller's own list contains all products with the defaults of new users.
  const { data, isPending } = useUserProducts(preloaded().user?.id);
  if (isPending) return <Skeleton className="h-16" />;
  const products = data ?? [];
  const chosen = form.watch('availableProducts') ?? defaultProductIds(products);
  const choose = (id: string, isChosen: boolean) =>
    form.setValue('availableProducts', isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">{label}</legend>
      {products.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) => choose(id, event.target.checked)}
        />
      ))}
      {products.length === 0 && (
        <p className="text-muted">
          <Trans>No available products</Trans>
        </p>
      )}
      {form.formState.errors.availableProducts && (
        <p role="alert" className="text-xs text-bad">
          {form.formState.errors.availableProducts.message}
        </p>
      )}
    </fieldset>
  );
}

const defaultProductIds = (products: readonly AvailableProduct[]) =>
  products.filter(({ isDefault }) => isDefault).map(({ id }) => id);
