CREATE TABLE `factor_resets` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`requested_by` integer NOT NULL,
	`reason` text NOT NULL,
	`requested_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `factor_resets_expires` ON `factor_resets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `account_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`author_id` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_notes_user` ON `account_notes` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `account_warnings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`warned_by` integer NOT NULL,
	`at` integer NOT NULL,
	`acknowledged_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_warnings_user` ON `account_warnings` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `gift_events` (
	`user_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`gift_id` text NOT NULL,
	`days` integer DEFAULT 0 NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `seq`),
	FOREIGN KEY (`gift_id`) REFERENCES `premium_gifts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gift_events_kind" CHECK(kind in ('grant', 'revoke'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gift_events_once` ON `gift_events` (`gift_id`,`kind`);--> statement-breakpoint
CREATE TABLE `premium_gifts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`days` integer NOT NULL,
	`reason` text NOT NULL,
	`given_by` integer NOT NULL,
	`at` integer NOT NULL,
	`revoked_at` integer,
	`revoke_reason` text,
	CONSTRAINT "premium_gifts_days" CHECK(days > 0)
);
--> statement-breakpoint
CREATE INDEX `premium_gifts_user` ON `premium_gifts` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `premium_gifts_newest` ON `premium_gifts` (`at`,`id`);--> statement-breakpoint
ALTER TABLE `users` ADD `trusted_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `quota_bytes` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `publishes_per_day` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `open_uploads` integer;--> statement-breakpoint
-- The only way in beside a payment: a gift to another account, of as many days, that the audit log names with who gave it.
CREATE TRIGGER gift_events_only_audited BEFORE INSERT ON gift_events
WHEN NEW.kind = 'grant' AND NOT EXISTS (
  SELECT 1 FROM premium_gifts g JOIN audit_log a ON a.subject = 'user' AND a.subject_id = CAST(g.user_id AS TEXT)
    WHERE g.id = NEW.gift_id AND g.user_id = NEW.user_id AND g.days = NEW.days AND g.given_by <> g.user_id
      AND a.action = 'user.gift' AND a.actor_id = g.given_by AND json_extract(a.details, '$.gift') = g.id)
BEGIN
  SELECT RAISE(ABORT, 'a grant needs an audited gift to the account');
END;
--> statement-breakpoint
-- One sequence for both kinds of events: whoever comes second reads again.
CREATE TRIGGER gift_events_in_sequence BEFORE INSERT ON gift_events
WHEN EXISTS (SELECT 1 FROM entitlement_events e WHERE e.user_id = NEW.user_id AND e.seq >= NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'another event came first');
END;
--> statement-breakpoint
CREATE TRIGGER entitlement_events_in_sequence BEFORE INSERT ON entitlement_events
WHEN EXISTS (SELECT 1 FROM gift_events g WHERE g.user_id = NEW.user_id AND g.seq >= NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'another event came first');
END;
--> statement-breakpoint
CREATE TRIGGER gift_events_no_update BEFORE UPDATE ON gift_events
BEGIN
  SELECT RAISE(ABORT, 'entitlement events only grow');
END;
--> statement-breakpoint
CREATE TRIGGER gift_events_no_delete BEFORE DELETE ON gift_events
BEGIN
  SELECT RAISE(ABORT, 'entitlement events only grow');
END;
--> statement-breakpoint
CREATE TRIGGER premium_gifts_keep_terms BEFORE UPDATE OF user_id, days, given_by, at ON premium_gifts
BEGIN
  SELECT RAISE(ABORT, 'a gift keeps its terms');
END;
--> statement-breakpoint
CREATE TRIGGER account_notes_no_update BEFORE UPDATE ON account_notes
BEGIN
  SELECT RAISE(ABORT, 'notes only grow');
END;
--> statement-breakpoint
-- They go with the account's data, and not before.
CREATE TRIGGER account_notes_no_delete BEFORE DELETE ON account_notes
WHEN NOT EXISTS (SELECT 1 FROM users u WHERE u.id = OLD.user_id AND u.erasing_at IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'notes only grow');
END;
