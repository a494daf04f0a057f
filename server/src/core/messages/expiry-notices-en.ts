/** Mail about expiring things, in English. */
export const expiryNoticesEn = {
  'mail.fact.ends': 'Ends',
  'mail.fact.renews': 'Renews',
  'mail.fact.canceled': 'Canceled',
  'mail.fact.license': 'License',
  'mail.fact.beforeTax': 'Charged then, before tax',
  'mail.notice.open': 'Open the subscription',
  'mail.notice.why':
    'Owners and admins of the account get this mail. The account’s settings say on which days it is sent, and can turn it off.',
  'mail.notice.whyContact':
    'You get this mail because {accountName} named you as a contact for renewal and expiry notices.',
  'mail.trialEnds.label': 'End of a trial',
  'mail.trialEnds.subject':
    'Your trial of {productName} {days, plural, =0 {ends today} one {ends in # day} other {ends in # days}}',
  'mail.trialEnds.heading': 'Your trial ends',
  'mail.trialEnds.continues':
    'From then on your card pays for {productName}. Without a card the subscription ends with the trial. Cancel it before then if you do not want to continue.',
  'mail.trialEnds.over':
    'The trial of {productName} ends by itself. Choose a plan before then if you want to continue.',
  'mail.trialEnds.choose': 'Choose a plan',
  'mail.renewalAhead.label': 'Renewal ahead',
  'mail.renewalAhead.subject':
    '{productName} {days, plural, =0 {renews today} one {renews in # day} other {renews in # days}}',
  'mail.renewalAhead.heading': 'Your subscription renews',
  'mail.renewalAhead.text':
    'Your subscription to {productName} renews automatically, and so do your licenses. You do not have to do anything. If you do not want it, cancel it before then.',
  'mail.subscriptionEnds.label': 'End of a canceled subscription',
  'mail.subscriptionEnds.subject':
    '{productName} {days, plural, =0 {ends today} one {ends in # day} other {ends in # days}}, as you canceled it',
  'mail.subscriptionEnds.heading': 'Your canceled subscription ends',
  'mail.subscriptionEnds.text':
    'Your account canceled {productName}. It works until the end of the paid period, and is not charged again.',
  'mail.subscriptionEnds.restore': 'If you changed your mind, restore it before it ends: everything stays as it is.',
  'mail.subscriptionEnds.button': 'Open the subscription',
  'mail.licenseEnds.label': 'End of a license',
  'mail.licenseEnds.subject':
    'Your license of {productName} {days, plural, =0 {ends today} one {ends in # day} other {ends in # days}}',
  'mail.licenseEnds.heading': 'Your license ends',
  'mail.licenseEnds.text':
    'Your license of {productName} does not renew by itself. Its devices stop at the end of that time.',
  'mail.licenseEnds.contact': 'To go on, ask for another one in time: {contact}',
  'mail.licenseEnds.ask': 'To go on, ask whoever sold it to you for another one in time.',
  'mail.licenseEnds.button': 'Open the license',
};
