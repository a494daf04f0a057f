/**
 * How the product responds to the portal's sign-out. Users choose it on the product's page to see how the portal
 * reacts.
 */
export const behaviors = ['works', 'fails', 'hangs'] as const;
export type Behavior = (typeof behaviors)[number];

const words = {
  en: {
    title: 'Veriscan Cloud, an example product',
    signedIn: 'You are signed in to this product. Its session is its own: signing out of the portal ends it, too.',
    signedOut: 'You are not signed in to this product.',
    signIn: 'Sign in',
    signOut: 'Sign out everywhere',
    portal: 'To the portal',
    behavior: 'When the portal signs out, this product',
    works: 'ends its session',
    fails: 'says that it failed',
    hangs: 'never answers',
    save: 'Save',
  },
  fr: {
    title: 'Veriscan Cloud, un exemple de produit',
    signedIn:
      'Vous êtes connecté à ce produit. Sa session lui appartient : la déconnexion du portail y met fin également.',
    signedOut: 'Vous n’êtes pas connecté à ce produit.',
    signIn: 'Se connecter',
    signOut: 'Se déconnecter partout',
    portal: 'Vers le portail',
    behavior: 'Lors de la déconnexion du portail, ce produit',
    works: 'met fin à sa session',
    fails: 'signale un échec',
    hangs: 'ne répond jamais',
    save: 'Enregistrer',
  },
} as const;

interface Home {
  readonly language: 'en' | 'fr';
  readonly isSignedIn: boolean;
  readonly behavior: Behavior;
  /** The portal's origin. */
  readonly portal: string;
  /** The product's own address, to which the portal redirects back. */
  readonly own: string;
}

/** The product's only page. */
export function homePage({ language, isSignedIn, behavior, portal, own }: Home): string {
  const said = words[language];
  const choices = behaviors.map(
    (each) =>
      `<label><input type="radio" name="behavior" value="${each}"${each === behavior ? ' checked' : ''}> ${said[each]}</label>`,
  );
  const signOut = `${portal}/logout?ReturnUrl=${encodeURIComponent(own)}`;
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${said.title}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark; }
  form { margin: 1.5rem 0; }
  fieldset { border: 1px solid #8886; border-radius: 12px; padding: 1rem; }
  label { display: block; padding: 0.375rem 0; }
  button { font: inherit; padding: 0.5rem 1rem; }
</style>
<h1>${said.title}</h1>
<p>${isSignedIn ? said.signedIn : said.signedOut}</p>
${
  isSignedIn
    ? `<p><a href="${signOut}">${said.signOut}</a></p>`
    : `<form method="post" action="/sign-in"><button>${said.signIn}</button></form>`
}
<form method="post" action="/behavior"><fieldset><legend>${said.behavior}</legend>${choices.join('')}<button>${said.save}</button></fieldset></form>
<p><a href="${portal}/">${said.portal}</a></p>
</html>`;
}

/**
 * The page in the portal's hidden frame, which reports the result of signing out. Its script is a file, because the
 * policy allows no inline script.
 */
export const framePage = `<!doctype html><meta charset="utf-8"><title>Signing out</title><script src="/tell.js"></script>`;

/** Posts the result only to the portal. @param portal its origin */
export const reportScript = (outcome: 'ok' | 'failed', portal: string) =>
  `parent.postMessage(${JSON.stringify(outcome)}, ${JSON.stringify(portal)});`;
