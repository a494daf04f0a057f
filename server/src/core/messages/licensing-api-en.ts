/** Messages of the licensing API for users of the vendor's products, in English. Products branch on codes. */
export const licensingApiEn = {
  'licensing.TokenRejected': 'This product’s access was not accepted. Its token is unknown, disabled or expired.',
  'licensing.TokenTypeRefused': 'This needs a secret token.',
  'licensing.ClockDiffers': 'The clock of this computer is wrong. Set its time, and try again.',
  'licensing.LicenseUnknown': 'No license was found.',
  'licensing.LicenseAmbiguous': 'There are several licenses. Enter the serial number of one.',
  'licensing.LicenseNotActive': 'This license is not active.',
  'licensing.LicenseFull':
    '{quantity, plural, =0 {All seats are} one {The only seat is} other {All # seats are}} taken.',
  'licensing.DeviceUnknown': 'This device is not on the license.',
  'licensing.DeviceBlocked': 'This device is blocked. An admin of your account can lift the block.',
  'licensing.TrialUsed':
    'This device already had a trial of this product in another account. For another trial, contact the vendor.',
  'licensing.NotFloating': 'This license is for named devices. Activate this device instead.',
  'licensing.HostLockedOnly': 'This license is used by sessions. Begin a session instead.',
  'licensing.BorrowingNotAllowed':
    '{mostDays, plural, =0 {This license cannot be borrowed.} one {This license can be borrowed for # day at most.} other {This license can be borrowed for # days at most.}}',
  'licensing.SessionEnded': 'This session has ended. Begin a new one.',
} as const;
