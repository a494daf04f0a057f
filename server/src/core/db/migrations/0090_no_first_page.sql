-- Never read again: the first sign-in leads to the home page, as every other does.
alter table sign_up_registrations drop column first_page;
