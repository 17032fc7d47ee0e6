CREATE TABLE `site_logos` (
	`hash` text PRIMARY KEY NOT NULL,
	`content_type` text NOT NULL,
	`bytes` blob NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `settings` ADD `accent` text;--> statement-breakpoint
ALTER TABLE `settings` ADD `logo` text;--> statement-breakpoint
ALTER TABLE `settings` ADD `footer_links` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `home_sections` text DEFAULT '["hero","continue","popularFree","premiumOffer","premium","recent"]' NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
-- Coins are counted, too: in atomic units, or in hundred-millionths of coins with 18 decimals, whose sums would be too large.
-- What was returned is negative in the ledger, and was added to the revenue.
DROP TRIGGER ledger_counted_by_day;
--> statement-breakpoint
CREATE TRIGGER ledger_counted_by_day AFTER INSERT ON ledger
BEGIN
  INSERT INTO daily_stats (day, name, value)
    VALUES (NEW.at / 86400000, CASE WHEN NEW.kind = 'charge' THEN 'charged:' ELSE 'refunded:' END || NEW.currency,
      CASE WHEN NEW.kind = 'charge' THEN 1 ELSE -1 END * coalesce(NEW.amount_minor, CAST(substr(NEW.amount_atomic, 1,
        length(NEW.amount_atomic) - CASE WHEN NEW.currency IN ('ETH', 'MATIC') THEN 10 ELSE 0 END) AS INTEGER)))
    ON CONFLICT (day, name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM daily_stats WHERE name GLOB 'charged:*' OR name GLOB 'refunded:*';
--> statement-breakpoint
INSERT INTO daily_stats (day, name, value)
  SELECT at / 86400000, CASE WHEN kind = 'charge' THEN 'charged:' ELSE 'refunded:' END || currency,
      sum(CASE WHEN kind = 'charge' THEN 1 ELSE -1 END * coalesce(amount_minor, CAST(substr(amount_atomic, 1,
        length(amount_atomic) - CASE WHEN currency IN ('ETH', 'MATIC') THEN 10 ELSE 0 END) AS INTEGER)))
    FROM ledger GROUP BY 1, 2;
