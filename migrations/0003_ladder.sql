CREATE TABLE `segment_indexes` (
	`object_key` text PRIMARY KEY NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`codecs` text NOT NULL,
	`peak_bandwidth` integer NOT NULL,
	`average_bandwidth` integer NOT NULL,
	`init_bytes` integer NOT NULL,
	`first_offset` integer NOT NULL,
	`segments` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `captions` (
	`video_id` integer NOT NULL,
	`language` text NOT NULL,
	`object_key` text NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`video_id`, `language`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `captions_object` ON `captions` (`object_key`);--> statement-breakpoint
CREATE TABLE `renditions` (
	`video_id` integer NOT NULL,
	`quality` integer NOT NULL,
	`object_key` text NOT NULL,
	`bytes` integer NOT NULL,
	`bandwidth` integer NOT NULL,
	PRIMARY KEY(`video_id`, `quality`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `renditions_object` ON `renditions` (`object_key`);--> statement-breakpoint
CREATE TABLE `watch_history` (
	`user_id` integer NOT NULL,
	`video_id` integer NOT NULL,
	`position` real NOT NULL,
	`watched_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `video_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `watch_history_recent` ON `watch_history` (`user_id`,`watched_at`);--> statement-breakpoint
CREATE INDEX `watch_history_video` ON `watch_history` (`video_id`);--> statement-breakpoint
ALTER TABLE `videos` ADD `preview_key` text;--> statement-breakpoint
ALTER TABLE `videos` ADD `preview_bytes` integer;--> statement-breakpoint
ALTER TABLE `videos` ADD `storyboard_key` text;--> statement-breakpoint
ALTER TABLE `videos` ADD `storyboard_bytes` integer;--> statement-breakpoint
ALTER TABLE `videos` ADD `storyboard_rows` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `videos_preview` ON `videos` (`preview_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `videos_storyboard` ON `videos` (`storyboard_key`);--> statement-breakpoint
-- What is known of an object goes with it.
CREATE TRIGGER media_objects_forget_segments AFTER DELETE ON media_objects
BEGIN
  DELETE FROM segment_indexes WHERE object_key = OLD.key;
END;
