import type { externalProvidersEn } from './external-providers-en.ts';

/** Texts about accounts' own identity providers, in French. */
export const externalProvidersFr: Record<keyof typeof externalProvidersEn, string> = {
  'externalProviders.nameTaken': 'Vous avez déjà un fournisseur d’identité de ce nom.',
  'externalProviders.domainRequired': 'Le domaine est obligatoire',
  'externalProviders.domainOfEntraId':
    'Entrez le début du nom de votre locataire : acme pour acme.onmicrosoft.com. Vos propres domaines de messagerie s’ajoutent ensuite.',
  'externalProviders.domainOfOpenId': 'Entrez le domaine de votre entreprise, par exemple acme.com.',
  'externalProviders.domainOfOkta':
    'Entrez le début de l’adresse de votre organisation chez Okta : acme pour acme.okta.com.',
  'externalProviders.tenantRequired': 'L’ID du locataire est obligatoire pour Entra ID',
  'externalProviders.tenantFormat':
    'L’ID du locataire n’est pas valide. Il ressemble à 8c1f04e2-5b7d-4d39-a0c6-2e9b7f31d845 ; Entra ID l’affiche sous « ID de l’annuaire (locataire) ».',
  'externalProviders.authorityRequired': 'L’URL du fournisseur d’identité est obligatoire',
  'externalProviders.authorityFormat': 'L’URL du fournisseur d’identité n’est pas une adresse https correcte',
  'externalProviders.clientIdRequired': 'Le champ ID client est obligatoire pour l’activation',
  'externalProviders.clientSecretRequired': 'Le champ Secret client est obligatoire pour l’activation',
  'externalProviders.secretCharacters':
    'Le secret client contient des caractères qu’aucun secret client ne contient. Copiez-le de nouveau.',
  'externalProviders.secretForAddress':
    'Saisissez aussi le secret client : celui qui est enregistré n’est pas envoyé à une autre adresse.',
  'externalProviders.productsUnknown': 'Un des produits n’existe plus. Refaites votre choix.',
  'externalProviders.tooMany': 'Un compte a au plus {most, number} fournisseurs d’identité. Supprimez-en un d’abord.',
  'externalProviders.tooManyDomains':
    'Un fournisseur d’identité a au plus {most, number} domaines de messagerie. Retirez-en un d’abord.',
  'externalProviders.changedMeanwhile':
    'Quelqu’un d’autre a modifié ce fournisseur d’identité pendant que vous l’aviez ouvert. Rechargez la page pour voir les nouvelles valeurs ; les vôtres n’ont pas été enregistrées.',
  'externalProviders.noProvedDomain':
    'Prouvez d’abord qu’un domaine de messagerie est à vous : c’est seulement alors que des gens sont dirigés vers ce fournisseur d’identité.',
  'externalProviders.notTested':
    'Ces réglages n’ont pas encore réussi un essai de connexion. Faites-en un, ou demandez qu’ils soient utilisés sans essai.',
  'externalProviders.breakGlassRequired':
    'Le propriétaire a besoin d’un code de secours avant que l’authentification unique puisse être exigée : c’est le moyen d’accès quand le fournisseur d’identité fait défaut.',
  'externalProviders.lastDomain':
    'C’est le seul domaine de messagerie prouvé d’un fournisseur d’identité activé. Désactivez d’abord le fournisseur d’identité.',
  'externalProviders.domainKnown': 'Ce domaine de messagerie s’y trouve déjà.',
  'externalProviders.domainPublic':
    'N’importe qui peut avoir une adresse chez {domain} : ce domaine ne peut pas mener à votre fournisseur d’identité.',
  'externalProviders.domainProved': 'La propriété de {domain} est déjà prouvée.',
  'externalProviders.domainOfOther':
    '{domain} mène déjà à votre fournisseur d’identité « {provider} ». Retirez-le d’abord de celui-ci.',
  'externalProviders.domainOfOtherAccount':
    '{domain} mène déjà au fournisseur d’identité d’un autre compte. Si ce compte n’est pas le vôtre, écrivez-nous.',
};
