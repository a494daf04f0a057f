-- The language of the browser at the user's latest sign-in. Mail that somebody else causes is in it, unless the user chose one.
alter table users add column browser_locale text check (browser_locale in ('en', 'fr'));
