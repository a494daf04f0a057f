/** Texts about users and what their admins change, in English. */
export const usersEn = {
  'user.ownerOnly': 'Only the owner can change the owner’s details.',
  'user.operator': 'Users of the vendor’s staff are not changed here.',
  'user.ownWaysIn': 'Change your own password, second factor and sessions in your profile.',
  'user.adminHasAll': 'Admins have all features, permissions and products.',
  'user.ownerStays': 'The owner keeps full access. Transfer the ownership first.',
  'user.lastAdmin': 'This is the last active admin of the account. Make another user an admin first.',
  'user.lastOperator': 'This is the last operator who can go on. Nobody would be left to manage the portal.',
  'user.notYourself': 'You cannot deactivate yourself.',
  'user.expDatePast': 'Access can only end in the future.',
  'user.ownerTransfers': 'Only the owner can transfer the ownership.',
  'user.ownerChanged': 'The ownership has been transferred in the meantime. Reload the page.',
  'user.alreadyOwner': 'This user is the owner already.',
  'user.notActiveAdmin':
    'Only an active admin can become the owner: not read-only, and with no end of access. Change this first.',
  'user.unknownFeature': 'The account does not have one of these features.',
  'user.unknownProduct': 'One of these products does not exist any more. Reload the page.',
  'mail.ownershipTransferred.label': 'Ownership transferred',
  'mail.ownershipTransferred.subject.new': 'You are now the owner of {accountName} at {company}',
  'mail.ownershipTransferred.subject.former': 'You are no longer the owner of {accountName} at {company}',
  'mail.ownershipTransferred.text.new':
    '{otherName} made you the owner of the account {accountName}. The owner’s access cannot be taken away, and only the owner can transfer the ownership.',
  'mail.ownershipTransferred.text.former':
    '{otherName} is now the owner of the account {accountName}. You remain an admin of it.',
  'mail.ownershipTransferred.ifNot': 'If you did not expect this, talk to your account’s admins and to us now.',
  'mail.ownershipTransferred.button': 'See the users',
  'mail.changedByAdmin.label': 'Change by an admin',
  'mail.changedByAdmin.subject.password': 'An admin changed your password for {company}',
  'mail.changedByAdmin.subject.secondFactor': 'An admin reset your second factor for {company}',
  'mail.changedByAdmin.text.password':
    '{adminName} set a new password for you in the account {accountName}. All your sessions were ended. Sign in with the password that you are given, and change it in your profile.',
  'mail.changedByAdmin.text.secondFactor':
    '{adminName} removed your second factors and recovery codes in the account {accountName}. All your sessions were ended. Set up a second factor again after you sign in.',
  'mail.changedByAdmin.ifNot': 'If you did not expect this, ask {adminName}.',
  'mail.changedByAdmin.button': 'Sign in',
} as const;
