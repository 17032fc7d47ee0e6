import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { importKinds, importStatuses, uploadKinds } from '../../contract/values/videos/videos'
import { condition } from '../conditions'
import { time } from './columns'
import { users } from './users'

export const objectKinds = ['source', 'poster', 'rung', 'storyboard', 'preview', 'caption'] as const
export type ObjectKind = (typeof objectKinds)[number]

/** The one definition of a rung or preview that nobody has read. */
export const whereMadeUnread = condition(
  sql.raw(`sha256 is null and kind in ('rung', 'preview') and doomed_at is null`),
)

/** Every object in R2: written with the put, marked with the delete, gone when the job has removed the object. */
export const mediaObjects = sqliteTable(
  'media_objects',
  {
    key: text('key').primaryKey(),
    kind: text('kind', { enum: objectKinds }).notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    /** Of the whole file, hex; null until the job has read it. */
    sha256: text('sha256'),
    /** Of the coded samples alone, which a remux leaves equal. */
    samplesSha256: text('samples_sha256'),
    crc32: integer('crc32'),
    createdAt: time('created_at').notNull(),
    /** The row that named it is gone: the job removes the object, then this row. */
    doomedAt: time('doomed_at'),
  },
  (table) => [
    index('media_objects_doomed').on(table.doomedAt).where(sql`doomed_at is not null`),
    index('media_objects_owner').on(table.ownerId),
    index('media_objects_sha256').on(table.sha256),
    index('media_objects_samples').on(table.samplesSha256),
    // What the job that reads rungs and previews has yet to read.
    index('media_objects_unread').on(table.createdAt).where(whereMadeUnread),
  ],
)

/**
 * Where the segments of a CMAF object lie, as the server read it from the file's `sidx`. Without a row, an object is
 * served as a file alone.
 */
export const segmentIndexes = sqliteTable('segment_indexes', {
  objectKey: text('object_key').primaryKey(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** RFC 6381, of picture and sound. */
  codecs: text('codecs').notNull(),
  /** Bits per second of the segment with the most, as EXT-X-STREAM-INF wants it, and of the whole. */
  peakBandwidth: integer('peak_bandwidth').notNull(),
  averageBandwidth: integer('average_bandwidth').notNull(),
  /** Bytes of `ftyp` and `moov`, from 0. */
  initBytes: integer('init_bytes').notNull(),
  /** Where the first segment begins; each begins where the one before it ends. */
  firstOffset: integer('first_offset').notNull(),
  /** Seconds at which the first segment is decoded: players put it there on the line of time. */
  firstTime: real('first_time').notNull().default(0),
  /** `[bytes, milliseconds]` of each segment, as JSON. */
  segments: text('segments').notNull(),
})

/** Bytes by kind; kept by trigger. */
export const storageTotals = sqliteTable('storage_totals', {
  kind: text('kind', { enum: objectKinds }).primaryKey(),
  objects: integer('objects').notNull().default(0),
  bytes: integer('bytes').notNull().default(0),
})

/** Bytes that an account has stored; kept by trigger, read by the quota. */
export const ownerStorage = sqliteTable('owner_storage', {
  userId: integer('user_id').primaryKey(),
  bytes: integer('bytes').notNull().default(0),
})

/** Hashes of removed files, of either kind; nothing equal comes back. Kept by trigger: what some removal blocks is here. */
export const blockedHashes = sqliteTable('blocked_hashes', {
  sha256: text('sha256').primaryKey(),
  /** Of the oldest removal that blocks it. */
  reason: text('reason').notNull(),
  createdAt: time('created_at').notNull(),
})

/** Which removals block a hash: it is free again when the last of them was taken back. */
export const removalHashes = sqliteTable(
  'removal_hashes',
  {
    sha256: text('sha256').notNull(),
    removalId: integer('removal_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sha256, table.removalId] }),
    index('removal_hashes_removal').on(table.removalId),
  ],
)

/** A comparison of R2 with the table of objects, page by page. The last one is what the panel shows. */
export const storageScans = sqliteTable('storage_scans', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  startedAt: time('started_at').notNull(),
  finishedAt: time('finished_at'),
  /** Last key that was compared: the next page begins after it. */
  cursor: text('cursor'),
  objects: integer('objects').notNull().default(0),
  bytes: integer('bytes').notNull().default(0),
  orphans: integer('orphans').notNull().default(0),
  orphanBytes: integer('orphan_bytes').notNull().default(0),
  missing: integer('missing').notNull().default(0),
  /** The first of them, in the order of the keys. */
  missingKeys: text('missing_keys', { mode: 'json' }).$type<string[]>().notNull().default([]),
  /** Bytes of the rows less those in R2. */
  driftBytes: integer('drift_bytes').notNull().default(0),
})

/** Objects in R2 that no row names, as the last scan found them. */
export const orphanObjects = sqliteTable('orphan_objects', {
  key: text('key').primaryKey(),
  bytes: integer('bytes').notNull(),
  uploadedAt: time('uploaded_at').notNull(),
  scanId: integer('scan_id').notNull(),
})

export const uploadStatuses = ['open', 'completing', 'done', 'fetched', 'used', 'failed'] as const

/**
 * A resumable upload under its final key. `used` belongs to a video; `fetched` came from elsewhere for its owner's
 * editor, and is never published as it is; `failed` and abandoned ones are deleted.
 */
export const uploads = sqliteTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: uploadKinds }).notNull(),
    status: text('status', { enum: uploadStatuses }).notNull().default('open'),
    objectKey: text('object_key').notNull(),
    r2UploadId: text('r2_upload_id').notNull(),
    size: integer('size').notNull(),
    contentType: text('content_type').notNull(),
    fileName: text('file_name').notNull(),
    fingerprint: text('fingerprint').notNull(),
    partSize: integer('part_size').notNull(),
    /** What the server read, once it is done. */
    duration: real('duration'),
    width: integer('width'),
    height: integer('height'),
    /** The video that it was published as: a second submit finds it here. */
    videoId: integer('video_id'),
    /** Sentence for the uploader when the file was refused. */
    error: text('error'),
    createdAt: time('created_at').notNull(),
    touchedAt: time('touched_at').notNull(),
  },
  (table) => [
    // Found again by fingerprint while it is open: the same file picked twice is one upload.
    uniqueIndex('uploads_open').on(table.userId, table.fingerprint).where(sql`status = 'open'`),
    index('uploads_user').on(table.userId, table.status),
    index('uploads_touched').on(table.status, table.touchedAt),
    index('uploads_video').on(table.videoId),
  ],
)

/** Parts that arrived: R2's binding can't list them. */
export const uploadParts = sqliteTable(
  'upload_parts',
  {
    uploadId: text('upload_id').notNull(),
    number: integer('number').notNull(),
    etag: text('etag').notNull(),
    sha256: text('sha256').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.number] })],
)

export const imports = sqliteTable(
  'imports',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: importKinds }).notNull().default('video'),
    url: text('url').notNull(),
    status: text('status', { enum: importStatuses }).notNull().default('queued'),
    received: integer('received').notNull().default(0),
    size: integer('size'),
    /** Strong validator of the origin, for If-Range. */
    validator: text('validator'),
    /** How often it began anew because the file at the origin changed. */
    restarts: integer('restarts').notNull().default(0),
    uploadId: text('upload_id'),
    /** The video that waits for it, when it was started by a publish or an edit. */
    videoId: integer('video_id'),
    error: text('error'),
    createdAt: time('created_at').notNull(),
    touchedAt: time('touched_at').notNull(),
  },
  (table) => [
    index('imports_user').on(table.userId, table.createdAt),
    index('imports_video').on(table.videoId),
    index('imports_touched').on(table.status, table.touchedAt),
  ],
)

export const revocationKinds = ['object', 'session', 'user'] as const

/** What signed media addresses may no longer be used for. Each isolate reads what is new every 10 s. */
export const revocations = sqliteTable(
  'revocations',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: revocationKinds }).notNull(),
    /** Object key, session id, or account id. */
    target: text('target').notNull(),
    /** Object: revisions below it are refused. User: token versions below it. */
    below: integer('below').notNull().default(0),
    at: time('at').notNull(),
  },
  (table) => [index('revocations_at').on(table.at)],
)
