DROP INDEX `videos_owner`;--> statement-breakpoint
DROP INDEX `videos_owner_public`;--> statement-breakpoint
DROP INDEX `videos_owner_premium`;--> statement-breakpoint
DROP INDEX `videos_owner_private`;--> statement-breakpoint
DROP INDEX `videos_owner_unlisted`;--> statement-breakpoint
DROP INDEX `videos_owner_scheduled`;--> statement-breakpoint
DROP INDEX `videos_owner_processing`;--> statement-breakpoint
DROP INDEX `videos_owner_pending`;--> statement-breakpoint
DROP INDEX `videos_owner_rejected`;--> statement-breakpoint
DROP INDEX `videos_owner_failed`;--> statement-breakpoint
CREATE INDEX `videos_owner` ON `videos` (`user_id`,`created_at`,`id`) WHERE (hold is null or hold = 'quarantine');--> statement-breakpoint
CREATE INDEX `videos_owner_public` ON `videos` (`user_id`,`is_public`,`created_at`,`id`) WHERE (hold is null or hold = 'quarantine');--> statement-breakpoint
CREATE INDEX `videos_owner_premium` ON `videos` (`user_id`,`is_premium`,`created_at`,`id`) WHERE (hold is null or hold = 'quarantine');--> statement-breakpoint
CREATE INDEX `videos_owner_private` ON `videos` (`user_id`,`created_at`,`id`) WHERE (hold is null or hold = 'quarantine') and is_public = 0 and unlisted_key is null;--> statement-breakpoint
CREATE INDEX `videos_owner_unlisted` ON `videos` (`user_id`,`created_at`,`id`) WHERE (hold is null or hold = 'quarantine') and is_public = 0 and unlisted_key is not null;--> statement-breakpoint
CREATE INDEX `videos_owner_scheduled` ON `videos` (`user_id`,`created_at`,`id`) WHERE (hold is null or hold = 'quarantine') and is_public = 0 and publish_at is not null;--> statement-breakpoint
CREATE INDEX `videos_owner_processing` ON `videos` (`user_id`,`created_at`,`id`) WHERE (hold is null or hold = 'quarantine') and status = 'processing';--> statement-breakpoint
CREATE INDEX `videos_owner_pending` ON `videos` (`user_id`,`created_at`,`id`) WHERE (hold is null or hold = 'quarantine') and review = 'pending';--> statement-breakpoint
CREATE INDEX `videos_owner_rejected` ON `videos` (`user_id`,`created_at`,`id`) WHERE (hold is null or hold = 'quarantine') and review = 'rejected';--> statement-breakpoint
CREATE INDEX `videos_owner_failed` ON `videos` (`user_id`,`created_at`,`id`) WHERE (hold is null or hold = 'quarantine') and status = 'failed';