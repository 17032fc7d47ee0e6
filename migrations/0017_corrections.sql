CREATE TABLE `approved_captions` (
	`video_id` integer NOT NULL,
	`language` text NOT NULL,
	`object_key` text NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`video_id`, `language`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approved_captions_object` ON `approved_captions` (`object_key`);--> statement-breakpoint
CREATE TABLE `approved_texts` (
	`video_id` integer PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`approved_at` integer NOT NULL,
	`changes` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `videos` ADD `changed_since` integer;--> statement-breakpoint
CREATE INDEX `videos_changed` ON `videos` (`changed_since`,`id`) WHERE changed_since is not null and review = 'approved' and hold is null;--> statement-breakpoint
-- What was approved by a person before counts as approved as it is now: earlier texts weren't kept.
INSERT INTO approved_texts (video_id, title, description, approved_at)
  SELECT v.id, v.title, v.description, max(a.at) FROM audit_log a JOIN videos v ON v.id = CAST(a.subject_id AS INTEGER)
    WHERE a.subject = 'video' AND a.action = 'video.approve' AND v.review = 'approved' GROUP BY v.id;
--> statement-breakpoint
INSERT INTO approved_captions (video_id, language, object_key, bytes)
  SELECT c.video_id, c.language, c.object_key, c.bytes FROM captions c JOIN approved_texts a ON a.video_id = c.video_id;
