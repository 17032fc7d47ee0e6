CREATE TABLE `gift_code_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`note` text NOT NULL,
	`days` integer NOT NULL,
	`codes` integer NOT NULL,
	`redeemed` integer DEFAULT 0 NOT NULL,
	`made_by` integer NOT NULL,
	`at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`revoke_reason` text,
	CONSTRAINT "gift_code_batches_days" CHECK(days > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gift_code_batches_name` ON `gift_code_batches` (`name`);--> statement-breakpoint
CREATE INDEX `gift_code_batches_newest` ON `gift_code_batches` (`at`,`id`);--> statement-breakpoint
CREATE TABLE `gift_code_events` (
	`user_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`days` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `seq`),
	FOREIGN KEY (`hash`) REFERENCES `gift_codes`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gift_code_events_once` ON `gift_code_events` (`hash`);--> statement-breakpoint
CREATE TABLE `gift_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`redeemed_by` integer,
	`redeemed_at` integer,
	FOREIGN KEY (`batch_id`) REFERENCES `gift_code_batches`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `gift_codes_user` ON `gift_codes` (`redeemed_by`,`redeemed_at`) WHERE redeemed_by is not null;--> statement-breakpoint
CREATE INDEX `gift_codes_newest` ON `gift_codes` (`redeemed_at`,`hash`) WHERE redeemed_at is not null;--> statement-breakpoint
-- The codes of a batch come with it, before the audit log names it, and none later.
CREATE TRIGGER gift_codes_with_batch BEFORE INSERT ON gift_codes
WHEN NEW.redeemed_by IS NOT NULL OR NEW.redeemed_at IS NOT NULL
  OR EXISTS (SELECT 1 FROM audit_log a WHERE a.subject = 'gift-codes' AND a.subject_id = NEW.batch_id)
BEGIN
  SELECT RAISE(ABORT, 'a batch gets no more gift codes');
END;
--> statement-breakpoint
CREATE TRIGGER gift_codes_once BEFORE UPDATE ON gift_codes
WHEN OLD.redeemed_at IS NOT NULL OR NEW.redeemed_at IS NULL OR NEW.redeemed_by IS NULL
  OR NEW.hash <> OLD.hash OR NEW.batch_id <> OLD.batch_id
BEGIN
  SELECT RAISE(ABORT, 'a gift code is redeemed once');
END;
--> statement-breakpoint
CREATE TRIGGER gift_codes_no_delete BEFORE DELETE ON gift_codes
BEGIN
  SELECT RAISE(ABORT, 'gift codes stay');
END;
--> statement-breakpoint
CREATE TRIGGER gift_codes_counted AFTER UPDATE OF redeemed_at ON gift_codes
BEGIN
  UPDATE gift_code_batches SET redeemed = redeemed + 1 WHERE id = NEW.batch_id;
END;
--> statement-breakpoint
CREATE TRIGGER gift_code_batches_keep_terms BEFORE UPDATE OF id, days, codes, made_by, at, expires_at ON gift_code_batches
BEGIN
  SELECT RAISE(ABORT, 'a batch keeps its terms');
END;
--> statement-breakpoint
CREATE TRIGGER gift_code_batches_stay_revoked BEFORE UPDATE OF revoked_at ON gift_code_batches
WHEN OLD.revoked_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a revoked batch stays revoked');
END;
--> statement-breakpoint
-- The third way in, beside a payment and a gift: a code that the account redeems now, of as many days, of a batch that isn't
-- revoked or expired, and that the audit log names with who made it, which is somebody else.
CREATE TRIGGER gift_code_events_only_redeemed BEFORE INSERT ON gift_code_events
WHEN NOT EXISTS (
  SELECT 1 FROM gift_codes c JOIN gift_code_batches b ON b.id = c.batch_id
    JOIN audit_log a ON a.subject = 'gift-codes' AND a.subject_id = b.id
    WHERE c.hash = NEW.hash AND c.redeemed_by = NEW.user_id AND c.redeemed_at = NEW.at
      AND b.days = NEW.days AND b.made_by <> NEW.user_id
      AND b.revoked_at IS NULL AND (b.expires_at IS NULL OR b.expires_at > NEW.at)
      AND a.action = 'gift-codes.make' AND a.actor_id = b.made_by)
BEGIN
  SELECT RAISE(ABORT, 'a grant needs a gift code that the account redeems');
END;
--> statement-breakpoint
-- One sequence for all kinds of events: whoever comes second reads again.
CREATE TRIGGER gift_code_events_in_sequence BEFORE INSERT ON gift_code_events
WHEN EXISTS (SELECT 1 FROM entitlement_events e WHERE e.user_id = NEW.user_id AND e.seq >= NEW.seq)
  OR EXISTS (SELECT 1 FROM gift_events g WHERE g.user_id = NEW.user_id AND g.seq >= NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'another event came first');
END;
--> statement-breakpoint
CREATE TRIGGER entitlement_events_after_codes BEFORE INSERT ON entitlement_events
WHEN EXISTS (SELECT 1 FROM gift_code_events c WHERE c.user_id = NEW.user_id AND c.seq >= NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'another event came first');
END;
--> statement-breakpoint
CREATE TRIGGER gift_events_after_codes BEFORE INSERT ON gift_events
WHEN EXISTS (SELECT 1 FROM gift_code_events c WHERE c.user_id = NEW.user_id AND c.seq >= NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'another event came first');
END;
--> statement-breakpoint
CREATE TRIGGER gift_code_events_no_update BEFORE UPDATE ON gift_code_events
BEGIN
  SELECT RAISE(ABORT, 'entitlement events only grow');
END;
--> statement-breakpoint
CREATE TRIGGER gift_code_events_no_delete BEFORE DELETE ON gift_code_events
BEGIN
  SELECT RAISE(ABORT, 'entitlement events only grow');
END;
