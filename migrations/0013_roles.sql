ALTER TABLE `users` ADD `staff` text CHECK (staff in ('owner', 'moderator', 'support'));--> statement-breakpoint
CREATE INDEX `users_staff` ON `users` (`id`) WHERE (is_admin = 1 or staff is not null);--> statement-breakpoint
-- The first administrator is the site's owner, who alone names administrators from now on.
UPDATE users SET staff = 'owner' WHERE id = (SELECT min(id) FROM users WHERE is_admin = 1 AND erasing_at IS NULL);
