ALTER TABLE `announcements` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `announcements` ADD `due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `announcements_due` ON `announcements` (`due_at`) WHERE is_done = 0;--> statement-breakpoint
ALTER TABLE `tags` ADD `retag_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tags` ADD `retag_due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `dead_letters` ADD `added` text DEFAULT '[]' NOT NULL;