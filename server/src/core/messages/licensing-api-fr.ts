import type { licensingApiEn } from './licensing-api-en.ts';

/** Messages of the licensing API for users of the vendor's products, in French. */
export const licensingApiFr: Record<keyof typeof licensingApiEn, string> = {
  'licensing.TokenRejected': 'L’accès de ce produit n’a pas été accepté. Son jeton est inconnu, désactivé ou expiré.',
  'licensing.TokenTypeRefused': 'Il faut un jeton secret.',
  'licensing.ClockDiffers': 'L’horloge de cet ordinateur n’est pas juste. Réglez l’heure, puis réessayez.',
  'licensing.LicenseUnknown': 'Aucune licence n’a été trouvée.',
  'licensing.LicenseAmbiguous': 'Il y a plusieurs licences. Entrez le numéro de série de l’une d’elles.',
  'licensing.LicenseNotActive': 'Cette licence n’est pas active.',
  'licensing.LicenseFull':
    '{quantity, plural, =0 {Toutes les places sont prises.} one {La seule place est prise.} other {Les # places sont prises.}}',
  'licensing.DeviceUnknown': 'Cet appareil n’est pas sur la licence.',
  'licensing.DeviceBlocked': 'Cet appareil est bloqué. Un administrateur de votre compte peut lever le blocage.',
  'licensing.TrialUsed':
    'Cet appareil a déjà eu un essai de ce produit dans un autre compte. Pour un autre essai, communiquez avec le fournisseur.',
  'licensing.NotFloating': 'Cette licence est pour des appareils nommés. Activez plutôt cet appareil.',
  'licensing.HostLockedOnly': 'Cette licence s’utilise par sessions. Ouvrez plutôt une session.',
  'licensing.BorrowingNotAllowed':
    '{mostDays, plural, =0 {Cette licence ne peut pas être empruntée.} one {Cette licence peut être empruntée # jour au plus.} other {Cette licence peut être empruntée # jours au plus.}}',
  'licensing.SessionEnded': 'Cette session est terminée. Ouvrez-en une nouvelle.',
};
