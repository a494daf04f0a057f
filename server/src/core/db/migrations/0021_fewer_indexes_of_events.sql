-- Timelines read stripe_event_objects, and nothing else looks for events in these orders. Each event that is taken and applied would write both twice.
drop index stripe_events_object_idx;
drop index stripe_events_customer_idx;
