DROP INDEX `videos_pending`;--> statement-breakpoint
DROP INDEX `videos_rejected`;--> statement-breakpoint
DROP INDEX `videos_private`;--> statement-breakpoint
DROP INDEX `videos_unlisted`;--> statement-breakpoint
DROP INDEX `videos_scheduled`;--> statement-breakpoint
DROP INDEX `videos_broken`;--> statement-breakpoint
DROP INDEX `videos_held`;--> statement-breakpoint
DROP INDEX `videos_reported`;--> statement-breakpoint
DROP INDEX `videos_class`;--> statement-breakpoint
DROP INDEX `videos_pending_category`;--> statement-breakpoint
DROP INDEX `videos_rejected_category`;--> statement-breakpoint
DROP INDEX `videos_private_category`;--> statement-breakpoint
DROP INDEX `videos_pending_owner`;--> statement-breakpoint
DROP INDEX `videos_rejected_owner`;--> statement-breakpoint
DROP INDEX `videos_private_owner`;--> statement-breakpoint
DROP INDEX `videos_reported_owner`;--> statement-breakpoint
DROP INDEX `videos_category`;--> statement-breakpoint
CREATE INDEX `videos_of_owner_new` ON `videos` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `videos_new` ON `videos` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `videos_views` ON `videos` (`views_listed`,`id`);--> statement-breakpoint
CREATE INDEX `videos_length` ON `videos` (coalesce(duration, 0),`id`);--> statement-breakpoint
CREATE INDEX `videos_pending` ON `videos` (`created_at`,`id`) WHERE review = 'pending';--> statement-breakpoint
CREATE INDEX `videos_rejected` ON `videos` (`created_at`,`id`) WHERE review = 'rejected';--> statement-breakpoint
CREATE INDEX `videos_private` ON `videos` (`created_at`,`id`) WHERE is_public = 0;--> statement-breakpoint
CREATE INDEX `videos_unlisted` ON `videos` (`created_at`,`id`) WHERE is_public = 0 and unlisted_key is not null;--> statement-breakpoint
CREATE INDEX `videos_scheduled` ON `videos` (`created_at`,`id`) WHERE is_public = 0 and publish_at is not null;--> statement-breakpoint
CREATE INDEX `videos_broken` ON `videos` (`created_at`,`id`) WHERE status <> 'ready';--> statement-breakpoint
CREATE INDEX `videos_held` ON `videos` (`created_at`,`id`) WHERE hold is not null;--> statement-breakpoint
CREATE INDEX `videos_reported` ON `videos` (`created_at`,`id`) WHERE open_reports > 0;--> statement-breakpoint
CREATE INDEX `videos_class` ON `videos` (`is_premium`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `videos_pending_category` ON `videos` (`category_id`,`created_at`,`id`) WHERE review = 'pending';--> statement-breakpoint
CREATE INDEX `videos_rejected_category` ON `videos` (`category_id`,`created_at`,`id`) WHERE review = 'rejected';--> statement-breakpoint
CREATE INDEX `videos_private_category` ON `videos` (`category_id`,`created_at`,`id`) WHERE is_public = 0;--> statement-breakpoint
CREATE INDEX `videos_pending_owner` ON `videos` (`user_id`,`created_at`,`id`) WHERE review = 'pending';--> statement-breakpoint
CREATE INDEX `videos_rejected_owner` ON `videos` (`user_id`,`created_at`,`id`) WHERE review = 'rejected';--> statement-breakpoint
CREATE INDEX `videos_private_owner` ON `videos` (`user_id`,`created_at`,`id`) WHERE is_public = 0;--> statement-breakpoint
CREATE INDEX `videos_reported_owner` ON `videos` (`user_id`,`created_at`,`id`) WHERE open_reports > 0;--> statement-breakpoint
CREATE INDEX `videos_category` ON `videos` (`category_id`,`created_at`,`id`);