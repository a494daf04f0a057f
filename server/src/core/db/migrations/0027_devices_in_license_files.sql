-- When a license file that covers the device was first downloaded. Such a file works without the portal, so that its device counts as used.
alter table devices add column filed_at timestamptz;
