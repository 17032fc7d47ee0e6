CREATE TABLE `comment_blocks` (
	`owner_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`blocked_at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `comment_blocks_recent` ON `comment_blocks` (`owner_id`,`blocked_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `comment_blocks_user` ON `comment_blocks` (`user_id`);--> statement-breakpoint
CREATE TABLE `comment_likes` (
	`comment_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`comment_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `comment_likes_user` ON `comment_likes` (`user_id`,`comment_id`);--> statement-breakpoint
CREATE TABLE `comment_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`comment_id` integer NOT NULL,
	`reporter_id` integer,
	`owner_id` integer NOT NULL,
	`body` text NOT NULL,
	`reason` text NOT NULL,
	`details` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`decision_note` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `comment_reports_one_open` ON `comment_reports` (`comment_id`,`reporter_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `comment_reports_comment` ON `comment_reports` (`comment_id`,`id`);--> statement-breakpoint
CREATE INDEX `comment_reports_reporter` ON `comment_reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE TABLE `comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`video_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`parent_id` integer,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`held_for` text,
	`is_pinned` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`removed_by` integer,
	`reason` text,
	`likes` integer DEFAULT 0 NOT NULL,
	`replies` integer DEFAULT 0 NOT NULL,
	`open_reports` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `comments_newest` ON `comments` (`video_id`,`id`) WHERE parent_id is null and (state = 'shown' or replies > 0);--> statement-breakpoint
CREATE INDEX `comments_best` ON `comments` (`video_id`,`likes`,`id`) WHERE parent_id is null and (state = 'shown' or replies > 0);--> statement-breakpoint
CREATE INDEX `comments_replies` ON `comments` (`parent_id`,`state`,`id`) WHERE parent_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `comments_pinned` ON `comments` (`video_id`) WHERE is_pinned = 1;--> statement-breakpoint
CREATE INDEX `comments_video` ON `comments` (`video_id`);--> statement-breakpoint
CREATE INDEX `comments_author` ON `comments` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `comments_author_held` ON `comments` (`user_id`,`video_id`,`id`) WHERE state = 'held';--> statement-breakpoint
CREATE INDEX `comments_held` ON `comments` (`id`) WHERE state = 'held';--> statement-breakpoint
CREATE INDEX `comments_reported` ON `comments` (`id`) WHERE open_reports > 0;--> statement-breakpoint
CREATE INDEX `comments_waiting` ON `comments` (`id`) WHERE (state = 'held' or open_reports > 0);--> statement-breakpoint
CREATE TABLE `comments_left` (
	`video_id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE `settings` ADD `comments_enabled` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `videos` ADD `allow_comments` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `videos` ADD `comments` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Counts what is shown: below a video, and below a comment.
CREATE TRIGGER comments_counted_insert AFTER INSERT ON comments
WHEN NEW.state = 'shown'
BEGIN
  UPDATE videos SET comments = comments + 1 WHERE id = NEW.video_id;
  UPDATE comments SET replies = replies + 1 WHERE id = NEW.parent_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_counted_update AFTER UPDATE OF state ON comments
WHEN (OLD.state = 'shown') <> (NEW.state = 'shown')
BEGIN
  UPDATE videos SET comments = comments + (NEW.state = 'shown') - (OLD.state = 'shown') WHERE id = NEW.video_id;
  UPDATE comments SET replies = replies + (NEW.state = 'shown') - (OLD.state = 'shown') WHERE id = NEW.parent_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_counted_delete AFTER DELETE ON comments
WHEN OLD.state = 'shown'
BEGIN
  UPDATE videos SET comments = comments - 1 WHERE id = OLD.video_id;
  UPDATE comments SET replies = replies - 1 WHERE id = OLD.parent_id;
END;
--> statement-breakpoint
-- Likes and reports go with a comment. So does the place of a deleted one that was kept for this reply.
CREATE TRIGGER comments_gone AFTER DELETE ON comments
BEGIN
  DELETE FROM comment_likes WHERE comment_id = OLD.id;
  DELETE FROM comment_reports WHERE comment_id = OLD.id;
  DELETE FROM comments WHERE id = OLD.parent_id AND state = 'deleted' AND open_reports = 0
    AND NOT EXISTS (SELECT 1 FROM comments r WHERE r.parent_id = OLD.parent_id);
END;
--> statement-breakpoint
CREATE TRIGGER comment_likes_insert AFTER INSERT ON comment_likes
BEGIN
  UPDATE comments SET likes = likes + 1 WHERE id = NEW.comment_id;
END;
--> statement-breakpoint
CREATE TRIGGER comment_likes_delete AFTER DELETE ON comment_likes
BEGIN
  UPDATE comments SET likes = likes - 1 WHERE id = OLD.comment_id;
END;
--> statement-breakpoint
CREATE TRIGGER comment_reports_insert AFTER INSERT ON comment_reports
WHEN NEW.status = 'open'
BEGIN
  UPDATE comments SET open_reports = open_reports + 1 WHERE id = NEW.comment_id;
END;
--> statement-breakpoint
CREATE TRIGGER comment_reports_update AFTER UPDATE OF status ON comment_reports
WHEN OLD.status <> NEW.status
BEGIN
  UPDATE comments SET open_reports = open_reports + (NEW.status = 'open') - (OLD.status = 'open') WHERE id = NEW.comment_id;
END;
--> statement-breakpoint
CREATE TRIGGER comment_reports_delete AFTER DELETE ON comment_reports
WHEN OLD.status = 'open'
BEGIN
  UPDATE comments SET open_reports = open_reports - 1 WHERE id = OLD.comment_id;
END;
