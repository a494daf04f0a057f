-- The receipt says how a failed payment ended, so that its notice needs no end.
drop index payment_notices_unsettled_idx;
alter table payment_notices drop column settled_at;
