CREATE TABLE `orphan_objects` (
	`key` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL,
	`uploaded_at` integer NOT NULL,
	`scan_id` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `storage_scans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`cursor` text,
	`objects` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`orphans` integer DEFAULT 0 NOT NULL,
	`orphan_bytes` integer DEFAULT 0 NOT NULL,
	`missing` integer DEFAULT 0 NOT NULL,
	`missing_keys` text DEFAULT '[]' NOT NULL,
	`drift_bytes` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `daily_stats` (
	`day` integer NOT NULL,
	`name` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `name`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `removal_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token` text NOT NULL,
	`url` text NOT NULL,
	`video_id` integer,
	`video_title` text,
	`owner_id` integer,
	`reason` text NOT NULL,
	`relation` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`statement` text NOT NULL,
	`signature` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`escalated` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`decision_note` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `removal_requests_token` ON `removal_requests` (`token`);--> statement-breakpoint
CREATE INDEX `removal_requests_open` ON `removal_requests` (`due_at`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `removal_requests_reminders` ON `removal_requests` (`due_at`,`id`) WHERE status = 'open' and escalated < 44;--> statement-breakpoint
CREATE INDEX `removal_requests_decided` ON `removal_requests` (`id`) WHERE status <> 'open';--> statement-breakpoint
CREATE INDEX `removal_requests_video` ON `removal_requests` (`video_id`,`id`);--> statement-breakpoint
CREATE TABLE `removals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`video_id` integer NOT NULL,
	`video_title` text NOT NULL,
	`owner_id` integer NOT NULL,
	`reason` text NOT NULL,
	`statement` text NOT NULL,
	`copy_of` integer,
	`removed_by` integer,
	`removed_at` integer NOT NULL,
	`preserve_until` integer NOT NULL,
	`purged_at` integer,
	`restored_at` integer,
	`appeal_text` text,
	`appealed_at` integer,
	`appeal_status` text,
	`appeal_decided_by` integer,
	`appeal_decided_at` integer,
	`appeal_note` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `removals_in_force` ON `removals` (`video_id`) WHERE restored_at is null;--> statement-breakpoint
CREATE INDEX `removals_owner` ON `removals` (`owner_id`,`id`);--> statement-breakpoint
CREATE INDEX `removals_video` ON `removals` (`video_id`,`id`);--> statement-breakpoint
CREATE INDEX `removals_copies` ON `removals` (`copy_of`) WHERE copy_of is not null;--> statement-breakpoint
CREATE INDEX `removals_appeals` ON `removals` (`appealed_at`,`id`) WHERE appeal_status = 'open';--> statement-breakpoint
CREATE INDEX `removals_kept` ON `removals` (`preserve_until`) WHERE purged_at is null and restored_at is null;--> statement-breakpoint
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`video_id` integer NOT NULL,
	`video_title` text NOT NULL,
	`owner_id` integer NOT NULL,
	`reporter_id` integer,
	`reporter_key` text NOT NULL,
	`email` text,
	`reason` text NOT NULL,
	`details` text DEFAULT '' NOT NULL,
	`seconds` real,
	`status` text DEFAULT 'open' NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`decision_note` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_code` ON `reports` (`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_one_open` ON `reports` (`video_id`,`reporter_key`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `reports_open_reason` ON `reports` (`reason`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `reports_decided` ON `reports` (`id`) WHERE status <> 'open';--> statement-breakpoint
CREATE INDEX `reports_decided_reason` ON `reports` (`reason`,`id`) WHERE status <> 'open';--> statement-breakpoint
CREATE INDEX `reports_video` ON `reports` (`video_id`,`id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`id`);--> statement-breakpoint
DROP INDEX `dead_letters_open`;--> statement-breakpoint
CREATE INDEX `dead_letters_resolved` ON `dead_letters` (`at`,`id`) WHERE resolved_at is not null;--> statement-breakpoint
CREATE INDEX `dead_letters_open` ON `dead_letters` (`at`,`id`) WHERE resolved_at is null;--> statement-breakpoint
CREATE TABLE `removal_hashes` (
	`sha256` text NOT NULL,
	`removal_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`sha256`, `removal_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `removal_hashes_removal` ON `removal_hashes` (`removal_id`);--> statement-breakpoint
ALTER TABLE `settings` ADD `storage_budget_bytes` integer DEFAULT 1000000000000 NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `blocked_regions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `regions_decided` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `updated_by` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `categories` ADD `doomed_at` integer;--> statement-breakpoint
ALTER TABLE `videos` ADD `waiting_since` integer;--> statement-breakpoint
ALTER TABLE `videos` ADD `public_before` integer;--> statement-breakpoint
ALTER TABLE `videos` ADD `open_reports` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `videos_waiting` ON `videos` (`waiting_since`,`id`) WHERE review = 'pending' and status = 'ready' and hold is null;--> statement-breakpoint
CREATE INDEX `videos_rejected` ON `videos` (`id`) WHERE review = 'rejected';--> statement-breakpoint
CREATE INDEX `videos_private` ON `videos` (`id`) WHERE is_public = 0;--> statement-breakpoint
CREATE INDEX `videos_broken` ON `videos` (`id`) WHERE status <> 'ready';--> statement-breakpoint
CREATE INDEX `videos_held` ON `videos` (`id`) WHERE hold is not null;--> statement-breakpoint
CREATE INDEX `videos_reported` ON `videos` (`id`) WHERE open_reports > 0;--> statement-breakpoint
CREATE INDEX `videos_banned` ON `videos` (`user_id`,`id`) WHERE hold = 'ban';--> statement-breakpoint
CREATE INDEX `videos_class` ON `videos` (`is_premium`,`id`);--> statement-breakpoint
CREATE INDEX `videos_of_owner` ON `videos` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `videos_title` ON `videos` (`title_folded`,`id`);--> statement-breakpoint
CREATE INDEX `videos_pending_category` ON `videos` (`category_id`,`id`) WHERE review = 'pending';--> statement-breakpoint
CREATE INDEX `videos_rejected_category` ON `videos` (`category_id`,`id`) WHERE review = 'rejected';--> statement-breakpoint
CREATE INDEX `videos_private_category` ON `videos` (`category_id`,`id`) WHERE is_public = 0;--> statement-breakpoint
CREATE INDEX `videos_pending_owner` ON `videos` (`user_id`,`id`) WHERE review = 'pending';--> statement-breakpoint
CREATE INDEX `videos_rejected_owner` ON `videos` (`user_id`,`id`) WHERE review = 'rejected';--> statement-breakpoint
CREATE INDEX `videos_private_owner` ON `videos` (`user_id`,`id`) WHERE is_public = 0;--> statement-breakpoint
CREATE INDEX `videos_reported_owner` ON `videos` (`user_id`,`id`) WHERE open_reports > 0;--> statement-breakpoint
CREATE INDEX `media_objects_samples` ON `media_objects` (`samples_sha256`);--> statement-breakpoint
CREATE INDEX `media_objects_unread` ON `media_objects` (`created_at`) WHERE sha256 is null and kind in ('rung', 'preview') and doomed_at is null;--> statement-breakpoint
CREATE INDEX `audit_log_kind` ON `audit_log` (`subject`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `mail_outbox_waiting` ON `mail_outbox` (`id`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX `mail_outbox_failed` ON `mail_outbox` (`id`) WHERE next_attempt_at is null and sent_at is null;--> statement-breakpoint
CREATE INDEX `mail_outbox_sent` ON `mail_outbox` (`id`) WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX `mail_outbox_recipient` ON `mail_outbox` (`recipient`,`id`);--> statement-breakpoint
CREATE INDEX `users_admins` ON `users` (`id`) WHERE is_admin = 1;--> statement-breakpoint
CREATE INDEX `users_banned` ON `users` (`id`) WHERE ban_reason is not null;--> statement-breakpoint
CREATE INDEX `users_ban_ends` ON `users` (`ban_until`) WHERE ban_until is not null;
--> statement-breakpoint
UPDATE videos SET waiting_since = created_at WHERE review = 'pending';
--> statement-breakpoint
CREATE TRIGGER reports_counted_insert AFTER INSERT ON reports WHEN NEW.status = 'open'
BEGIN
  UPDATE videos SET open_reports = open_reports + 1 WHERE id = NEW.video_id;
END;
--> statement-breakpoint
CREATE TRIGGER reports_counted_update AFTER UPDATE OF status ON reports WHEN (NEW.status = 'open') <> (OLD.status = 'open')
BEGIN
  UPDATE videos SET open_reports = open_reports + (NEW.status = 'open') - (OLD.status = 'open') WHERE id = NEW.video_id;
END;
--> statement-breakpoint
-- What somebody reported stays as they said it.
CREATE TRIGGER reports_keep_words BEFORE UPDATE OF code, video_id, reporter_id, reporter_key, reason, details, seconds, created_at ON reports
BEGIN
  SELECT RAISE(ABORT, 'a report keeps its words');
END;
--> statement-breakpoint
CREATE TRIGGER removal_requests_keep_words BEFORE UPDATE OF token, url, reason, relation, name, email, statement, signature, created_at, due_at ON removal_requests
BEGIN
  SELECT RAISE(ABORT, 'a removal request keeps its words');
END;
--> statement-breakpoint
CREATE TRIGGER removal_hashes_insert AFTER INSERT ON removal_hashes
BEGIN
  INSERT INTO blocked_hashes (sha256, reason, created_at)
    SELECT NEW.sha256, reason, NEW.created_at FROM removals WHERE id = NEW.removal_id
    ON CONFLICT (sha256) DO NOTHING;
END;
--> statement-breakpoint
-- What another removal blocks stays blocked, for the reason of that one.
CREATE TRIGGER removal_hashes_delete AFTER DELETE ON removal_hashes
BEGIN
  DELETE FROM blocked_hashes WHERE sha256 = OLD.sha256;
  INSERT INTO blocked_hashes (sha256, reason, created_at)
    SELECT h.sha256, r.reason, h.created_at FROM removal_hashes h JOIN removals r ON r.id = h.removal_id
    WHERE h.sha256 = OLD.sha256 ORDER BY h.removal_id LIMIT 1;
END;
--> statement-breakpoint
CREATE TRIGGER users_counted_by_day AFTER INSERT ON users
BEGIN
  INSERT INTO daily_stats (day, name, value) VALUES (NEW.created_at / 86400000, 'signups', 1)
    ON CONFLICT (day, name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER videos_counted_by_day AFTER INSERT ON videos
BEGIN
  INSERT INTO daily_stats (day, name, value) VALUES (NEW.created_at / 86400000, 'uploads', 1)
    ON CONFLICT (day, name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
-- Coins have no amount in minor units, and stand in the ledger alone.
CREATE TRIGGER ledger_counted_by_day AFTER INSERT ON ledger WHEN NEW.amount_minor IS NOT NULL
BEGIN
  INSERT INTO daily_stats (day, name, value)
    VALUES (NEW.at / 86400000, CASE WHEN NEW.kind = 'charge' THEN 'charged:' ELSE 'refunded:' END || NEW.currency,
      CASE WHEN NEW.kind = 'chargeback_won' THEN -NEW.amount_minor ELSE NEW.amount_minor END)
    ON CONFLICT (day, name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
INSERT INTO daily_stats (day, name, value)
  SELECT created_at / 86400000, 'signups', count(*) FROM users GROUP BY 1;
--> statement-breakpoint
INSERT INTO daily_stats (day, name, value)
  SELECT created_at / 86400000, 'uploads', count(*) FROM videos GROUP BY 1;
--> statement-breakpoint
INSERT INTO daily_stats (day, name, value)
  SELECT at / 86400000, CASE WHEN kind = 'charge' THEN 'charged:' ELSE 'refunded:' END || currency,
      sum(CASE WHEN kind = 'chargeback_won' THEN -amount_minor ELSE amount_minor END)
    FROM ledger WHERE amount_minor IS NOT NULL GROUP BY 1, 2;
--> statement-breakpoint
-- A size that a scan of R2 puts right is counted as it is then. What an object is, and whose, stays.
DROP TRIGGER media_objects_keep_size;
--> statement-breakpoint
CREATE TRIGGER media_objects_keep_owner BEFORE UPDATE OF kind, owner_id ON media_objects
BEGIN
  SELECT RAISE(ABORT, 'an object keeps its kind and its owner');
END;
--> statement-breakpoint
CREATE TRIGGER media_objects_counted_size AFTER UPDATE OF bytes ON media_objects
BEGIN
  UPDATE storage_totals SET bytes = bytes - OLD.bytes + NEW.bytes WHERE kind = NEW.kind;
  UPDATE owner_storage SET bytes = bytes - OLD.bytes + NEW.bytes WHERE user_id = NEW.owner_id;
END;
--> statement-breakpoint
-- The form stands below this text now. Only in place of the first version: whoever wrote their own keeps it.
INSERT INTO legal_documents (slug, version, title, published_at, body)
  SELECT 'removal', 2, 'Content Removal', 1795219200000, 'Are you in a video on {siteName} and did not agree to it, or no longer do? Does a video show somebody under 18, or an intimate picture of you that was made or published without your consent, generated ones included? Ask for its removal. You need no account, and it costs nothing.

## How to ask

Use the form below. If you cannot, write to {contactEmail} with the subject "Removal" and say what the form asks for: the address of each video, how you stand to it, what is wrong, that you believe in good faith that what you say is true, how we can reach you, and your typed full name as a signature.

Do not send intimate pictures or videos. The address is all that we need. We do not pass on your name to the uploader.

## What happens then

You get a receipt with a link that shows how far your request is. If a minor may be involved, or somebody did not consent, the video is hidden at once, before anything is decided.

We decide within 48 hours, and tell you what was decided and why. What is removed is recognised by its fingerprint, and the same file cannot be uploaded again.

Sexual material with minors is reported to the authorities and preserved for them.

## If you disagree

The uploader can ask once for a second look at a removal. If we refused yours, answer the message that told you so, and somebody else looks at it.

## Help elsewhere

StopNCII.org helps adults to keep intimate pictures from spreading over many sites, takeitdown.ncmec.org helps persons who were under 18 in them. Neither needs the picture itself. If you are in danger, call the police.'
  WHERE (SELECT max(version) FROM legal_documents WHERE slug = 'removal') = 1;
