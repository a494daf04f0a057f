-- The success page of the sign-up finds the latest registration of its browser.
create index sign_up_registrations_visitor_idx on sign_up_registrations (visitor_hash, settled_at);
