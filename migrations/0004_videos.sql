-- Tables and indexes are written by `npm run db:baseline`, from db/schema/, down to the line "-- From here on by hand."

CREATE TABLE `saved_videos` (
	`user_id` integer NOT NULL,
	`video_id` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`place` real NOT NULL,
	`link_key` text,
	PRIMARY KEY(`user_id`, `video_id`)
);
CREATE INDEX `saved_videos_place` ON `saved_videos` (`user_id`,`place`,`video_id`);
CREATE INDEX `saved_videos_recent` ON `saved_videos` (`user_id`,`saved_at`,`video_id`);
CREATE INDEX `saved_videos_video` ON `saved_videos` (`video_id`);

CREATE TABLE `categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`slug` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`video_count` integer DEFAULT 0 NOT NULL,
	`premium_count` integer DEFAULT 0 NOT NULL,
	`premium_seconds` integer DEFAULT 0 NOT NULL,
	`reindexing` text,
	`pending_deletion_since` integer
);
CREATE UNIQUE INDEX `categories_slug` ON `categories` (`slug`);

CREATE TABLE `videos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`title` text NOT NULL,
	`title_folded` text NOT NULL,
	`title_forms` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`category_id` integer NOT NULL,
	`is_premium` integer DEFAULT false NOT NULL,
	`is_public` integer DEFAULT true NOT NULL,
	`unlisted_key` text,
	`publish_at` integer,
	`allow_download` integer DEFAULT false NOT NULL,
	`allow_comments` integer DEFAULT true NOT NULL,
	`status` text DEFAULT 'processing' NOT NULL,
	`review` text DEFAULT 'approved' NOT NULL,
	`hold` text,
	`waiting_since` integer,
	`public_before` integer,
	`changed_since` integer,
	`open_reports` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`cleared_key` text,
	`source_key` text,
	`source_type` text,
	`source_bytes` integer,
	`duration` real,
	`width` integer,
	`height` integer,
	`poster_key` text,
	`poster_type` text,
	`poster_bytes` integer,
	`poster_pictures` text,
	`poster_style` text DEFAULT 'blurred' NOT NULL,
	`blurred_key` text,
	`blurred_bytes` integer,
	`preview_key` text,
	`preview_bytes` integer,
	`trailer_key` text,
	`trailer_bytes` integer,
	`storyboard_key` text,
	`storyboard_bytes` integer,
	`storyboard_rows` integer,
	`latitude` real,
	`longitude` real,
	`views` integer DEFAULT 0 NOT NULL,
	`likes` integer DEFAULT 0 NOT NULL,
	`comments` integer DEFAULT 0 NOT NULL,
	`popularity` integer DEFAULT 0 NOT NULL,
	`views_listed` integer DEFAULT 0 NOT NULL,
	`likes_listed` integer DEFAULT 0 NOT NULL,
	`trending` integer DEFAULT 0 NOT NULL,
	`trending_day` integer DEFAULT 0 NOT NULL,
	`trashed_at` integer,
	`edited_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `videos_public_new` ON `videos` (`created_at`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;
CREATE INDEX `videos_public_class_new` ON `videos` (`is_premium`,`created_at`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;
CREATE INDEX `videos_public_category_new` ON `videos` (`category_id`,`created_at`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;
CREATE INDEX `videos_public_category_class_new` ON `videos` (`category_id`,`is_premium`,`created_at`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;
CREATE INDEX `videos_public_popular` ON `videos` (`popularity`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;
CREATE INDEX `videos_public_class_popular` ON `videos` (`is_premium`,`popularity`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;
CREATE INDEX `videos_public_category_popular` ON `videos` (`category_id`,`popularity`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;
CREATE INDEX `videos_public_category_class_popular` ON `videos` (`category_id`,`is_premium`,`popularity`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;
CREATE INDEX `videos_public_owner_new` ON `videos` (`user_id`,`created_at`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;
CREATE INDEX `videos_public_owner_popular` ON `videos` (`user_id`,`popularity`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;
CREATE INDEX `videos_public_trending` ON `videos` (`trending`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null and trending > 0;
CREATE INDEX `videos_trending_day` ON `videos` (`trending_day`) WHERE trending > 0;
CREATE INDEX `videos_public` ON `videos` (`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;
CREATE INDEX `videos_public_offer` ON `videos` (`allow_download`,(min(width, height) >= 2160)) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null and (allow_download = 1 or (min(width, height) >= 2160) = 1);
CREATE INDEX `videos_public_title` ON `videos` (`title_folded`,`id`) WHERE status = 'ready' and review = 'approved' and is_public = 1 and hold is null;
CREATE INDEX `videos_owner` ON `videos` (`user_id`,`created_at`,`id`) WHERE (hold is null or hold = 'quarantine');
CREATE INDEX `videos_of_owner` ON `videos` (`user_id`,`created_at`,`id`);
CREATE INDEX `videos_held` ON `videos` (`hold`,`trashed_at`,`user_id`) WHERE hold is not null;
CREATE INDEX `videos_due` ON `videos` (`publish_at`) WHERE is_public = 0 and publish_at is not null and status = 'ready' and review = 'approved' and hold is null;
CREATE INDEX `videos_waiting` ON `videos` (`waiting_since`,`id`) WHERE review = 'pending' and status = 'ready' and hold is null;
CREATE INDEX `videos_changed` ON `videos` (`changed_since`,`id`) WHERE changed_since is not null and is_public = 1 and review = 'approved' and hold is null;
CREATE INDEX `videos_new` ON `videos` (`created_at`,`id`);
CREATE INDEX `videos_category` ON `videos` (`category_id`,`created_at`,`id`);
CREATE INDEX `videos_withheld` ON `videos` (`created_at`,`id`) WHERE (status <> 'ready' or review <> 'approved' or hold is not null);
CREATE INDEX `videos_private` ON `videos` (`created_at`,`id`) WHERE is_public = 0;
CREATE INDEX `videos_reported` ON `videos` (`created_at`,`id`) WHERE open_reports > 0;
CREATE INDEX `videos_title` ON `videos` (`title_folded`,`id`);
CREATE INDEX `videos_views` ON `videos` (`views_listed`,`id`);
CREATE INDEX `videos_length` ON `videos` (coalesce(duration, 0),`id`);
CREATE INDEX `videos_processing` ON `videos` (`id`) WHERE status = 'processing';

CREATE TABLE `video_files` (
	`object_key` text NOT NULL,
	`place` text NOT NULL,
	`video_id` integer NOT NULL,
	PRIMARY KEY(`object_key`, `place`)
) WITHOUT ROWID;
CREATE INDEX `video_files_video` ON `video_files` (`video_id`,`place`);

CREATE TABLE `replaced_files` (
	`object_key` text NOT NULL,
	`place` text NOT NULL,
	`video_id` integer NOT NULL,
	`columns` text NOT NULL,
	PRIMARY KEY(`video_id`, `place`, `object_key`)
) WITHOUT ROWID;

CREATE TABLE `owner_counts` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`public` integer DEFAULT 0 NOT NULL,
	`premium` integer DEFAULT 0 NOT NULL,
	`unlisted` integer DEFAULT 0 NOT NULL,
	`scheduled` integer DEFAULT 0 NOT NULL,
	`visible` integer DEFAULT 0 NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`followers` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `likes` (
	`user_id` integer NOT NULL,
	`video_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `video_id`)
) WITHOUT ROWID;
CREATE INDEX `likes_video` ON `likes` (`video_id`);

CREATE TABLE `renditions` (
	`video_id` integer NOT NULL,
	`quality` integer NOT NULL,
	`object_key` text NOT NULL,
	`bytes` integer NOT NULL,
	`bandwidth` integer NOT NULL,
	PRIMARY KEY(`video_id`, `quality`)
) WITHOUT ROWID;

CREATE TABLE `captions` (
	`video_id` integer NOT NULL,
	`language` text NOT NULL,
	`object_key` text NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`video_id`, `language`)
) WITHOUT ROWID;

CREATE TABLE `approved_texts` (
	`video_id` integer PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`approved_at` integer NOT NULL,
	`files` text,
	`changes` integer DEFAULT 0 NOT NULL
);

CREATE TABLE `approved_captions` (
	`video_id` integer NOT NULL,
	`language` text NOT NULL,
	`object_key` text NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`video_id`, `language`)
) WITHOUT ROWID;

CREATE TABLE `watch_history` (
	`user_id` integer NOT NULL,
	`video_id` integer NOT NULL,
	`position` real NOT NULL,
	`watched_at` integer NOT NULL,
	`link_key` text,
	PRIMARY KEY(`user_id`, `video_id`)
) WITHOUT ROWID;
CREATE INDEX `watch_history_recent` ON `watch_history` (`user_id`,`watched_at`);
CREATE INDEX `watch_history_unfinished` ON `watch_history` (`user_id`,`watched_at`) WHERE position > 0;
CREATE INDEX `watch_history_video` ON `watch_history` (`video_id`);

CREATE TABLE `views_seen` (
	`video_id` integer NOT NULL,
	`viewer` text NOT NULL,
	`at` integer NOT NULL,
	`hour_from` integer,
	`hour_count` integer,
	`curve_of` integer,
	PRIMARY KEY(`video_id`, `viewer`)
) WITHOUT ROWID;
CREATE INDEX `views_seen_at` ON `views_seen` (`at`);

CREATE TABLE `comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`video_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`parent_id` integer,
	`answers_id` integer,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`held_for` text,
	`is_pinned` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`removed_by` integer,
	`reason` text,
	`likes` integer DEFAULT 0 NOT NULL,
	`replies` integer DEFAULT 0 NOT NULL,
	`open_reports` integer DEFAULT 0 NOT NULL,
	`notice_id` integer
);
CREATE INDEX `comments_newest` ON `comments` (`video_id`,`id`) WHERE parent_id is null and (state = 'shown' or replies > 0);
CREATE INDEX `comments_best` ON `comments` (`video_id`,`likes`,`id`) WHERE parent_id is null and (state = 'shown' or replies > 0);
CREATE INDEX `comments_replies` ON `comments` (`parent_id`,`state`,`id`) WHERE parent_id is not null;
CREATE UNIQUE INDEX `comments_pinned` ON `comments` (`video_id`) WHERE is_pinned = 1;
CREATE INDEX `comments_video` ON `comments` (`video_id`);
CREATE INDEX `comments_author` ON `comments` (`user_id`,`id`);
CREATE INDEX `comments_author_shown` ON `comments` (`user_id`) WHERE state = 'shown';
CREATE INDEX `comments_author_away` ON `comments` (`user_id`) WHERE state = 'away';
CREATE INDEX `comments_author_held` ON `comments` (`user_id`,`video_id`,`id`) WHERE state = 'held';
CREATE INDEX `comments_notice` ON `comments` (`notice_id`,`id`) WHERE notice_id is not null;
CREATE INDEX `comments_removed` ON `comments` (`id`) WHERE state = 'removed';
CREATE INDEX `comments_held` ON `comments` (`id`) WHERE state = 'held';
CREATE INDEX `comments_reported` ON `comments` (`id`) WHERE open_reports > 0;
CREATE INDEX `comments_waiting` ON `comments` (`id`) WHERE (state = 'held' or open_reports > 0);

CREATE TABLE `comment_likes` (
	`comment_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`comment_id`, `user_id`)
) WITHOUT ROWID;
CREATE INDEX `comment_likes_user` ON `comment_likes` (`user_id`,`comment_id`);

CREATE TABLE `comment_blocks` (
	`owner_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`blocked_at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `user_id`)
) WITHOUT ROWID;
CREATE INDEX `comment_blocks_recent` ON `comment_blocks` (`owner_id`,`blocked_at`,`user_id`);
CREATE INDEX `comment_blocks_user` ON `comment_blocks` (`user_id`);

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
CREATE UNIQUE INDEX `comment_reports_one_open` ON `comment_reports` (`comment_id`,`reporter_key`) WHERE status = 'open';
CREATE INDEX `comment_reports_received` ON `comment_reports` (`created_at`,`id`);
CREATE INDEX `comment_reports_open_until` ON `comment_reports` (coalesce(decided_at, 8.64e15),`id`);
CREATE INDEX `comment_reports_comment` ON `comment_reports` (`comment_id`,`id`);
CREATE INDEX `comment_reports_reporter` ON `comment_reports` (`reporter_id`,`id`);
CREATE INDEX `comment_reports_owner` ON `comment_reports` (`owner_id`,`id`);

CREATE TABLE `comments_left` (
	`video_id` integer PRIMARY KEY NOT NULL
);

CREATE TABLE `profiles` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`avatar_key` text,
	`avatar_type` text,
	`avatar_bytes` integer,
	`updated_at` integer NOT NULL
);
CREATE UNIQUE INDEX `profiles_avatar` ON `profiles` (`avatar_key`);

CREATE TABLE `follows` (
	`follower_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`followed_at` integer NOT NULL,
	PRIMARY KEY(`follower_id`, `user_id`)
) WITHOUT ROWID;
CREATE INDEX `follows_recent` ON `follows` (`follower_id`,`followed_at`,`user_id`);
CREATE INDEX `follows_user` ON `follows` (`user_id`,`follower_id`);

CREATE TABLE `feed_items` (
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`video_id` integer NOT NULL,
	`uploader_id` integer NOT NULL,
	`told_at` integer,
	`read_at` integer,
	PRIMARY KEY(`user_id`, `created_at`, `video_id`)
) WITHOUT ROWID;
CREATE INDEX `feed_items_told` ON `feed_items` (`user_id`,`told_at`,`video_id`,`read_at`) WHERE told_at is not null;
CREATE INDEX `feed_items_uploader` ON `feed_items` (`user_id`,`uploader_id`);
CREATE INDEX `feed_items_video` ON `feed_items` (`video_id`);

CREATE TABLE `announcements` (
	`video_id` integer PRIMARY KEY NOT NULL,
	`uploader_id` integer NOT NULL,
	`reached` integer DEFAULT 0 NOT NULL,
	`is_done` integer DEFAULT false NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`due_at` integer DEFAULT 0 NOT NULL
);
CREATE INDEX `announcements_due` ON `announcements` (`due_at`) WHERE is_done = 0;

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
	`mailed` integer DEFAULT false NOT NULL,
	`read_at` integer
);
CREATE INDEX `notices_user` ON `notices` (`user_id`,`at`,`id`,`kind`);
CREATE INDEX `notices_video` ON `notices` (`video_id`,`user_id`) WHERE video_id is not null;
CREATE INDEX `notices_actor` ON `notices` (`actor_id`) WHERE actor_id is not null;
CREATE INDEX `notices_old` ON `notices` (`at`);

CREATE TABLE `tags` (
	`slug` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`video_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`blocked_at` integer,
	`merged_into` text,
	`retag_tries` integer DEFAULT 0 NOT NULL,
	`retag_due_at` integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;
CREATE INDEX `tags_count` ON `tags` (`video_count`,`slug`);
CREATE INDEX `tags_blocked` ON `tags` (`slug`) WHERE blocked_at is not null;
CREATE INDEX `tags_merged` ON `tags` (`slug`) WHERE merged_into is not null;
CREATE INDEX `tags_target` ON `tags` (`merged_into`) WHERE merged_into is not null;
CREATE INDEX `tags_suggested` ON `tags` (`slug`,`video_count`,`name`) WHERE video_count > 0 and blocked_at is null and merged_into is null;

CREATE TABLE `video_tags` (
	`slug` text NOT NULL,
	`created_at` integer NOT NULL,
	`video_id` integer NOT NULL,
	PRIMARY KEY(`slug`, `created_at`, `video_id`)
) WITHOUT ROWID;
CREATE INDEX `video_tags_video` ON `video_tags` (`video_id`);

CREATE TABLE `search_words` (
	`word` text PRIMARY KEY NOT NULL
);

CREATE TABLE `search_typos` (
	`typo` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`typo`, `word`)
) WITHOUT ROWID;

CREATE TABLE `search_backlog` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`video_id` integer NOT NULL
);

CREATE TABLE `refused_terms` (
	`term` text NOT NULL,
	`place` text NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`term`, `place`)
) WITHOUT ROWID;
CREATE INDEX `refused_terms_last` ON `refused_terms` (`last_at`);

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
CREATE INDEX `lists_recent` ON `lists` (`user_id`,`updated_at`,`id`);
CREATE UNIQUE INDEX `lists_name` ON `lists` (`user_id`,`name_folded`);
CREATE UNIQUE INDEX `lists_link` ON `lists` (`link_key`) WHERE link_key is not null;

CREATE TABLE `list_items` (
	`list_id` integer NOT NULL,
	`video_id` integer NOT NULL,
	`place` real NOT NULL,
	`added_at` integer NOT NULL,
	`link_key` text,
	PRIMARY KEY(`list_id`, `video_id`)
) WITHOUT ROWID;
CREATE INDEX `list_items_place` ON `list_items` (`list_id`,`place`,`video_id`);
CREATE INDEX `list_items_video` ON `list_items` (`video_id`);

CREATE TABLE `video_days` (
	`video_id` integer NOT NULL,
	`day` integer NOT NULL,
	`country` text NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`member_views` integer DEFAULT 0 NOT NULL,
	`search_views` integer DEFAULT 0 NOT NULL,
	`embed_views` integer DEFAULT 0 NOT NULL,
	`link_views` integer DEFAULT 0 NOT NULL,
	`likes` integer DEFAULT 0 NOT NULL,
	`saves` integer DEFAULT 0 NOT NULL,
	`sales` integer DEFAULT 0 NOT NULL,
	`reports` integer DEFAULT 0 NOT NULL,
	`seen_parts` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`video_id`, `day`, `country`)
) WITHOUT ROWID;

CREATE TABLE `video_curves` (
	`video_id` integer NOT NULL,
	`day` integer NOT NULL,
	`reports` integer DEFAULT 0 NOT NULL,
	`part_0` integer DEFAULT 0 NOT NULL,
	`part_1` integer DEFAULT 0 NOT NULL,
	`part_2` integer DEFAULT 0 NOT NULL,
	`part_3` integer DEFAULT 0 NOT NULL,
	`part_4` integer DEFAULT 0 NOT NULL,
	`part_5` integer DEFAULT 0 NOT NULL,
	`part_6` integer DEFAULT 0 NOT NULL,
	`part_7` integer DEFAULT 0 NOT NULL,
	`part_8` integer DEFAULT 0 NOT NULL,
	`part_9` integer DEFAULT 0 NOT NULL,
	`part_10` integer DEFAULT 0 NOT NULL,
	`part_11` integer DEFAULT 0 NOT NULL,
	`part_12` integer DEFAULT 0 NOT NULL,
	`part_13` integer DEFAULT 0 NOT NULL,
	`part_14` integer DEFAULT 0 NOT NULL,
	`part_15` integer DEFAULT 0 NOT NULL,
	`part_16` integer DEFAULT 0 NOT NULL,
	`part_17` integer DEFAULT 0 NOT NULL,
	`part_18` integer DEFAULT 0 NOT NULL,
	`part_19` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`video_id`, `day`)
) WITHOUT ROWID;

CREATE TABLE `owner_days` (
	`user_id` integer NOT NULL,
	`day` integer NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`likes` integer DEFAULT 0 NOT NULL,
	`saves` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `day`)
) WITHOUT ROWID;

CREATE TABLE `field_counts` (
	`day` integer NOT NULL,
	`metric` text NOT NULL,
	`route` text NOT NULL,
	`bucket` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `metric`, `route`, `bucket`)
);

-- From here on by hand.

-- The index contains only videos that the public sees: the statement that hides a video removes it from the
-- index.
CREATE VIRTUAL TABLE video_search USING fts5(
  title, tags, uploader, category, description,
  content = '', contentless_delete = 1, detail = column, prefix = '2 3 4 5 6',
  tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'"
);

CREATE TRIGGER categories_keep_uncategorized BEFORE DELETE ON categories WHEN OLD.id = 1
BEGIN
  SELECT RAISE(ABORT, 'Uncategorized stays');
END;

-- Counts kept in step by the database itself, so that no writer can forget them.
CREATE TRIGGER videos_counted_insert AFTER INSERT ON videos
WHEN NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL
BEGIN
  UPDATE categories SET video_count = video_count + 1, premium_count = premium_count + NEW.is_premium,
    premium_seconds = premium_seconds + NEW.is_premium * CAST(coalesce(NEW.duration, 0) AS INTEGER)
    WHERE id = NEW.category_id;
  INSERT OR IGNORE INTO announcements (video_id, uploader_id) VALUES (NEW.id, NEW.user_id);
END;

CREATE TRIGGER videos_counted_update AFTER UPDATE OF category_id, is_premium, duration, status, review, is_public, hold ON videos
BEGIN
  UPDATE categories SET video_count = video_count - 1, premium_count = premium_count - OLD.is_premium,
    premium_seconds = premium_seconds - OLD.is_premium * CAST(coalesce(OLD.duration, 0) AS INTEGER)
    WHERE id = OLD.category_id AND OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL;
  UPDATE categories SET video_count = video_count + 1, premium_count = premium_count + NEW.is_premium,
    premium_seconds = premium_seconds + NEW.is_premium * CAST(coalesce(NEW.duration, 0) AS INTEGER)
    WHERE id = NEW.category_id AND NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL;
  INSERT OR IGNORE INTO announcements (video_id, uploader_id) SELECT NEW.id, NEW.user_id
    WHERE NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL AND NOT (OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL);
END;

CREATE TRIGGER videos_counted_delete AFTER DELETE ON videos
WHEN OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL
BEGIN
  UPDATE categories SET video_count = video_count - 1, premium_count = premium_count - OLD.is_premium,
    premium_seconds = premium_seconds - OLD.is_premium * CAST(coalesce(OLD.duration, 0) AS INTEGER)
    WHERE id = OLD.category_id;
END;

CREATE TRIGGER videos_of_owner_insert AFTER INSERT ON videos
BEGIN
  INSERT INTO owner_counts (user_id, total, public, premium, unlisted, scheduled, visible, views)
    SELECT NEW.user_id, total, public, premium, unlisted, scheduled, visible, views FROM (SELECT listed AS total, listed * NEW.is_public AS public, listed * NEW.is_premium AS premium,
      listed * (1 - NEW.is_public) * (NEW.unlisted_key IS NOT NULL) AS unlisted,
      listed * (1 - NEW.is_public) * (NEW.publish_at IS NOT NULL) AS scheduled, visible, visible * NEW.views_listed AS views
    FROM (SELECT NEW.hold IS NULL OR NEW.hold = 'quarantine' AS listed, NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL AS visible)) WHERE true
    ON CONFLICT (user_id) DO UPDATE SET
      total = total + excluded.total, public = public + excluded.public, premium = premium + excluded.premium,
      unlisted = unlisted + excluded.unlisted, scheduled = scheduled + excluded.scheduled,
      visible = visible + excluded.visible, views = views + excluded.views;
END;

CREATE TRIGGER videos_of_owner_update AFTER UPDATE OF status, review, is_public, hold, is_premium, unlisted_key, publish_at, views_listed ON videos
BEGIN
  UPDATE owner_counts SET
      total = owner_counts.total + now.total - was.total, public = owner_counts.public + now.public - was.public, premium = owner_counts.premium + now.premium - was.premium,
      unlisted = owner_counts.unlisted + now.unlisted - was.unlisted, scheduled = owner_counts.scheduled + now.scheduled - was.scheduled,
      visible = owner_counts.visible + now.visible - was.visible, views = owner_counts.views + now.views - was.views
    FROM (SELECT listed AS total, listed * OLD.is_public AS public, listed * OLD.is_premium AS premium,
      listed * (1 - OLD.is_public) * (OLD.unlisted_key IS NOT NULL) AS unlisted,
      listed * (1 - OLD.is_public) * (OLD.publish_at IS NOT NULL) AS scheduled, visible, visible * OLD.views_listed AS views
    FROM (SELECT OLD.hold IS NULL OR OLD.hold = 'quarantine' AS listed, OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL AS visible)) was,
    (SELECT listed AS total, listed * NEW.is_public AS public, listed * NEW.is_premium AS premium,
      listed * (1 - NEW.is_public) * (NEW.unlisted_key IS NOT NULL) AS unlisted,
      listed * (1 - NEW.is_public) * (NEW.publish_at IS NOT NULL) AS scheduled, visible, visible * NEW.views_listed AS views
    FROM (SELECT NEW.hold IS NULL OR NEW.hold = 'quarantine' AS listed, NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL AS visible)) now
    WHERE user_id = NEW.user_id
      AND (now.total, now.public, now.premium, now.unlisted, now.scheduled, now.visible, now.views) IS NOT (was.total, was.public, was.premium, was.unlisted, was.scheduled, was.visible, was.views);
END;

CREATE TRIGGER videos_of_owner_delete AFTER DELETE ON videos
BEGIN
  UPDATE owner_counts SET
      total = owner_counts.total - was.total, public = owner_counts.public - was.public, premium = owner_counts.premium - was.premium,
      unlisted = owner_counts.unlisted - was.unlisted, scheduled = owner_counts.scheduled - was.scheduled,
      visible = owner_counts.visible - was.visible, views = owner_counts.views - was.views
    FROM (SELECT listed AS total, listed * OLD.is_public AS public, listed * OLD.is_premium AS premium,
      listed * (1 - OLD.is_public) * (OLD.unlisted_key IS NOT NULL) AS unlisted,
      listed * (1 - OLD.is_public) * (OLD.publish_at IS NOT NULL) AS scheduled, visible, visible * OLD.views_listed AS views
    FROM (SELECT OLD.hold IS NULL OR OLD.hold = 'quarantine' AS listed, OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL AS visible)) was
    WHERE user_id = OLD.user_id AND was.total = 1;
END;

-- The video of each object, updated in the statement that names or drops the object. Rows of renditions,
-- approved captions and replaced files are inserted and deleted, but never changed to another object.
CREATE TRIGGER videos_files_insert AFTER INSERT ON videos
BEGIN
  INSERT INTO video_files (object_key, place, video_id) SELECT NEW.source_key, 'source', NEW.id WHERE NEW.source_key IS NOT NULL;
  INSERT INTO video_files (object_key, place, video_id) SELECT NEW.poster_key, 'poster', NEW.id WHERE NEW.poster_key IS NOT NULL;
  INSERT INTO video_files (object_key, place, video_id) SELECT NEW.blurred_key, 'blurred', NEW.id WHERE NEW.blurred_key IS NOT NULL;
  INSERT INTO video_files (object_key, place, video_id) SELECT NEW.preview_key, 'preview', NEW.id WHERE NEW.preview_key IS NOT NULL;
  INSERT INTO video_files (object_key, place, video_id) SELECT NEW.trailer_key, 'trailer', NEW.id WHERE NEW.trailer_key IS NOT NULL;
  INSERT INTO video_files (object_key, place, video_id) SELECT NEW.storyboard_key, 'storyboard', NEW.id WHERE NEW.storyboard_key IS NOT NULL;
END;

CREATE TRIGGER videos_files_update AFTER UPDATE OF source_key, poster_key, blurred_key, preview_key, trailer_key, storyboard_key ON videos
BEGIN
  DELETE FROM video_files WHERE video_id = OLD.id AND (
    place = 'source' AND NEW.source_key IS NOT OLD.source_key
    OR place = 'poster' AND NEW.poster_key IS NOT OLD.poster_key
    OR place = 'blurred' AND NEW.blurred_key IS NOT OLD.blurred_key
    OR place = 'preview' AND NEW.preview_key IS NOT OLD.preview_key
    OR place = 'trailer' AND NEW.trailer_key IS NOT OLD.trailer_key
    OR place = 'storyboard' AND NEW.storyboard_key IS NOT OLD.storyboard_key
  );
  INSERT INTO video_files (object_key, place, video_id) SELECT NEW.source_key, 'source', NEW.id WHERE NEW.source_key IS NOT NULL AND NEW.source_key IS NOT OLD.source_key;
  INSERT INTO video_files (object_key, place, video_id) SELECT NEW.poster_key, 'poster', NEW.id WHERE NEW.poster_key IS NOT NULL AND NEW.poster_key IS NOT OLD.poster_key;
  INSERT INTO video_files (object_key, place, video_id) SELECT NEW.blurred_key, 'blurred', NEW.id WHERE NEW.blurred_key IS NOT NULL AND NEW.blurred_key IS NOT OLD.blurred_key;
  INSERT INTO video_files (object_key, place, video_id) SELECT NEW.preview_key, 'preview', NEW.id WHERE NEW.preview_key IS NOT NULL AND NEW.preview_key IS NOT OLD.preview_key;
  INSERT INTO video_files (object_key, place, video_id) SELECT NEW.trailer_key, 'trailer', NEW.id WHERE NEW.trailer_key IS NOT NULL AND NEW.trailer_key IS NOT OLD.trailer_key;
  INSERT INTO video_files (object_key, place, video_id) SELECT NEW.storyboard_key, 'storyboard', NEW.id WHERE NEW.storyboard_key IS NOT NULL AND NEW.storyboard_key IS NOT OLD.storyboard_key;
END;

CREATE TRIGGER videos_files_delete AFTER DELETE ON videos
BEGIN
  DELETE FROM video_files WHERE video_id = OLD.id;
END;

CREATE TRIGGER renditions_files_insert AFTER INSERT ON renditions
BEGIN
  INSERT INTO video_files (object_key, place, video_id) VALUES (NEW.object_key, 'rendition', NEW.video_id);
END;

CREATE TRIGGER renditions_files_delete AFTER DELETE ON renditions
BEGIN
  DELETE FROM video_files WHERE object_key = OLD.object_key AND place = 'rendition';
END;

CREATE TRIGGER captions_files_insert AFTER INSERT ON captions
BEGIN
  INSERT INTO video_files (object_key, place, video_id) VALUES (NEW.object_key, 'caption', NEW.video_id);
END;

CREATE TRIGGER captions_files_update AFTER UPDATE OF object_key ON captions
BEGIN
  UPDATE video_files SET object_key = NEW.object_key WHERE object_key = OLD.object_key AND place = 'caption';
END;

CREATE TRIGGER captions_files_delete AFTER DELETE ON captions
BEGIN
  DELETE FROM video_files WHERE object_key = OLD.object_key AND place = 'caption';
END;

CREATE TRIGGER approved_captions_files_insert AFTER INSERT ON approved_captions
BEGIN
  INSERT INTO video_files (object_key, place, video_id) VALUES (NEW.object_key, 'approved-caption', NEW.video_id);
END;

CREATE TRIGGER approved_captions_files_delete AFTER DELETE ON approved_captions
BEGIN
  DELETE FROM video_files WHERE object_key = OLD.object_key AND place = 'approved-caption';
END;

-- A file that was replaced as source and as rendition is one row here.
CREATE TRIGGER replaced_files_files_insert AFTER INSERT ON replaced_files
BEGIN
  INSERT OR IGNORE INTO video_files (object_key, place, video_id) VALUES (NEW.object_key, 'replaced', NEW.video_id);
END;

CREATE TRIGGER replaced_files_files_delete AFTER DELETE ON replaced_files
BEGIN
  DELETE FROM video_files WHERE object_key = OLD.object_key AND place = 'replaced'
    AND NOT EXISTS (SELECT 1 FROM replaced_files WHERE video_id = OLD.video_id AND object_key = OLD.object_key);
END;

CREATE TRIGGER videos_keep_owner BEFORE UPDATE OF user_id ON videos WHEN NEW.user_id <> OLD.user_id
BEGIN
  SELECT RAISE(ABORT, 'a video keeps its owner');
END;

CREATE TRIGGER videos_counted_by_day AFTER INSERT ON videos
BEGIN
  INSERT INTO daily_stats (day, name, value) VALUES (NEW.created_at / 86400000, 'uploads', 1)
    ON CONFLICT (day, name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER videos_search_insert AFTER INSERT ON videos
WHEN NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL
BEGIN
  INSERT INTO video_search (rowid, title, tags, uploader, category, description)
    SELECT NEW.id, NEW.title_folded || ' ' || NEW.title_forms,
      (SELECT group_concat(shown.name_folded, ' ') FROM json_each(NEW.tags) e
      JOIN tags used ON used.slug = e.value AND used.blocked_at IS NULL
      JOIN tags shown ON shown.slug = coalesce(used.merged_into, used.slug) AND shown.blocked_at IS NULL),
      (SELECT username_canonical FROM users WHERE id = NEW.user_id),
      (SELECT name_folded FROM categories WHERE id = NEW.category_id),
      NEW.description;
  INSERT INTO search_backlog (video_id) VALUES (NEW.id);
END;

CREATE TRIGGER videos_search_update AFTER UPDATE OF title_folded, tags, description, category_id, status, review, is_public, hold ON videos
WHEN NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL
BEGIN
  DELETE FROM video_search WHERE rowid = OLD.id;
  INSERT INTO video_search (rowid, title, tags, uploader, category, description)
    SELECT NEW.id, NEW.title_folded || ' ' || NEW.title_forms,
      (SELECT group_concat(shown.name_folded, ' ') FROM json_each(NEW.tags) e
      JOIN tags used ON used.slug = e.value AND used.blocked_at IS NULL
      JOIN tags shown ON shown.slug = coalesce(used.merged_into, used.slug) AND shown.blocked_at IS NULL),
      (SELECT username_canonical FROM users WHERE id = NEW.user_id),
      (SELECT name_folded FROM categories WHERE id = NEW.category_id),
      NEW.description;
  INSERT INTO search_backlog (video_id) VALUES (NEW.id);
END;

CREATE TRIGGER videos_search_hide AFTER UPDATE OF status, review, is_public, hold ON videos
WHEN (OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL) AND NOT (NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL)
BEGIN
  DELETE FROM video_search WHERE rowid = OLD.id;
END;

CREATE TRIGGER videos_search_delete AFTER DELETE ON videos
WHEN OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL
BEGIN
  DELETE FROM video_search WHERE rowid = OLD.id;
END;

-- A tag's list has only public videos: a job adds them, and the statement that hides a video removes it.
CREATE TRIGGER videos_tagged_hide AFTER UPDATE OF status, review, is_public, hold ON videos
WHEN (OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL) AND NOT (NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL)
BEGIN
  UPDATE tags SET video_count = video_count - 1 WHERE slug IN (SELECT slug FROM video_tags WHERE video_id = OLD.id);
  DELETE FROM video_tags WHERE video_id = OLD.id;
END;

CREATE TRIGGER videos_tagged_delete AFTER DELETE ON videos
WHEN OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL
BEGIN
  UPDATE tags SET video_count = video_count - 1 WHERE slug IN (SELECT slug FROM video_tags WHERE video_id = OLD.id);
  DELETE FROM video_tags WHERE video_id = OLD.id;
END;

-- Deletes the few notifications about decisions on the video. Reports, requests and appeals have pages that
-- outlive it, and so do their notifications; those about comments are deleted with the comments, slice by
-- slice.
CREATE TRIGGER videos_notices_delete AFTER DELETE ON videos
BEGIN
  DELETE FROM notices WHERE video_id = OLD.id AND kind = 'review';
END;

-- Counts shown comments: below a video, and below a comment.
CREATE TRIGGER comments_counted_insert AFTER INSERT ON comments
WHEN NEW.state = 'shown'
BEGIN
  UPDATE videos SET comments = comments + 1 WHERE id = NEW.video_id;
  UPDATE comments SET replies = replies + 1 WHERE id = NEW.parent_id;
END;

CREATE TRIGGER comments_counted_update AFTER UPDATE OF state ON comments
WHEN (OLD.state = 'shown') <> (NEW.state = 'shown')
BEGIN
  UPDATE videos SET comments = comments + (NEW.state = 'shown') - (OLD.state = 'shown') WHERE id = NEW.video_id;
  UPDATE comments SET replies = replies + (NEW.state = 'shown') - (OLD.state = 'shown') WHERE id = NEW.parent_id;
END;

CREATE TRIGGER comments_counted_delete AFTER DELETE ON comments
WHEN OLD.state = 'shown'
BEGIN
  UPDATE videos SET comments = comments - 1 WHERE id = OLD.video_id;
  UPDATE comments SET replies = replies - 1 WHERE id = OLD.parent_id;
END;

-- Likes and reports are deleted with a comment. So is the place of a deleted comment that was kept for this
-- reply, along with its reports: a trigger's own deletions don't run it again.
CREATE TRIGGER comments_gone AFTER DELETE ON comments
BEGIN
  DELETE FROM comment_likes WHERE comment_id = OLD.id;
  DELETE FROM comment_reports WHERE comment_id = OLD.id;
  DELETE FROM comments WHERE id = OLD.parent_id AND state = 'deleted' AND open_reports = 0
    AND NOT EXISTS (SELECT 1 FROM comments r WHERE r.parent_id = OLD.parent_id);
  DELETE FROM comment_reports WHERE comment_id = OLD.parent_id
    AND NOT EXISTS (SELECT 1 FROM comments p WHERE p.id = OLD.parent_id);
END;

-- Notifies the recipient of a comment while it is shown: the uploader, or the author of the comment that it
-- replies to. Comments that arrive before the latest was read share one notification, which each of them
-- names, so that any of them can leave it. Its time is the time of writing, since a comment may be shown long
-- after it was sent. A trigger does this, since a dozen statements show, hide and delete comments.
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

CREATE TRIGGER comment_likes_insert AFTER INSERT ON comment_likes
BEGIN
  UPDATE comments SET likes = likes + 1 WHERE id = NEW.comment_id;
END;

CREATE TRIGGER comment_likes_delete AFTER DELETE ON comment_likes
BEGIN
  UPDATE comments SET likes = likes - 1 WHERE id = OLD.comment_id;
END;

CREATE TRIGGER comment_reports_insert AFTER INSERT ON comment_reports
WHEN NEW.status = 'open'
BEGIN
  UPDATE comments SET open_reports = open_reports + 1 WHERE id = NEW.comment_id;
END;

CREATE TRIGGER comment_reports_update AFTER UPDATE OF status ON comment_reports
WHEN OLD.status <> NEW.status
BEGIN
  UPDATE comments SET open_reports = open_reports + (NEW.status = 'open') - (OLD.status = 'open') WHERE id = NEW.comment_id;
END;

CREATE TRIGGER comment_reports_delete AFTER DELETE ON comment_reports
WHEN OLD.status = 'open'
BEGIN
  UPDATE comments SET open_reports = open_reports - 1 WHERE id = OLD.comment_id;
END;

CREATE TRIGGER follows_counted_insert AFTER INSERT ON follows
BEGIN
  INSERT INTO owner_counts (user_id, followers) VALUES (NEW.user_id, 1)
    ON CONFLICT (user_id) DO UPDATE SET followers = followers + 1;
END;

CREATE TRIGGER follows_counted_delete AFTER DELETE ON follows
BEGIN
  UPDATE owner_counts SET followers = followers - 1 WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER list_items_insert AFTER INSERT ON list_items
BEGIN
  UPDATE lists SET item_count = item_count + 1 WHERE id = NEW.list_id;
END;

CREATE TRIGGER list_items_delete AFTER DELETE ON list_items
BEGIN
  UPDATE lists SET item_count = item_count - 1 WHERE id = OLD.list_id;
END;

INSERT INTO categories (id, name, name_folded, slug, position)
  VALUES (1, 'Uncategorized', 'uncategorized', 'uncategorized', 1000000);
