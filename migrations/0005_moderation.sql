-- Tables and indexes are written by `npm run db:baseline`, from db/schema/, down to the line "-- From here on by hand."

CREATE TABLE `blocked_hashes` (
	`sha256` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL
);

CREATE TABLE `removal_hashes` (
	`sha256` text NOT NULL,
	`removal_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`sha256`, `removal_id`)
) WITHOUT ROWID;
CREATE INDEX `removal_hashes_removal` ON `removal_hashes` (`removal_id`);

CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`video_id` integer NOT NULL,
	`video_title` text NOT NULL,
	`owner_id` integer NOT NULL,
	`reporter_id` integer,
	`reporter_key` text NOT NULL,
	`network` text,
	`email` text,
	`reason` text NOT NULL,
	`details` text DEFAULT '' NOT NULL,
	`hides` integer DEFAULT true NOT NULL,
	`seconds` real,
	`status` text DEFAULT 'open' NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`decision_note` text,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `reports_code` ON `reports` (`code`);
CREATE UNIQUE INDEX `reports_one_open` ON `reports` (`video_id`,`reporter_key`) WHERE status = 'open';
CREATE INDEX `reports_open` ON `reports` (`id`) WHERE status = 'open';
CREATE INDEX `reports_queue` ON `reports` (`hides`,`id`) WHERE status = 'open';
CREATE INDEX `reports_queue_reason` ON `reports` (`reason`,`hides`,`id`) WHERE status = 'open';
CREATE INDEX `reports_decided` ON `reports` (`id`) WHERE status <> 'open';
CREATE INDEX `reports_decided_reason` ON `reports` (`reason`,`id`) WHERE status <> 'open';
CREATE INDEX `reports_received` ON `reports` (`created_at`,`id`);
CREATE INDEX `reports_open_until` ON `reports` (coalesce(decided_at, 8.64e15),`id`);
CREATE INDEX `reports_video` ON `reports` (`video_id`,`id`);
CREATE INDEX `reports_network` ON `reports` (`network`,`created_at`) WHERE status = 'open';
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`id`);
CREATE INDEX `reports_owner` ON `reports` (`owner_id`,`id`);

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
	`hides` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`escalated` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`decision_note` text
);
CREATE UNIQUE INDEX `removal_requests_token` ON `removal_requests` (`token`);
CREATE INDEX `removal_requests_open` ON `removal_requests` (`due_at`,`id`) WHERE status = 'open';
CREATE INDEX `removal_requests_reminders` ON `removal_requests` (`due_at`,`id`) WHERE status = 'open' and escalated < 44;
CREATE INDEX `removal_requests_decided` ON `removal_requests` (`id`) WHERE status <> 'open';
CREATE INDEX `removal_requests_received` ON `removal_requests` (`created_at`,`id`);
CREATE INDEX `removal_requests_open_until` ON `removal_requests` (coalesce(decided_at, 8.64e15),`id`);
CREATE INDEX `removal_requests_video` ON `removal_requests` (`video_id`,`id`);
CREATE INDEX `removal_requests_owner` ON `removal_requests` (`owner_id`,`id`) WHERE owner_id is not null;

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
	`files_deleted_at` integer,
	`restored_at` integer,
	`appeal_text` text,
	`appealed_at` integer,
	`appeal_status` text,
	`appeal_decided_by` integer,
	`appeal_decided_at` integer,
	`appeal_note` text
);
CREATE UNIQUE INDEX `removals_in_force` ON `removals` (`video_id`) WHERE restored_at is null;
CREATE INDEX `removals_owner` ON `removals` (`owner_id`,`id`);
CREATE INDEX `removals_video` ON `removals` (`video_id`,`id`);
CREATE INDEX `removals_copies` ON `removals` (`copy_of`) WHERE copy_of is not null;
CREATE INDEX `removals_removed` ON `removals` (`removed_at`);
CREATE INDEX `removals_restored` ON `removals` (`restored_at`) WHERE restored_at is not null;
CREATE INDEX `removals_appealed` ON `removals` (`appealed_at`) WHERE appealed_at is not null;
CREATE INDEX `removals_appeals` ON `removals` (`appealed_at`,`id`) WHERE appeal_status = 'open';
CREATE INDEX `removals_kept` ON `removals` (`preserve_until`) WHERE files_deleted_at is null and restored_at is null;

CREATE TABLE `account_warnings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`warned_by` integer NOT NULL,
	`at` integer NOT NULL,
	`acknowledged_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `account_warnings_user` ON `account_warnings` (`user_id`,`id`);

CREATE TABLE `account_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`author_id` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `account_notes_user` ON `account_notes` (`user_id`,`id`);

-- From here on by hand.

CREATE TRIGGER removal_hashes_insert AFTER INSERT ON removal_hashes
BEGIN
  INSERT INTO blocked_hashes (sha256, reason, created_at)
    SELECT NEW.sha256, reason, NEW.created_at FROM removals WHERE id = NEW.removal_id
    ON CONFLICT (sha256) DO NOTHING;
END;

-- A hash that another removal blocks stays blocked, for that removal's reason.
CREATE TRIGGER removal_hashes_delete AFTER DELETE ON removal_hashes
BEGIN
  DELETE FROM blocked_hashes WHERE sha256 = OLD.sha256;
  INSERT INTO blocked_hashes (sha256, reason, created_at)
    SELECT h.sha256, r.reason, h.created_at FROM removal_hashes h JOIN removals r ON r.id = h.removal_id
    WHERE h.sha256 = OLD.sha256 ORDER BY h.removal_id LIMIT 1;
END;

CREATE TRIGGER reports_counted_insert AFTER INSERT ON reports WHEN NEW.status = 'open'
BEGIN
  UPDATE videos SET open_reports = open_reports + 1 WHERE id = NEW.video_id;
END;

CREATE TRIGGER reports_counted_update AFTER UPDATE OF status ON reports WHEN (NEW.status = 'open') <> (OLD.status = 'open')
BEGIN
  UPDATE videos SET open_reports = open_reports + (NEW.status = 'open') - (OLD.status = 'open') WHERE id = NEW.video_id;
END;

CREATE TRIGGER reports_keep_words BEFORE UPDATE OF code, video_id, reason, details, seconds, created_at ON reports
BEGIN
  SELECT RAISE(ABORT, 'a report keeps its words');
END;

-- A report never becomes someone else's: it can only lose its reporter, along with their account.
CREATE TRIGGER reports_keep_reporter BEFORE UPDATE OF reporter_id, reporter_key ON reports
WHEN NEW.reporter_id IS NOT NULL OR NEW.reporter_key <> 'deleted:' || OLD.id
BEGIN
  SELECT RAISE(ABORT, 'a report keeps its reporter');
END;

CREATE TRIGGER removal_requests_keep_words BEFORE UPDATE OF token, url, reason, relation, name, email, statement, signature, created_at, due_at ON removal_requests
BEGIN
  SELECT RAISE(ABORT, 'a removal request keeps its words');
END;

CREATE TRIGGER account_notes_no_update BEFORE UPDATE ON account_notes
BEGIN
  SELECT RAISE(ABORT, 'notes only grow');
END;

-- Notes are deleted with the account's data, and not before.
CREATE TRIGGER account_notes_no_delete BEFORE DELETE ON account_notes
WHEN NOT EXISTS (SELECT 1 FROM users u WHERE u.id = OLD.user_id AND u.deleting_at IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'notes only grow');
END;
