-- The address that the provider stated at the last sign-in; null if unknown. A user whose address is still this one follows a change of it.
alter table sso_identities add column email text;
