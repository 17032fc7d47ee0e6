CREATE TABLE `notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`outcome` text,
	`video_id` integer,
	`ref` text,
	`comment_id` integer,
	`actor_id` integer,
	`count` integer DEFAULT 1 NOT NULL,
	`at` integer NOT NULL,
	`read_at` integer
);
--> statement-breakpoint
CREATE INDEX `notices_user` ON `notices` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `notices_video` ON `notices` (`video_id`,`user_id`) WHERE video_id is not null;--> statement-breakpoint
CREATE INDEX `notices_actor` ON `notices` (`actor_id`) WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX `notices_old` ON `notices` (`at`);--> statement-breakpoint
ALTER TABLE `users` ADD `muted_notices` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `digest_kinds` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `digested_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `notices_read_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `users_digest` ON `users` (`digested_at`,`id`) WHERE digest_kinds <> '[]';--> statement-breakpoint
ALTER TABLE `feed_items` ADD `told_at` integer;--> statement-breakpoint
ALTER TABLE `feed_items` ADD `read_at` integer;--> statement-breakpoint
CREATE INDEX `feed_items_told` ON `feed_items` (`user_id`,`told_at`,`video_id`,`read_at`) WHERE told_at is not null;--> statement-breakpoint
-- Reports, requests and appeals have pages that outlive the video, and so do their notifications.
CREATE TRIGGER videos_notices_delete AFTER DELETE ON videos
BEGIN
  DELETE FROM notices WHERE video_id = OLD.id AND kind IN ('review', 'comment', 'reply');
END;
