-- Tables and indexes are written by `npm run db:baseline`, from db/schema/, down to the line "-- From here on by hand."

CREATE TABLE `media_objects` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`owner_id` integer NOT NULL,
	`sha256` text,
	`picture_sha256` text,
	`sound_sha256` text,
	`crc32` integer,
	`parts_sha256` text,
	`created_at` integer NOT NULL,
	`read_tries` integer DEFAULT 0 NOT NULL,
	`read_due_at` integer,
	`pending_deletion_since` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `media_objects_pending_deletion` ON `media_objects` (`pending_deletion_since`) WHERE pending_deletion_since is not null;
CREATE INDEX `media_objects_owner` ON `media_objects` (`owner_id`);
CREATE INDEX `media_objects_owner_parts` ON `media_objects` (`owner_id`,`parts_sha256`) WHERE parts_sha256 is not null;
CREATE INDEX `media_objects_sha256` ON `media_objects` (`sha256`);
CREATE INDEX `media_objects_picture` ON `media_objects` (`picture_sha256`);
CREATE INDEX `media_objects_derived_due` ON `media_objects` (coalesce(read_due_at, created_at)) WHERE sha256 is null and kind in ('rendition', 'preview', 'trailer') and pending_deletion_since is null;

CREATE TABLE `storage_totals` (
	`kind` text PRIMARY KEY NOT NULL,
	`objects` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;

CREATE TABLE `owner_storage` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL
);

CREATE TABLE `revocations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`below` integer DEFAULT 0 NOT NULL,
	`at` integer NOT NULL
);
CREATE INDEX `revocations_at` ON `revocations` (`at`);
CREATE INDEX `revocations_target` ON `revocations` (`target`);

CREATE TABLE `settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`document` text DEFAULT '{}' NOT NULL,
	`card_payments_enabled` integer DEFAULT false NOT NULL,
	`card_rules_since` integer,
	`cards_checked_id` integer DEFAULT 0 NOT NULL,
	`offers_downloads` integer DEFAULT false NOT NULL,
	`offers_4k` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` integer,
	CONSTRAINT "settings_document" CHECK(json_valid(document) and json_type(document) = 'object')
);

CREATE TABLE `cron_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`tasks` text NOT NULL
);

CREATE TABLE `site_logos` (
	`hash` text PRIMARY KEY NOT NULL,
	`content_type` text NOT NULL,
	`bytes` blob NOT NULL,
	`created_at` integer NOT NULL
);

CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text,
	`details` text,
	`request_id` text NOT NULL
);
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`subject_id`,`id`);
CREATE INDEX `audit_log_kind` ON `audit_log` (`subject`,`id`);
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`id`);
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`id`);
CREATE INDEX `audit_log_at` ON `audit_log` (`at`) WHERE subject not in ('payment', 'payment-alert', 'claim', 'gift-codes');

CREATE TABLE `mail_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dedupe_key` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`sent_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`leaves` text,
	`user_id` integer,
	`to_complainant` integer DEFAULT false NOT NULL
);
CREATE UNIQUE INDEX `mail_outbox_dedupe` ON `mail_outbox` (`dedupe_key`);
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`next_attempt_at`) WHERE next_attempt_at is not null;
CREATE INDEX `mail_outbox_waiting` ON `mail_outbox` (`id`) WHERE next_attempt_at is not null;
CREATE INDEX `mail_outbox_failed` ON `mail_outbox` (`id`) WHERE next_attempt_at is null and sent_at is null;
CREATE INDEX `mail_outbox_sent` ON `mail_outbox` (`id`) WHERE sent_at is not null;
CREATE INDEX `mail_outbox_recipient` ON `mail_outbox` (`recipient`,`id`);
CREATE INDEX `mail_outbox_user` ON `mail_outbox` (`user_id`,`id`) WHERE user_id is not null;

CREATE TABLE `daily_stats` (
	`day` integer NOT NULL,
	`name` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `name`)
) WITHOUT ROWID;

CREATE TABLE `rate_windows` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`resets_at` integer NOT NULL
) WITHOUT ROWID;
CREATE INDEX `rate_windows_resets` ON `rate_windows` (`resets_at`);

CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`held_until` integer NOT NULL
) WITHOUT ROWID;

-- From here on by hand.

-- Counts kept in step by the database itself, so that no writer can forget them.
CREATE TRIGGER media_objects_counted_insert AFTER INSERT ON media_objects
BEGIN
  INSERT INTO storage_totals (kind, objects, bytes) VALUES (NEW.kind, 1, NEW.bytes)
    ON CONFLICT (kind) DO UPDATE SET objects = objects + 1, bytes = bytes + excluded.bytes;
  INSERT INTO owner_storage (user_id, bytes) VALUES (NEW.owner_id, NEW.bytes)
    ON CONFLICT (user_id) DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER media_objects_counted_delete AFTER DELETE ON media_objects
BEGIN
  UPDATE storage_totals SET objects = objects - 1, bytes = bytes - OLD.bytes WHERE kind = OLD.kind;
  UPDATE owner_storage SET bytes = bytes - OLD.bytes WHERE user_id = OLD.owner_id;
END;

-- An object's segment index is deleted with it.
CREATE TRIGGER media_objects_forget_segments AFTER DELETE ON media_objects
BEGIN
  DELETE FROM segment_indexes WHERE object_key = OLD.key;
END;

CREATE TRIGGER media_objects_keep_owner BEFORE UPDATE OF kind, owner_id ON media_objects
BEGIN
  SELECT RAISE(ABORT, 'an object keeps its kind and its owner');
END;

-- When a scan of R2 corrects a size, the totals follow.
CREATE TRIGGER media_objects_counted_size AFTER UPDATE OF bytes ON media_objects
BEGIN
  UPDATE storage_totals SET bytes = bytes - OLD.bytes + NEW.bytes WHERE kind = NEW.kind;
  UPDATE owner_storage SET bytes = bytes - OLD.bytes + NEW.bytes WHERE user_id = NEW.owner_id;
END;

CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log only grows');
END;

-- An entry may be deleted once the log has a prunable one that is three years younger. Entries about money
-- stay with the books, and those about gift codes are looked up when a code is redeemed.
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
WHEN OLD.subject IN ('payment', 'payment-alert', 'claim', 'gift-codes')
  OR OLD.at >= (SELECT max(at) FROM audit_log
    WHERE subject NOT IN ('payment', 'payment-alert', 'claim', 'gift-codes')) - 94608000000
BEGIN
  SELECT RAISE(ABORT, 'the audit log keeps this entry');
END;

INSERT INTO settings (id, updated_at) VALUES (1, 0);
