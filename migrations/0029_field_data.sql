CREATE TABLE `field_counts` (
	`day` integer NOT NULL,
	`metric` text NOT NULL,
	`route` text NOT NULL,
	`bucket` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `metric`, `route`, `bucket`)
);
--> statement-breakpoint
ALTER TABLE `settings` ADD `field_data` integer DEFAULT true NOT NULL;--> statement-breakpoint
-- The privacy policy says what a sample of the pages reports. An edited page gets the new text as a proposal, also one
-- that was edited again while an earlier proposal waited.
INSERT OR IGNORE INTO legal_defaults (slug, title, body, after_version)
  SELECT slug, title, body, (SELECT max(version) FROM legal_documents WHERE slug = 'privacy')
  FROM legal_documents WHERE slug = 'privacy' AND published_at = 1795723200000;
--> statement-breakpoint
UPDATE legal_defaults SET body = replace(body, 'A group of fewer than 10 views is shown as "Other".', 'A group of fewer than 10 views is shown as "Other".

To see how fast the site is, we measure about one page visit in fifty: how long the page and the first frame of a video took, whether the page moved or was slow to respond, whether playback stopped and in which quality, which kinds of errors there were, and which of our host''s data centres answered. The report names the kind of page, never the video, and nothing about you: it has no ID and comes without cookies. It is kept for three months at most. Nothing is measured in discreet mode, or if your browser asks sites not to track you (Global Privacy Control or Do Not Track).'),
  after_version = (SELECT max(version) FROM legal_documents WHERE slug = 'privacy') WHERE slug = 'privacy';
--> statement-breakpoint
INSERT INTO legal_documents (slug, version, title, published_at, body)
  SELECT slug, after_version + 1, title, 1795737600000, body FROM legal_defaults newer WHERE slug = 'privacy' AND (
    SELECT published_at FROM legal_documents current WHERE current.slug = newer.slug AND current.version = newer.after_version
  ) = 1795723200000;
--> statement-breakpoint
DELETE FROM legal_defaults WHERE after_version < (SELECT max(version) FROM legal_documents current WHERE current.slug = legal_defaults.slug);
--> statement-breakpoint
-- Where the published policy is the operator's own, nothing is measured until they say so in it and turn it on.
UPDATE settings SET field_data = 0 WHERE (
  SELECT published_at FROM legal_documents WHERE slug = 'privacy' ORDER BY version DESC LIMIT 1
) IS NOT 1795737600000;
