ALTER TABLE `videos` ADD `views_listed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `videos` ADD `likes_listed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `videos` ADD `trashed_at` integer;--> statement-breakpoint
CREATE INDEX `videos_owner_views` ON `videos` (`user_id`,`views_listed`,`id`) WHERE (hold is null or hold = 'quarantine');--> statement-breakpoint
CREATE INDEX `videos_owner_likes` ON `videos` (`user_id`,`likes_listed`,`id`) WHERE (hold is null or hold = 'quarantine');--> statement-breakpoint
CREATE INDEX `videos_owner_length` ON `videos` (`user_id`,coalesce(duration, 0),`id`) WHERE (hold is null or hold = 'quarantine');--> statement-breakpoint
CREATE INDEX `videos_owner_processing` ON `videos` (`user_id`,`id`) WHERE (hold is null or hold = 'quarantine') and status = 'processing';--> statement-breakpoint
CREATE INDEX `videos_owner_pending` ON `videos` (`user_id`,`id`) WHERE (hold is null or hold = 'quarantine') and review = 'pending';--> statement-breakpoint
CREATE INDEX `videos_owner_rejected` ON `videos` (`user_id`,`id`) WHERE (hold is null or hold = 'quarantine') and review = 'rejected';--> statement-breakpoint
CREATE INDEX `videos_owner_failed` ON `videos` (`user_id`,`id`) WHERE (hold is null or hold = 'quarantine') and status = 'failed';--> statement-breakpoint
CREATE INDEX `videos_owner_trash` ON `videos` (`user_id`,`trashed_at`,`id`) WHERE hold = 'trash';--> statement-breakpoint
CREATE INDEX `videos_trash` ON `videos` (`trashed_at`) WHERE hold = 'trash';--> statement-breakpoint
UPDATE `videos` SET `views_listed` = `views`, `likes_listed` = `likes` WHERE `views` > 0 OR `likes` > 0;
