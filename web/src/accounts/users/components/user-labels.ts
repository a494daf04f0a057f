import { useLingui } from '@lingui/react/macro';

/** The labels for server messages. Messages about flags are complete sentences without a field's name. */
export const inMessages = (labels: ReturnType<typeof useUserLabels>) => ({ ...labels, admin: '', readOnly: '' });

/** The labels of a user's fields. */
export function useUserLabels() {
  const { t } = useLingui();
  return {
    login: t`Login`,
    email: t`Email`,
    firstName: t`First name`,
    lastName: t`Last name`,
    phone: t`Phone`,
    comments: t`Comments`,
    admin: t`Admin`,
    readOnly: t`Read only`,
    expDate: t`Access until`,
    password: t`Password`,
    availableProducts: t`Products`,
  };
}
