-- An admin's provider may have signed in a user who became the owner later. It must not sign in the owner: only a provider that the owner connected may.
delete from sso_identities using users, external_providers
where users.id = sso_identities.user_id and users.is_owner
  and external_providers.id = sso_identities.provider_id and external_providers.connected_by is distinct from users.id
  and sso_identities.created_at < (
    select max(audit_events.at) from audit_events
    where audit_events.account_id = users.account_id and audit_events.kind = 'ownershipTransferred'
      and (audit_events.detail ->> 'userId')::bigint = users.id);
