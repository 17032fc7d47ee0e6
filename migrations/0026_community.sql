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
	`reporter_key` text NOT NULL,
	`email` text,
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
CREATE UNIQUE INDEX `comment_reports_one_open` ON `comment_reports` (`comment_id`,`reporter_key`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `comment_reports_comment` ON `comment_reports` (`comment_id`,`id`);--> statement-breakpoint
CREATE INDEX `comment_reports_reporter` ON `comment_reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE INDEX `comment_reports_owner` ON `comment_reports` (`owner_id`,`id`);--> statement-breakpoint
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
	`open_reports` integer DEFAULT 0 NOT NULL,
	`notice_id` integer
);
--> statement-breakpoint
CREATE INDEX `comments_newest` ON `comments` (`video_id`,`id`) WHERE parent_id is null and (state = 'shown' or replies > 0);--> statement-breakpoint
CREATE INDEX `comments_best` ON `comments` (`video_id`,`likes`,`id`) WHERE parent_id is null and (state = 'shown' or replies > 0);--> statement-breakpoint
CREATE INDEX `comments_replies` ON `comments` (`parent_id`,`state`,`id`) WHERE parent_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `comments_pinned` ON `comments` (`video_id`) WHERE is_pinned = 1;--> statement-breakpoint
CREATE INDEX `comments_video` ON `comments` (`video_id`);--> statement-breakpoint
CREATE INDEX `comments_author` ON `comments` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `comments_author_shown` ON `comments` (`user_id`) WHERE state = 'shown';--> statement-breakpoint
CREATE INDEX `comments_author_away` ON `comments` (`user_id`) WHERE state = 'away';--> statement-breakpoint
CREATE INDEX `comments_author_held` ON `comments` (`user_id`,`video_id`,`id`) WHERE state = 'held';--> statement-breakpoint
CREATE INDEX `comments_removed` ON `comments` (`id`) WHERE state = 'removed';--> statement-breakpoint
CREATE INDEX `comments_held` ON `comments` (`id`) WHERE state = 'held';--> statement-breakpoint
CREATE INDEX `comments_reported` ON `comments` (`id`) WHERE open_reports > 0;--> statement-breakpoint
CREATE INDEX `comments_waiting` ON `comments` (`id`) WHERE (state = 'held' or open_reports > 0);--> statement-breakpoint
CREATE INDEX `comments_notice` ON `comments` (`notice_id`,`id`) WHERE notice_id is not null;--> statement-breakpoint
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
-- Likes and reports go with a comment. So does the place of a deleted one that was kept for this reply, with its reports:
-- a trigger's own deletions don't run it again.
CREATE TRIGGER comments_gone AFTER DELETE ON comments
BEGIN
  DELETE FROM comment_likes WHERE comment_id = OLD.id;
  DELETE FROM comment_reports WHERE comment_id = OLD.id;
  DELETE FROM comments WHERE id = OLD.parent_id AND state = 'deleted' AND open_reports = 0
    AND NOT EXISTS (SELECT 1 FROM comments r WHERE r.parent_id = OLD.parent_id);
  DELETE FROM comment_reports WHERE comment_id = OLD.parent_id
    AND NOT EXISTS (SELECT 1 FROM comments p WHERE p.id = OLD.parent_id);
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
--> statement-breakpoint
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
CREATE INDEX `notices_user` ON `notices` (`user_id`,`at`,`id`,`kind`);--> statement-breakpoint
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
-- A video's few decisions. Reports, requests and appeals have pages that outlive it, and so do their notifications; those
-- about comments go with the comments, slice by slice.
CREATE TRIGGER videos_notices_delete AFTER DELETE ON videos
BEGIN
  DELETE FROM notices WHERE video_id = OLD.id AND kind = 'review';
END;
--> statement-breakpoint
-- Whoever a comment is for hears of it while it is shown: the uploader, or the author of what it replies to. Those that
-- come before the last was read are one notification, which each of them names, so that any can leave it. The time is
-- that of the writing: a comment may be shown long after it was sent. By trigger, since a dozen statements show, hide
-- and delete comments.
CREATE TRIGGER comments_told_insert AFTER INSERT ON comments
WHEN NEW.state = 'shown'
BEGIN
  UPDATE notices SET comment_id = NEW.id, actor_id = NEW.user_id, at = CAST(unixepoch('subsec') * 1000 AS INTEGER), count = count + 1
    WHERE video_id = NEW.video_id AND user_id <> NEW.user_id AND read_at IS NULL
      AND user_id = (SELECT coalesce(p.user_id, v.user_id) FROM videos v LEFT JOIN comments p ON p.id = NEW.parent_id WHERE v.id = NEW.video_id)
      AND kind = iif(NEW.parent_id IS NULL, 'comment', 'reply') AND ref IS CAST(NEW.parent_id AS TEXT)
      AND at > (SELECT notices_read_at FROM users WHERE users.id = notices.user_id);
  INSERT INTO notices (user_id, kind, ref, video_id, comment_id, actor_id, at)
    SELECT coalesce(p.user_id, v.user_id), iif(NEW.parent_id IS NULL, 'comment', 'reply'), CAST(NEW.parent_id AS TEXT),
      v.id, NEW.id, NEW.user_id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM videos v LEFT JOIN comments p ON p.id = NEW.parent_id
    WHERE v.id = NEW.video_id AND coalesce(p.user_id, v.user_id) NOT IN (0, NEW.user_id)
      AND NOT EXISTS (SELECT 1 FROM notices n WHERE n.video_id = v.id AND n.user_id = coalesce(p.user_id, v.user_id) AND n.comment_id = NEW.id);
  UPDATE comments SET notice_id = (SELECT n.id FROM notices n WHERE n.video_id = NEW.video_id AND n.comment_id = NEW.id
      AND n.user_id = (SELECT coalesce(p.user_id, v.user_id) FROM videos v LEFT JOIN comments p ON p.id = NEW.parent_id WHERE v.id = NEW.video_id))
    WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_told_show AFTER UPDATE OF state ON comments
WHEN OLD.state NOT IN ('shown', 'away') AND NEW.state = 'shown'
BEGIN
  UPDATE notices SET comment_id = NEW.id, actor_id = NEW.user_id, at = CAST(unixepoch('subsec') * 1000 AS INTEGER), count = count + 1
    WHERE video_id = NEW.video_id AND user_id <> NEW.user_id AND read_at IS NULL
      AND user_id = (SELECT coalesce(p.user_id, v.user_id) FROM videos v LEFT JOIN comments p ON p.id = NEW.parent_id WHERE v.id = NEW.video_id)
      AND kind = iif(NEW.parent_id IS NULL, 'comment', 'reply') AND ref IS CAST(NEW.parent_id AS TEXT)
      AND at > (SELECT notices_read_at FROM users WHERE users.id = notices.user_id);
  INSERT INTO notices (user_id, kind, ref, video_id, comment_id, actor_id, at)
    SELECT coalesce(p.user_id, v.user_id), iif(NEW.parent_id IS NULL, 'comment', 'reply'), CAST(NEW.parent_id AS TEXT),
      v.id, NEW.id, NEW.user_id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM videos v LEFT JOIN comments p ON p.id = NEW.parent_id
    WHERE v.id = NEW.video_id AND coalesce(p.user_id, v.user_id) NOT IN (0, NEW.user_id)
      AND NOT EXISTS (SELECT 1 FROM notices n WHERE n.video_id = v.id AND n.user_id = coalesce(p.user_id, v.user_id) AND n.comment_id = NEW.id);
  UPDATE comments SET notice_id = (SELECT n.id FROM notices n WHERE n.video_id = NEW.video_id AND n.comment_id = NEW.id
      AND n.user_id = (SELECT coalesce(p.user_id, v.user_id) FROM videos v LEFT JOIN comments p ON p.id = NEW.parent_id WHERE v.id = NEW.video_id))
    WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_told_hide AFTER UPDATE OF state ON comments
WHEN OLD.state = 'shown' AND NEW.state <> 'shown'
BEGIN
  UPDATE comments SET notice_id = NULL WHERE id = OLD.id;
  UPDATE notices SET count = count - 1,
      comment_id = (SELECT max(c.id) FROM comments c WHERE c.notice_id = OLD.notice_id),
      actor_id = (SELECT c.user_id FROM comments c WHERE c.notice_id = OLD.notice_id ORDER BY c.id DESC LIMIT 1)
    WHERE id = OLD.notice_id;
  DELETE FROM notices WHERE id = OLD.notice_id AND count < 1;
  DELETE FROM notices WHERE video_id = OLD.video_id AND user_id = OLD.user_id AND kind = 'reply' AND ref = CAST(OLD.id AS TEXT);
END;
--> statement-breakpoint
CREATE TRIGGER comments_told_delete AFTER DELETE ON comments
WHEN OLD.state = 'shown'
BEGIN
  UPDATE notices SET count = count - 1,
      comment_id = (SELECT max(c.id) FROM comments c WHERE c.notice_id = OLD.notice_id),
      actor_id = (SELECT c.user_id FROM comments c WHERE c.notice_id = OLD.notice_id ORDER BY c.id DESC LIMIT 1)
    WHERE id = OLD.notice_id;
  DELETE FROM notices WHERE id = OLD.notice_id AND count < 1;
  DELETE FROM notices WHERE video_id = OLD.video_id AND user_id = OLD.user_id AND kind = 'reply' AND ref = CAST(OLD.id AS TEXT);
END;
--> statement-breakpoint
CREATE TABLE `list_items` (
	`list_id` integer NOT NULL,
	`video_id` integer NOT NULL,
	`place` real NOT NULL,
	`added_at` integer NOT NULL,
	`link_key` text,
	PRIMARY KEY(`list_id`, `video_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `list_items_place` ON `list_items` (`list_id`,`place`,`video_id`);--> statement-breakpoint
CREATE INDEX `list_items_video` ON `list_items` (`video_id`);--> statement-breakpoint
CREATE TABLE `lists` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`link_key` text,
	`closed_at` integer,
	`item_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `lists_recent` ON `lists` (`user_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `lists_name` ON `lists` (`user_id`,`name_folded`);--> statement-breakpoint
CREATE UNIQUE INDEX `lists_link` ON `lists` (`link_key`) WHERE link_key is not null;
--> statement-breakpoint
CREATE TRIGGER list_items_insert AFTER INSERT ON list_items
BEGIN
  UPDATE lists SET item_count = item_count + 1 WHERE id = NEW.list_id;
END;
--> statement-breakpoint
CREATE TRIGGER list_items_delete AFTER DELETE ON list_items
BEGIN
  UPDATE lists SET item_count = item_count - 1 WHERE id = OLD.list_id;
END;
--> statement-breakpoint
-- The legal pages speak of comments, lists, follows and notifications. An edited page gets the new text as a proposal.
INSERT OR IGNORE INTO legal_defaults (slug, title, body, after_version)
  SELECT slug, title, body, (SELECT max(version) FROM legal_documents newest WHERE newest.slug = older.slug)
  FROM legal_documents older WHERE (slug = 'privacy' AND published_at = 1795651200000) OR (slug = 'terms' AND published_at = 1795564800000);
--> statement-breakpoint
UPDATE legal_defaults SET body = replace(replace(replace(body,
  '
- the videos you liked and saved, and the order of the saved ones;',
  '
- the videos you liked and saved, and the order of the saved ones;
- the uploaders you follow. They see how many follow them, and never who;
- your lists: their names, their videos and the order of these. Anyone with the link of a list that you share sees its name and its videos, and not that it is yours;
- your comments and the comments you liked. Everyone who may watch a video sees the comments on it with the usernames of their authors;
- whom you blocked from commenting on your videos;
- your notifications for 90 days, and which kinds you want;'),
  'for what your history, likes and saved videos say about you', 'for what your history, likes, saved videos, lists and follows say about you'),
  'with its videos, history, likes, saved videos, sessions,',
  'with its videos, history, likes, saved videos, lists, comments, notifications, sessions,') WHERE slug = 'privacy';
--> statement-breakpoint
UPDATE legal_defaults SET body = replace(replace(replace(body,
  'You need an account to upload, like and save videos,', 'You need an account to upload, like, save and comment on videos,'),
  'or to describe in titles and texts:', 'or to describe in titles, comments and other texts:'),
  '
## What is forbidden', '
Your comments stay yours, too. You let us show them with your username below the video until you delete them. Uploaders may remove comments on their own videos.

## What is forbidden') WHERE slug = 'terms';
--> statement-breakpoint
INSERT INTO legal_documents (slug, version, title, published_at, body)
  SELECT slug, after_version + 1, title, 1795658400000, body FROM legal_defaults newer WHERE slug IN ('privacy', 'terms') AND (
    SELECT published_at FROM legal_documents current WHERE current.slug = newer.slug AND current.version = newer.after_version
  ) IN (1795651200000, 1795564800000);
--> statement-breakpoint
DELETE FROM legal_defaults WHERE after_version < (SELECT max(version) FROM legal_documents current WHERE current.slug = legal_defaults.slug);
