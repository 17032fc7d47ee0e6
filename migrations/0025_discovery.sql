CREATE TABLE `announcements` (
	`video_id` integer PRIMARY KEY NOT NULL,
	`uploader_id` integer NOT NULL,
	`reached` integer DEFAULT 0 NOT NULL,
	`is_done` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `announcements_open` ON `announcements` (`video_id`) WHERE is_done = 0;--> statement-breakpoint
CREATE TABLE `feed_items` (
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`video_id` integer NOT NULL,
	`uploader_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `created_at`, `video_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `feed_items_uploader` ON `feed_items` (`user_id`,`uploader_id`);--> statement-breakpoint
CREATE INDEX `feed_items_video` ON `feed_items` (`video_id`);--> statement-breakpoint
CREATE TABLE `follows` (
	`follower_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`followed_at` integer NOT NULL,
	PRIMARY KEY(`follower_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `follows_recent` ON `follows` (`follower_id`,`followed_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `follows_user` ON `follows` (`user_id`,`follower_id`);--> statement-breakpoint
CREATE TABLE `profiles` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`avatar_key` text,
	`avatar_type` text,
	`avatar_bytes` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_avatar` ON `profiles` (`avatar_key`);--> statement-breakpoint
CREATE TABLE `refused_terms` (
	`term` text NOT NULL,
	`place` text NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`term`, `place`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `refused_terms_last` ON `refused_terms` (`last_at`);--> statement-breakpoint
CREATE TABLE `search_backlog` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`video_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `search_typos` (
	`typo` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`typo`, `word`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `search_words` (
	`word` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tags` (
	`slug` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`video_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`blocked_at` integer,
	`merged_into` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `tags_count` ON `tags` (`video_count`,`slug`);--> statement-breakpoint
CREATE INDEX `tags_blocked` ON `tags` (`slug`) WHERE blocked_at is not null;--> statement-breakpoint
CREATE INDEX `tags_merged` ON `tags` (`slug`) WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX `tags_target` ON `tags` (`merged_into`) WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX `tags_suggested` ON `tags` (`slug`,`video_count`,`name`) WHERE video_count > 0 and blocked_at is null and merged_into is null;--> statement-breakpoint
CREATE TABLE `video_tags` (
	`slug` text NOT NULL,
	`created_at` integer NOT NULL,
	`video_id` integer NOT NULL,
	PRIMARY KEY(`slug`, `created_at`, `video_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `video_tags_video` ON `video_tags` (`video_id`);--> statement-breakpoint
ALTER TABLE `categories` ADD `reindexing` text;--> statement-breakpoint
ALTER TABLE `categories` ADD `name_folded` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `blocked_terms` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `owner_counts` ADD `visible` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `owner_counts` ADD `views` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `owner_counts` ADD `followers` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `videos` ADD `tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `approved_texts` ADD `tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `videos` ADD `trending` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `videos` ADD `trending_day` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `videos_public_owner_new` ON `videos` (`user_id`,`created_at`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_owner_popular` ON `videos` (`user_id`,`popularity`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;--> statement-breakpoint
CREATE INDEX `videos_public_trending` ON `videos` (`trending`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null and trending > 0;--> statement-breakpoint
CREATE INDEX `videos_trending_day` ON `videos` (`trending_day`) WHERE trending > 0;--> statement-breakpoint
-- Only what the public sees is in the index: a video that leaves their sight leaves it in the same statement.
CREATE VIRTUAL TABLE video_search USING fts5(
  title, tags, uploader, category, description,
  content = '', contentless_delete = 1, detail = column, prefix = '2 3 4 5 6', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE TRIGGER videos_search_insert AFTER INSERT ON videos
WHEN NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL
BEGIN
  INSERT INTO video_search (rowid, title, tags, uploader, category, description)
    SELECT NEW.id, NEW.title_folded,
      (SELECT group_concat(replace(shown.slug, '-', ' '), ' ') FROM json_each(NEW.tags) e
      JOIN tags used ON used.slug = e.value AND used.blocked_at IS NULL
      JOIN tags shown ON shown.slug = coalesce(used.merged_into, used.slug) AND shown.blocked_at IS NULL),
      (SELECT username_canonical FROM users WHERE id = NEW.user_id),
      (SELECT CASE name_folded WHEN '' THEN name ELSE name_folded END FROM categories WHERE id = NEW.category_id),
      NEW.description;
  INSERT INTO search_backlog (video_id) VALUES (NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER videos_search_update AFTER UPDATE OF title_folded, tags, description, category_id, status, review, is_public, hold ON videos
WHEN NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL
BEGIN
  DELETE FROM video_search WHERE rowid = OLD.id;
  INSERT INTO video_search (rowid, title, tags, uploader, category, description)
    SELECT NEW.id, NEW.title_folded,
      (SELECT group_concat(replace(shown.slug, '-', ' '), ' ') FROM json_each(NEW.tags) e
      JOIN tags used ON used.slug = e.value AND used.blocked_at IS NULL
      JOIN tags shown ON shown.slug = coalesce(used.merged_into, used.slug) AND shown.blocked_at IS NULL),
      (SELECT username_canonical FROM users WHERE id = NEW.user_id),
      (SELECT CASE name_folded WHEN '' THEN name ELSE name_folded END FROM categories WHERE id = NEW.category_id),
      NEW.description;
  INSERT INTO search_backlog (video_id) VALUES (NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER videos_search_hide AFTER UPDATE OF status, review, is_public, hold ON videos
WHEN (OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL) AND NOT (NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL)
BEGIN
  DELETE FROM video_search WHERE rowid = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER videos_search_delete AFTER DELETE ON videos
WHEN OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL
BEGIN
  DELETE FROM video_search WHERE rowid = OLD.id;
END;
--> statement-breakpoint
-- The tags of public videos, resolved: merged ones are the tag in their place, blocked ones are none.
CREATE TRIGGER videos_tagged_insert AFTER INSERT ON videos
WHEN NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL AND NEW.tags <> '[]'
BEGIN
  INSERT OR IGNORE INTO video_tags (slug, created_at, video_id)
    SELECT shown.slug, NEW.created_at, NEW.id FROM json_each(NEW.tags) e
      JOIN tags used ON used.slug = e.value AND used.blocked_at IS NULL
      JOIN tags shown ON shown.slug = coalesce(used.merged_into, used.slug) AND shown.blocked_at IS NULL;
  UPDATE tags SET video_count = video_count + 1 WHERE slug IN (SELECT slug FROM video_tags WHERE video_id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER videos_tagged_update AFTER UPDATE OF tags, created_at, status, review, is_public, hold ON videos
WHEN OLD.tags <> '[]' OR NEW.tags <> '[]'
BEGIN
  UPDATE tags SET video_count = video_count - 1 WHERE slug IN (SELECT slug FROM video_tags WHERE video_id = OLD.id);
  DELETE FROM video_tags WHERE video_id = OLD.id;
  INSERT OR IGNORE INTO video_tags (slug, created_at, video_id)
    SELECT shown.slug, NEW.created_at, NEW.id FROM json_each(NEW.tags) e
      JOIN tags used ON used.slug = e.value AND used.blocked_at IS NULL
      JOIN tags shown ON shown.slug = coalesce(used.merged_into, used.slug) AND shown.blocked_at IS NULL
      WHERE NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL;
  UPDATE tags SET video_count = video_count + 1 WHERE slug IN (SELECT slug FROM video_tags WHERE video_id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER videos_tagged_delete AFTER DELETE ON videos
WHEN OLD.tags <> '[]'
BEGIN
  UPDATE tags SET video_count = video_count - 1 WHERE slug IN (SELECT slug FROM video_tags WHERE video_id = OLD.id);
  DELETE FROM video_tags WHERE video_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER videos_visible_insert AFTER INSERT ON videos
WHEN NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL
BEGIN
  INSERT INTO owner_counts (user_id, visible, views) VALUES (NEW.user_id, 1, NEW.views_listed)
    ON CONFLICT (user_id) DO UPDATE SET visible = visible + 1, views = views + excluded.views;
  INSERT OR IGNORE INTO announcements (video_id, uploader_id) VALUES (NEW.id, NEW.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER videos_visible_update AFTER UPDATE OF views_listed, status, review, is_public, hold ON videos
WHEN (OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL) OR (NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL)
BEGIN
  UPDATE owner_counts SET
      visible = visible + (NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL) - (OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL),
      views = views + (NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL) * NEW.views_listed - (OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL) * OLD.views_listed
    WHERE user_id = NEW.user_id;
  INSERT OR IGNORE INTO announcements (video_id, uploader_id) SELECT NEW.id, NEW.user_id WHERE NOT (OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER videos_visible_delete AFTER DELETE ON videos
WHEN OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL
BEGIN
  UPDATE owner_counts SET visible = visible - 1, views = views - OLD.views_listed WHERE user_id = OLD.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER follows_counted_insert AFTER INSERT ON follows
BEGIN
  INSERT INTO owner_counts (user_id, followers) VALUES (NEW.user_id, 1)
    ON CONFLICT (user_id) DO UPDATE SET followers = followers + 1;
END;
--> statement-breakpoint
CREATE TRIGGER follows_counted_delete AFTER DELETE ON follows
BEGIN
  UPDATE owner_counts SET followers = followers - 1 WHERE user_id = OLD.user_id;
END;
--> statement-breakpoint
-- What was public before: indexed by cron, in slices, as after a renaming; counted; and nobody's news.
UPDATE categories SET reindexing = '[9007199254740991,9007199254740991]';
--> statement-breakpoint
INSERT INTO announcements (video_id, uploader_id, is_done) SELECT id, user_id, 1 FROM videos WHERE status = 'ready' AND review = 'approved' AND is_public = 1 AND hold IS NULL;
--> statement-breakpoint
UPDATE owner_counts SET
  visible = (SELECT count(*) FROM videos v WHERE v.user_id = owner_counts.user_id AND status = 'ready' AND review = 'approved' AND is_public = 1 AND hold IS NULL),
  views = (SELECT coalesce(sum(views_listed), 0) FROM videos v WHERE v.user_id = owner_counts.user_id AND status = 'ready' AND review = 'approved' AND is_public = 1 AND hold IS NULL);
--> statement-breakpoint
-- Operators who kept the home page as it came get the new sections, too; the others can switch them on.
UPDATE settings SET home_sections = '["hero","continue","popularFree","premiumOffer","premium","recent","trending","following"]'
  WHERE home_sections = '["hero","continue","popularFree","premiumOffer","premium","recent"]';
--> statement-breakpoint
-- The privacy policy names what else a browser stores. An edited page gets the new text as a proposal.
INSERT OR IGNORE INTO legal_defaults (slug, title, body, after_version)
  SELECT slug, title, body, (SELECT max(version) FROM legal_documents WHERE slug = 'privacy')
  FROM legal_documents WHERE slug = 'privacy' AND published_at = 1795579200000;
--> statement-breakpoint
UPDATE legal_defaults SET body = replace(body, '

All of these are needed for what you asked the site to do.', '
- Cookies, for one year, that say that you turned on discreet mode or theatre mode, until you turn it off.
- Entries for whether videos keep playing while you browse, for whether your watch history is kept in discreet mode, and for the recent searches of this browser, which you can remove.

All of these are needed for what you asked the site to do.') WHERE slug = 'privacy';
--> statement-breakpoint
INSERT INTO legal_documents (slug, version, title, published_at, body)
  SELECT slug, after_version + 1, title, 1795651200000, body FROM legal_defaults newer WHERE slug = 'privacy' AND (
    SELECT published_at FROM legal_documents current WHERE current.slug = newer.slug AND current.version = newer.after_version
  ) = 1795579200000;
--> statement-breakpoint
DELETE FROM legal_defaults WHERE after_version < (SELECT max(version) FROM legal_documents current WHERE current.slug = legal_defaults.slug);
