/** A web mailbox that the success page can open. */
export interface Mailbox {
  name: 'Gmail' | 'Outlook';
  url: string;
}

const gmail: Mailbox = { name: 'Gmail', url: 'https://mail.google.com/' };
/** For Microsoft's free addresses. Company mailboxes have a different URL. */
const outlook: Mailbox = { name: 'Outlook', url: 'https://outlook.live.com/mail/' };
const companyOutlook: Mailbox = { name: 'Outlook', url: 'https://outlook.office.com/mail/' };

/** Free mail providers other than Google and Microsoft. */
const otherProviders =
  /^(?:yahoo\.[a-z.]+|ymail\.com|aol\.com|icloud\.com|me\.com|mac\.com|gmx\.[a-z.]+|web\.de|mail\.com|proton(?:mail)?\.(?:com|me)|pm\.me|yandex\.[a-z.]+|zoho\.com|videotron\.ca|sympatico\.ca|bell\.net|rogers\.com|shaw\.ca)$/;

/** The mailboxes that may contain mail to an address. For a company's address both, because either may host it. */
export function findMailboxes(email: string): readonly Mailbox[] {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (/^(?:gmail|googlemail)\.com$/.test(domain)) return [gmail];
  if (/^(?:outlook|hotmail|live|msn)\.(?:com|[a-z]{2}|co\.[a-z]{2})$/.test(domain)) return [outlook];
  return otherProviders.test(domain) ? [] : [gmail, companyOutlook];
}
