CREATE TABLE `owner_days` (
	`user_id` integer NOT NULL,
	`day` integer NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`likes` integer DEFAULT 0 NOT NULL,
	`saves` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
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
--> statement-breakpoint
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
	PRIMARY KEY(`video_id`, `day`, `country`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `views_seen` ADD `curve_of` integer;--> statement-breakpoint
-- The privacy policy says what statistics are made of. An edited page gets the new text as a proposal.
INSERT OR IGNORE INTO legal_defaults (slug, title, body, after_version)
  SELECT slug, title, body, (SELECT max(version) FROM legal_documents WHERE slug = 'privacy')
  FROM legal_documents WHERE slug = 'privacy' AND published_at = 1795392000000;
--> statement-breakpoint
UPDATE legal_defaults SET body = replace(body, '
Your browser remembers where you stopped in the last 100 videos', '

When you watch a video, we count the view, and your browser tells us which parts of it were played. What is kept of that are sums that name nobody: the views of a day by country, by premium members and others, and from our search, links on other sites and players there; and how many views each part of the video had. The uploader sees them. A group of fewer than 10 views is shown as "Other".

Your browser remembers where you stopped in the last 100 videos') WHERE slug = 'privacy';
--> statement-breakpoint
INSERT INTO legal_documents (slug, version, title, published_at, body)
  SELECT slug, after_version + 1, title, 1795478400000, body FROM legal_defaults newer WHERE slug = 'privacy' AND (
    SELECT published_at FROM legal_documents current WHERE current.slug = newer.slug AND current.version = newer.after_version
  ) = 1795392000000;
--> statement-breakpoint
DELETE FROM legal_defaults WHERE after_version < (SELECT max(version) FROM legal_documents current WHERE current.slug = legal_defaults.slug);
