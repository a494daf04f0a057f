/** A web mailbox that the page of success can open. */
export interface Mailbox {
  name: 'Gmail' | 'Outlook';
  url: string;
}

const gmail: Mailbox = { name: 'Gmail', url: 'https://mail.google.com/' };
/** Of Microsoft's free addresses, which have another address than those of companies. */
const outlook: Mailbox = { name: 'Outlook', url: 'https://outlook.live.com/mail/' };
const companyOutlook: Mailbox = { name: 'Outlook', url: 'https://outlook.office.com/mail/' };

/** Providers of free addresses whose mailboxes are neither of the two. */
const otherProviders =
  /^(?:yahoo\.[a-z.]+|ymail\.com|aol\.com|icloud\.com|me\.com|mac\.com|gmx\.[a-z.]+|web\.de|mail\.com|proton(?:mail)?\.(?:com|me)|pm\.me|yandex\.[a-z.]+|zoho\.com|videotron\.ca|sympatico\.ca|bell\.net|rogers\.com|shaw\.ca)$/;

/** The mailboxes in which the mail to an address may be: both for a company's address, as either may host its mail. */
export function findMailboxes(email: string): readonly Mailbox[] {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (/^(?:gmail|googlemail)\.com$/.test(domain)) return [gmail];
  if (/^(?:outlook|hotmail|live|msn)\.(?:com|[a-z]{2}|co\.[a-z]{2})$/.test(domain)) return [outlook];
  return otherProviders.test(domain) ? [] : [gmail, companyOutlook];
}
