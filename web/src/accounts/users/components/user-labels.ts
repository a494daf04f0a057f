import { useLingui } from '@lingui/react/macro';

/** The labels by which a server's messages name the fields. Those about flags are whole sentences, in which no word is a field's name. */
export const inMessages = (labels: ReturnType<typeof useUserLabels>) => ({ ...labels, admin: '', readOnly: '' });

/** The words above the fields of a user. */
export function useUserLabels() {
  const { t } = useLingui();
  return {
    login: t`Login`,
    email: t`E-mail`,
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
