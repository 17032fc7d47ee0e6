DROP INDEX `ledger_once`;--> statement-breakpoint
DROP INDEX `ledger_payment`;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once_each` ON `ledger` (`payment_id`,`kind`,`provider_ref`);