-- Tables and indexes are written by `npm run db:baseline`, from db/schema/, down to the line "-- From here on by hand."

CREATE TABLE `pay_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`provider` text NOT NULL,
	`provider_order_id` text,
	`provider_payment_hint` text,
	`plan` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`period_days` integer NOT NULL,
	`status` text DEFAULT 'created' NOT NULL,
	`captures` integer DEFAULT 0 NOT NULL,
	`terms_version` integer NOT NULL,
	`consent_at` integer NOT NULL,
	`next_check_at` integer,
	`checks` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`sold_video_id` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	CONSTRAINT "pay_orders_amount" CHECK(amount_minor > 0),
	CONSTRAINT "pay_orders_period" CHECK(period_days > 0)
);
CREATE UNIQUE INDEX `pay_orders_provider` ON `pay_orders` (`provider`,`provider_order_id`) WHERE provider_order_id is not null;
CREATE UNIQUE INDEX `pay_orders_hint` ON `pay_orders` (`provider`,`provider_payment_hint`) WHERE provider_payment_hint is not null;
CREATE INDEX `pay_orders_due` ON `pay_orders` (`next_check_at`) WHERE next_check_at is not null;
CREATE INDEX `pay_orders_user` ON `pay_orders` (`user_id`,`created_at`);
CREATE INDEX `pay_orders_sold` ON `pay_orders` (`created_at`) WHERE sold_video_id is not null;

CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text,
	`user_id` integer,
	`provider` text NOT NULL,
	`provider_payment_id` text NOT NULL,
	`method` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer,
	`amount_atomic` text,
	`refunded_minor` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`status_rank` integer NOT NULL,
	`plan` text,
	`verified_by` text,
	`verified_at` integer,
	`provider_created_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `pay_orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_amount" CHECK(amount_minor is not null or amount_atomic is not null),
	CONSTRAINT "payments_verified_by" CHECK(verified_by in ('provider_api', 'chain', 'admin'))
);
CREATE UNIQUE INDEX `payments_provider` ON `payments` (`provider`,`provider_payment_id`);
CREATE INDEX `payments_user` ON `payments` (`user_id`,`provider_created_at`);
CREATE INDEX `payments_newest` ON `payments` (`provider_created_at`,`id`);
CREATE INDEX `payments_status` ON `payments` (`status`,`provider_created_at`,`id`);
CREATE INDEX `payments_order` ON `payments` (`order_id`);

CREATE TABLE `payment_refs` (
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`payment_id` text NOT NULL,
	PRIMARY KEY(`kind`, `ref`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
CREATE INDEX `payment_refs_payment` ON `payment_refs` (`payment_id`);
CREATE INDEX `payment_refs_ref` ON `payment_refs` (`ref`);

CREATE TABLE `claims` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`method` text NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`plan` text NOT NULL,
	`coin` text,
	`amount_minor` integer,
	`bank_id` text,
	`status` text DEFAULT 'submitted' NOT NULL,
	`payment_id` text,
	`finding` text DEFAULT '' NOT NULL,
	`terms_version` integer NOT NULL,
	`consent_at` integer,
	`next_check_at` integer,
	`checks` integer DEFAULT 0 NOT NULL,
	`reviewer_id` integer,
	`review_note` text,
	`decided_at` integer,
	`sold_video_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE UNIQUE INDEX `claims_of_user` ON `claims` (`user_id`,`kind`,`ref`);
CREATE UNIQUE INDEX `claims_granted_once` ON `claims` (`kind`,`ref`) WHERE status = 'granted';
CREATE INDEX `claims_ref` ON `claims` (`kind`,`ref`);
CREATE INDEX `claims_due` ON `claims` (`next_check_at`) WHERE next_check_at is not null;
CREATE INDEX `claims_queue` ON `claims` (`status`,`created_at`,`id`);
CREATE INDEX `claims_sold` ON `claims` (`created_at`) WHERE sold_video_id is not null;

CREATE TABLE `entitlement_events` (
	`user_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`payment_id` text NOT NULL,
	`cause` text NOT NULL,
	`days` integer DEFAULT 0 NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `seq`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "entitlement_events_kind" CHECK(kind in ('grant', 'revoke', 'hold', 'release'))
) WITHOUT ROWID;
CREATE UNIQUE INDEX `entitlement_events_cause` ON `entitlement_events` (`payment_id`,`kind`,`cause`);
CREATE UNIQUE INDEX `entitlement_events_grant` ON `entitlement_events` (`payment_id`) WHERE kind = 'grant';

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
CREATE INDEX `premium_gifts_user` ON `premium_gifts` (`user_id`,`at`);
CREATE INDEX `premium_gifts_newest` ON `premium_gifts` (`at`,`id`);

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
CREATE UNIQUE INDEX `gift_events_once` ON `gift_events` (`gift_id`,`kind`);

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
CREATE UNIQUE INDEX `gift_code_batches_name` ON `gift_code_batches` (`name`);
CREATE INDEX `gift_code_batches_newest` ON `gift_code_batches` (`at`,`id`);

CREATE TABLE `gift_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`redeemed_by` integer,
	`redeemed_at` integer,
	FOREIGN KEY (`batch_id`) REFERENCES `gift_code_batches`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `gift_codes_user` ON `gift_codes` (`redeemed_by`,`redeemed_at`) WHERE redeemed_by is not null;
CREATE INDEX `gift_codes_newest` ON `gift_codes` (`redeemed_at`,`hash`) WHERE redeemed_at is not null;

CREATE TABLE `gift_code_events` (
	`user_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`days` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `seq`),
	FOREIGN KEY (`hash`) REFERENCES `gift_codes`(`hash`) ON UPDATE no action ON DELETE no action
);
CREATE UNIQUE INDEX `gift_code_events_once` ON `gift_code_events` (`hash`);

CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer,
	`amount_atomic` text,
	`provider_ref` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE UNIQUE INDEX `ledger_once_each` ON `ledger` (`payment_id`,`kind`,`provider_ref`);
CREATE INDEX `ledger_at` ON `ledger` (`at`);

CREATE TABLE `disputes` (
	`provider` text NOT NULL,
	`dispute_id` text NOT NULL,
	`payment_id` text,
	`stage` text NOT NULL,
	`status` text NOT NULL,
	`outcome` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `dispute_id`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
CREATE INDEX `disputes_payment` ON `disputes` (`payment_id`);

CREATE TABLE `webhook_events` (
	`provider` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`status` text DEFAULT 'received' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`received_at` integer NOT NULL,
	`next_attempt_at` integer,
	PRIMARY KEY(`provider`, `event_id`)
);
CREATE INDEX `webhook_events_due` ON `webhook_events` (`next_attempt_at`) WHERE next_attempt_at is not null;
CREATE INDEX `webhook_events_received` ON `webhook_events` (`received_at`);

CREATE TABLE `payment_books` (
	`provider` text PRIMARY KEY NOT NULL,
	`read_until` integer NOT NULL
);

CREATE TABLE `payment_alerts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dedupe_key` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`payment_id` text,
	`order_id` text,
	`at` integer NOT NULL,
	`resolved_at` integer,
	`resolved_by` integer
);
CREATE UNIQUE INDEX `payment_alerts_dedupe` ON `payment_alerts` (`dedupe_key`);
CREATE INDEX `payment_alerts_open` ON `payment_alerts` (`id`) WHERE resolved_at is null;

CREATE TABLE `batch_assert` (
	`ok` integer NOT NULL
);

CREATE TABLE `subscriptions` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`premium_until` integer NOT NULL,
	`plan` text,
	`state` text DEFAULT 'running' NOT NULL,
	`cancelled` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `subscriptions_until` ON `subscriptions` (`plan`,`premium_until`);

-- From here on by hand.

-- An order is a promise: its account, provider, plan, price and term can't be changed.
CREATE TRIGGER pay_orders_keep_terms BEFORE UPDATE OF user_id, provider, plan, currency, amount_minor, period_days ON pay_orders
BEGIN
  SELECT RAISE(ABORT, 'an order keeps its terms');
END;

-- A payment that belongs to an account never becomes another account's.
CREATE TRIGGER payments_keep_owner BEFORE UPDATE OF user_id ON payments WHEN OLD.user_id IS NOT NULL AND NEW.user_id IS NOT OLD.user_id
BEGIN
  SELECT RAISE(ABORT, 'a payment keeps its owner');
END;

CREATE TRIGGER payments_rank_rises BEFORE UPDATE OF status, status_rank ON payments WHEN NEW.status_rank < OLD.status_rank
BEGIN
  SELECT RAISE(ABORT, 'the status of a payment never goes back');
END;

-- The only way in: no mistake in a handler can grant premium on a browser's word alone.
CREATE TRIGGER entitlement_events_only_verified BEFORE INSERT ON entitlement_events
WHEN NEW.kind = 'grant' AND NOT EXISTS (
  SELECT 1 FROM payments p WHERE p.id = NEW.payment_id AND p.user_id = NEW.user_id
    AND p.status IN ('captured', 'partially_refunded') AND p.verified_by IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'a grant needs a verified, captured payment of the account');
END;

CREATE TRIGGER entitlement_events_no_update BEFORE UPDATE ON entitlement_events
BEGIN
  SELECT RAISE(ABORT, 'entitlement events only grow');
END;

CREATE TRIGGER entitlement_events_no_delete BEFORE DELETE ON entitlement_events
BEGIN
  SELECT RAISE(ABORT, 'entitlement events only grow');
END;

CREATE TRIGGER entitlement_events_in_sequence BEFORE INSERT ON entitlement_events
WHEN EXISTS (SELECT 1 FROM gift_events g WHERE g.user_id = NEW.user_id AND g.seq >= NEW.seq)
  OR EXISTS (SELECT 1 FROM gift_code_events c WHERE c.user_id = NEW.user_id AND c.seq >= NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'another event came first');
END;

CREATE TRIGGER premium_gifts_keep_terms BEFORE UPDATE OF user_id, days, given_by, at ON premium_gifts
BEGIN
  SELECT RAISE(ABORT, 'a gift keeps its terms');
END;

-- The second way in, besides a payment: a gift to another account, of the same number of days, which the
-- audit log records along with its giver.
CREATE TRIGGER gift_events_only_audited BEFORE INSERT ON gift_events
WHEN NEW.kind = 'grant' AND NOT EXISTS (
  SELECT 1 FROM premium_gifts g JOIN audit_log a ON a.subject = 'user' AND a.subject_id = CAST(g.user_id AS TEXT)
    WHERE g.id = NEW.gift_id AND g.user_id = NEW.user_id AND g.days = NEW.days AND g.given_by <> g.user_id
      AND a.action = 'user.gift' AND a.actor_id = g.given_by AND json_extract(a.details, '$.gift') = g.id)
BEGIN
  SELECT RAISE(ABORT, 'a grant needs an audited gift to the account');
END;

-- One sequence for all kinds of events: the second writer of a number has to read again.
CREATE TRIGGER gift_events_in_sequence BEFORE INSERT ON gift_events
WHEN EXISTS (SELECT 1 FROM entitlement_events e WHERE e.user_id = NEW.user_id AND e.seq >= NEW.seq)
  OR EXISTS (SELECT 1 FROM gift_code_events c WHERE c.user_id = NEW.user_id AND c.seq >= NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'another event came first');
END;

CREATE TRIGGER gift_events_no_update BEFORE UPDATE ON gift_events
BEGIN
  SELECT RAISE(ABORT, 'entitlement events only grow');
END;

CREATE TRIGGER gift_events_no_delete BEFORE DELETE ON gift_events
BEGIN
  SELECT RAISE(ABORT, 'entitlement events only grow');
END;

CREATE TRIGGER gift_code_batches_keep_terms BEFORE UPDATE OF id, days, codes, made_by, at, expires_at ON gift_code_batches
BEGIN
  SELECT RAISE(ABORT, 'a batch keeps its terms');
END;

CREATE TRIGGER gift_code_batches_stay_revoked BEFORE UPDATE OF revoked_at ON gift_code_batches
WHEN OLD.revoked_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a revoked batch stays revoked');
END;

-- Codes can be added to a batch only until the audit log names it.
CREATE TRIGGER gift_codes_with_batch BEFORE INSERT ON gift_codes
WHEN NEW.redeemed_by IS NOT NULL OR NEW.redeemed_at IS NOT NULL
  OR EXISTS (SELECT 1 FROM audit_log a WHERE a.subject = 'gift-codes' AND a.subject_id = NEW.batch_id)
BEGIN
  SELECT RAISE(ABORT, 'a batch gets no more gift codes');
END;

CREATE TRIGGER gift_codes_once BEFORE UPDATE ON gift_codes
WHEN OLD.redeemed_at IS NOT NULL OR NEW.redeemed_at IS NULL OR NEW.redeemed_by IS NULL
  OR NEW.hash <> OLD.hash OR NEW.batch_id <> OLD.batch_id
BEGIN
  SELECT RAISE(ABORT, 'a gift code is redeemed once');
END;

CREATE TRIGGER gift_codes_no_delete BEFORE DELETE ON gift_codes
BEGIN
  SELECT RAISE(ABORT, 'gift codes stay');
END;

CREATE TRIGGER gift_codes_counted AFTER UPDATE OF redeemed_at ON gift_codes
BEGIN
  UPDATE gift_code_batches SET redeemed = redeemed + 1 WHERE id = NEW.batch_id;
END;

-- The third way in, besides a payment and a gift: a code that the account redeems now, of the same number of
-- days, from a batch that isn't revoked or expired. The audit log must record the batch with its maker, who
-- is someone else.
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

CREATE TRIGGER gift_code_events_in_sequence BEFORE INSERT ON gift_code_events
WHEN EXISTS (SELECT 1 FROM entitlement_events e WHERE e.user_id = NEW.user_id AND e.seq >= NEW.seq)
  OR EXISTS (SELECT 1 FROM gift_events g WHERE g.user_id = NEW.user_id AND g.seq >= NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'another event came first');
END;

CREATE TRIGGER gift_code_events_no_update BEFORE UPDATE ON gift_code_events
BEGIN
  SELECT RAISE(ABORT, 'entitlement events only grow');
END;

CREATE TRIGGER gift_code_events_no_delete BEFORE DELETE ON gift_code_events
BEGIN
  SELECT RAISE(ABORT, 'entitlement events only grow');
END;

CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'the ledger only grows');
END;

CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'the ledger only grows');
END;

-- Coins are counted in atomic units; those with 18 decimals in hundred-millionths of a coin, or their sums
-- would be too large. Returned money is negative in the ledger, and is added up separately.
CREATE TRIGGER ledger_counted_by_day AFTER INSERT ON ledger
BEGIN
  INSERT INTO daily_stats (day, name, value)
    VALUES (NEW.at / 86400000, CASE WHEN NEW.kind = 'charge' THEN 'charged:' ELSE 'refunded:' END || NEW.currency,
      CASE WHEN NEW.kind = 'charge' THEN 1 ELSE -1 END * coalesce(NEW.amount_minor, CAST(substr(NEW.amount_atomic, 1,
        length(NEW.amount_atomic) - CASE WHEN NEW.currency IN ('ETH', 'MATIC') THEN 10 ELSE 0 END) AS INTEGER)))
    ON CONFLICT (day, name) DO UPDATE SET value = value + excluded.value;
END;
