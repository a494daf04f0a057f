/** Messages for operators who edit the catalog. */
export const catalogEn = {
  'catalog.underWay': 'A version of the catalog is being published. Try again when it is done.',
  'catalog.overtaken':
    'Somebody published another version of the catalog meanwhile. Look at what they changed, then try again.',
  'catalog.noVersion':
    'The portal keeps no version of this catalog yet. Apply its file once more: npm run catalog -- apply FILE.',
  'catalog.changedElsewhere':
    'This draft was changed in another tab. Load it again; what you typed stays here until then.',
  'catalog.nothingChanged': 'The draft changes nothing.',
  'catalog.problems': 'The draft cannot be published while it has problems.',
  'catalog.conflicts': 'Both of you changed the same values. Choose which to keep, then publish.',
  'catalog.planConflict':
    'Somebody changed the same values of this plan meanwhile. What you typed is kept: save again to put it in the place of theirs.',
  'catalog.planFieldNow': 'Changed meanwhile to “{value}”. Save again to keep yours.',
  'catalog.planFieldChanged': 'Changed meanwhile. Save again to keep yours.',
  'catalog.notWaiting': 'This version is published, or was given up: look at it again.',
  'catalog.failedUnavailable': 'Stripe did not answer until the last try. Try again, or publish something else.',
  'catalog.failedGivenUp': 'It was given up. Customers see the former catalog.',
  'catalog.failedOvertaken': 'Another version was published meanwhile. Publish again to add your changes to it.',
  'catalog.failedInvalid': 'The catalog does not allow it any more: {field}',
  'catalog.failedRefused': 'Stripe refused it: {message}',
  'catalog.keyMissing': 'Give it an ID.',
  'catalog.keyTaken': 'Something else has this ID.',
  'catalog.listLongest': 'There can be {most} of these at most.',
  'catalog.malformed': 'This does not have the form that the catalog has here.',
  'catalog.entryTooLarge': 'This entry has more than {most} values.',
  'catalog.defaultNickname': 'Monthly',
} as const;
