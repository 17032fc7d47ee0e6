CREATE TABLE `batch_assert` (
	`ok` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `claims` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`method` text NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`plan` text NOT NULL,
	`coin` text,
	`bank_id` text,
	`status` text DEFAULT 'submitted' NOT NULL,
	`payment_id` text,
	`finding` text DEFAULT '' NOT NULL,
	`terms_version` integer NOT NULL,
	`consent_at` integer NOT NULL,
	`next_check_at` integer,
	`checks` integer DEFAULT 0 NOT NULL,
	`reviewer_id` integer,
	`review_note` text,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `claims_of_user` ON `claims` (`user_id`,`kind`,`ref`);--> statement-breakpoint
CREATE UNIQUE INDEX `claims_granted_once` ON `claims` (`kind`,`ref`) WHERE status = 'granted';--> statement-breakpoint
CREATE INDEX `claims_ref` ON `claims` (`kind`,`ref`);--> statement-breakpoint
CREATE INDEX `claims_due` ON `claims` (`next_check_at`) WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX `claims_queue` ON `claims` (`status`,`created_at`,`id`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE INDEX `disputes_payment` ON `disputes` (`payment_id`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE UNIQUE INDEX `entitlement_events_cause` ON `entitlement_events` (`payment_id`,`kind`,`cause`);--> statement-breakpoint
CREATE UNIQUE INDEX `entitlement_events_grant` ON `entitlement_events` (`payment_id`) WHERE kind = 'grant';--> statement-breakpoint
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
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`kind`,`provider_ref`);--> statement-breakpoint
CREATE INDEX `ledger_payment` ON `ledger` (`payment_id`);--> statement-breakpoint
CREATE INDEX `ledger_at` ON `ledger` (`at`);--> statement-breakpoint
CREATE TABLE `pay_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`provider` text NOT NULL,
	`provider_order_id` text,
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
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	CONSTRAINT "pay_orders_amount" CHECK(amount_minor > 0),
	CONSTRAINT "pay_orders_period" CHECK(period_days > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pay_orders_provider` ON `pay_orders` (`provider`,`provider_order_id`) WHERE provider_order_id is not null;--> statement-breakpoint
CREATE INDEX `pay_orders_due` ON `pay_orders` (`next_check_at`) WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX `pay_orders_user` ON `pay_orders` (`user_id`,`created_at`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_alerts_dedupe` ON `payment_alerts` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `payment_alerts_open` ON `payment_alerts` (`id`) WHERE resolved_at is null;--> statement-breakpoint
CREATE TABLE `payment_refs` (
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`payment_id` text NOT NULL,
	PRIMARY KEY(`kind`, `ref`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `payment_refs_payment` ON `payment_refs` (`payment_id`);--> statement-breakpoint
CREATE INDEX `payment_refs_ref` ON `payment_refs` (`ref`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider` ON `payments` (`provider`,`provider_payment_id`);--> statement-breakpoint
CREATE INDEX `payments_user` ON `payments` (`user_id`,`provider_created_at`);--> statement-breakpoint
CREATE INDEX `payments_newest` ON `payments` (`provider_created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_status` ON `payments` (`status`,`provider_created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_order` ON `payments` (`order_id`);--> statement-breakpoint
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
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_events_due` ON `webhook_events` (`next_attempt_at`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX `webhook_events_received` ON `webhook_events` (`received_at`);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `plan` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `state` text DEFAULT 'running' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `cancelled` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_until` ON `subscriptions` (`plan`,`premium_until`);
--> statement-breakpoint
-- Nothing was ever sold before this: what stands here was written, not bought.
DELETE FROM `subscriptions`;
--> statement-breakpoint
-- The only way in: no handler's mistake can grant on what a browser said.
CREATE TRIGGER entitlement_events_only_verified BEFORE INSERT ON entitlement_events
WHEN NEW.kind = 'grant' AND NOT EXISTS (
  SELECT 1 FROM payments p WHERE p.id = NEW.payment_id AND p.user_id = NEW.user_id
    AND p.status IN ('captured', 'partially_refunded') AND p.verified_by IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'a grant needs a verified, captured payment of the account');
END;
--> statement-breakpoint
CREATE TRIGGER entitlement_events_no_update BEFORE UPDATE ON entitlement_events
BEGIN
  SELECT RAISE(ABORT, 'entitlement events only grow');
END;
--> statement-breakpoint
CREATE TRIGGER entitlement_events_no_delete BEFORE DELETE ON entitlement_events
BEGIN
  SELECT RAISE(ABORT, 'entitlement events only grow');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'the ledger only grows');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'the ledger only grows');
END;
--> statement-breakpoint
-- An order is a promise: what it says was ordered, for whom and at what price, stays.
CREATE TRIGGER pay_orders_keep_terms BEFORE UPDATE OF user_id, provider, plan, currency, amount_minor, period_days ON pay_orders
BEGIN
  SELECT RAISE(ABORT, 'an order keeps its terms');
END;
--> statement-breakpoint
-- A payment that was somebody's never becomes somebody else's.
CREATE TRIGGER payments_keep_owner BEFORE UPDATE OF user_id ON payments WHEN OLD.user_id IS NOT NULL AND NEW.user_id IS NOT OLD.user_id
BEGIN
  SELECT RAISE(ABORT, 'a payment keeps its owner');
END;
--> statement-breakpoint
CREATE TRIGGER payments_rank_rises BEFORE UPDATE OF status, status_rank ON payments WHEN NEW.status_rank < OLD.status_rank
BEGIN
  SELECT RAISE(ABORT, 'the status of a payment never goes back');
END;
