-- Counts kept in step by the database itself, so that no writer can forget them.
CREATE TRIGGER videos_counted_insert AFTER INSERT ON videos
BEGIN
  UPDATE categories SET video_count = video_count + 1
    WHERE id = NEW.category_id AND NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL;
  INSERT INTO owner_counts (user_id, total, public, premium)
    VALUES (NEW.user_id, (NEW.hold IS NULL OR NEW.hold = 'quarantine'), (NEW.hold IS NULL OR NEW.hold = 'quarantine') * NEW.is_public, (NEW.hold IS NULL OR NEW.hold = 'quarantine') * NEW.is_premium)
    ON CONFLICT (user_id) DO UPDATE SET
      total = total + excluded.total, public = public + excluded.public, premium = premium + excluded.premium;
END;
--> statement-breakpoint
CREATE TRIGGER videos_counted_update AFTER UPDATE OF category_id, status, review, is_public, hold, is_premium ON videos
BEGIN
  UPDATE categories SET video_count = video_count - 1
    WHERE id = OLD.category_id AND OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL;
  UPDATE categories SET video_count = video_count + 1
    WHERE id = NEW.category_id AND NEW.status = 'ready' AND NEW.review = 'approved' AND NEW.is_public = 1 AND NEW.hold IS NULL;
  UPDATE owner_counts SET
      total = total + (NEW.hold IS NULL OR NEW.hold = 'quarantine') - (OLD.hold IS NULL OR OLD.hold = 'quarantine'),
      public = public + (NEW.hold IS NULL OR NEW.hold = 'quarantine') * NEW.is_public - (OLD.hold IS NULL OR OLD.hold = 'quarantine') * OLD.is_public,
      premium = premium + (NEW.hold IS NULL OR NEW.hold = 'quarantine') * NEW.is_premium - (OLD.hold IS NULL OR OLD.hold = 'quarantine') * OLD.is_premium
    WHERE user_id = NEW.user_id
      AND ((NEW.hold IS NULL OR NEW.hold = 'quarantine') <> (OLD.hold IS NULL OR OLD.hold = 'quarantine') OR NEW.is_public <> OLD.is_public OR NEW.is_premium <> OLD.is_premium);
END;
--> statement-breakpoint
CREATE TRIGGER videos_counted_delete AFTER DELETE ON videos
BEGIN
  UPDATE categories SET video_count = video_count - 1
    WHERE id = OLD.category_id AND OLD.status = 'ready' AND OLD.review = 'approved' AND OLD.is_public = 1 AND OLD.hold IS NULL;
  UPDATE owner_counts SET total = total - 1, public = public - OLD.is_public, premium = premium - OLD.is_premium
    WHERE user_id = OLD.user_id AND (OLD.hold IS NULL OR OLD.hold = 'quarantine');
END;
--> statement-breakpoint
CREATE TRIGGER videos_keep_owner BEFORE UPDATE OF user_id ON videos WHEN NEW.user_id <> OLD.user_id
BEGIN
  SELECT RAISE(ABORT, 'a video keeps its owner');
END;
--> statement-breakpoint
CREATE TRIGGER media_objects_counted_insert AFTER INSERT ON media_objects
BEGIN
  INSERT INTO storage_totals (kind, objects, bytes) VALUES (NEW.kind, 1, NEW.bytes)
    ON CONFLICT (kind) DO UPDATE SET objects = objects + 1, bytes = bytes + excluded.bytes;
  INSERT INTO owner_storage (user_id, bytes) VALUES (NEW.owner_id, NEW.bytes)
    ON CONFLICT (user_id) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
--> statement-breakpoint
CREATE TRIGGER media_objects_counted_delete AFTER DELETE ON media_objects
BEGIN
  UPDATE storage_totals SET objects = objects - 1, bytes = bytes - OLD.bytes WHERE kind = OLD.kind;
  UPDATE owner_storage SET bytes = bytes - OLD.bytes WHERE user_id = OLD.owner_id;
END;
--> statement-breakpoint
CREATE TRIGGER media_objects_keep_size BEFORE UPDATE OF bytes, kind, owner_id ON media_objects
BEGIN
  SELECT RAISE(ABORT, 'objects are immutable');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log only grows');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log only grows');
END;
--> statement-breakpoint
CREATE TRIGGER categories_keep_uncategorized BEFORE DELETE ON categories WHEN OLD.id = 1
BEGIN
  SELECT RAISE(ABORT, 'Uncategorized stays');
END;
--> statement-breakpoint
INSERT INTO categories (id, name, slug, position) VALUES (1, 'Uncategorized', 'uncategorized', 1000000);
--> statement-breakpoint
INSERT INTO settings (id, site_name, site_description, contact_email, site_url, max_upload_bytes, quota_bytes, updated_at)
  VALUES (1, 'Nocturne', 'Videos for adults, free and premium.', 'contact@example.com', 'http://localhost:8787', 4294967296, 53687091200, 0);
