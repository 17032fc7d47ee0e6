ALTER TABLE `settings` ADD `card_payments_enabled` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `card_rules_since` integer;--> statement-breakpoint
ALTER TABLE `settings` ADD `cards_checked_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `approved_texts` ADD `files` text;--> statement-breakpoint
CREATE INDEX `users_trusted` ON `users` (`id`) WHERE trusted_at is not null;--> statement-breakpoint
CREATE INDEX `comment_reports_received` ON `comment_reports` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `comment_reports_open_until` ON `comment_reports` (coalesce(decided_at, 8.64e15),`id`);--> statement-breakpoint
CREATE INDEX `removal_requests_received` ON `removal_requests` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `removal_requests_open_until` ON `removal_requests` (coalesce(decided_at, 8.64e15),`id`);--> statement-breakpoint
CREATE INDEX `removals_removed` ON `removals` (`removed_at`);--> statement-breakpoint
CREATE INDEX `removals_restored` ON `removals` (`restored_at`) WHERE restored_at is not null;--> statement-breakpoint
CREATE INDEX `removals_appealed` ON `removals` (`appealed_at`) WHERE appealed_at is not null;--> statement-breakpoint
CREATE INDEX `reports_received` ON `reports` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_open_until` ON `reports` (coalesce(decided_at, 8.64e15),`id`);