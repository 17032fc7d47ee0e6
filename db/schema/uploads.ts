import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  importKinds,
  importStatuses,
  type StoredPictures,
  uploadKinds,
} from '#contract/values/uploads/upload'
import { condition } from '../conditions'
import { users } from './accounts'
import { time } from './columns'

/**
 * Positions of a CMAF object's segments, as read from the file's `sidx`. Without a row, an object is served
 * only as a whole file.
 */
export const segmentIndexes = sqliteTable('segment_indexes', {
  objectKey: text('object_key').primaryKey(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** RFC 6381, of video and audio. */
  codecs: text('codecs').notNull(),
  /** Bits per second of the busiest segment, as EXT-X-STREAM-INF requires, and of the whole rendition. */
  peakBandwidth: integer('peak_bandwidth').notNull(),
  averageBandwidth: integer('average_bandwidth').notNull(),
  /** Bytes of `ftyp` and `moov`, from 0. */
  initBytes: integer('init_bytes').notNull(),
  /** Offset of the first segment; each of the others starts where the one before it ends. */
  firstOffset: integer('first_offset').notNull(),
  /** Decode time of the first segment in seconds, which is its place on the player's timeline. */
  firstTime: real('first_time').notNull().default(0),
  /** `[bytes, milliseconds]` of each segment, as JSON. */
  segments: text('segments').notNull(),
})

export const uploadStatuses = ['open', 'completing', 'done', 'fetched', 'used', 'failed'] as const

/** The only definition of an upload that is still being sent: only one per file at a time. */
export const whereUploadOpen = condition(sql.raw(`status = 'open'`))

/** The only definition of an upload whose bytes count against the quota without a row in media_objects. */
export const whereReserving = condition(sql.raw(`status in ('open', 'completing')`))

/**
 * The only definition of an upload that a run of cron may have to delete: a used one stays as long as its
 * video or avatar.
 */
export const whereNotUsed = condition(sql.raw(`status <> 'used'`))

/**
 * A resumable upload under its final key. `used` ones belong to a video or a profile. `fetched` ones were
 * imported and can't be published as they are, so the owner repairs them in the editor. `failed` and
 * abandoned ones are deleted.
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
    /** As read by the server, once the upload is done. */
    duration: real('duration'),
    width: integer('width'),
    height: integer('height'),
    /** A poster in several widths, as announced, without bytes until they are read. */
    pictures: text('pictures', { mode: 'json' }).$type<StoredPictures>(),
    /** The video it was published as: a second submit finds it here. */
    videoId: integer('video_id'),
    /** A message to the uploader about why the file was refused or can't be published as it is. */
    error: text('error'),
    /** The administrator who sends it for its owner in an import; null: the owner sends it. */
    openedBy: integer('opened_by'),
    createdAt: time('created_at').notNull(),
    touchedAt: time('touched_at').notNull(),
  },
  (table) => [
    // Found again by fingerprint while it is open: the same file picked twice is one upload.
    uniqueIndex('uploads_open').on(table.userId, table.fingerprint).where(whereUploadOpen),
    index('uploads_user').on(table.userId),
    index('uploads_reserving').on(table.userId).where(whereReserving),
    index('uploads_touched').on(table.status, table.touchedAt).where(whereNotUsed),
    index('uploads_video').on(table.videoId).where(sql`video_id is not null`),
  ],
)

/** Uploaded parts, which R2's binding can't list. */
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
    /** Number of restarts because the file at the origin changed. */
    restarts: integer('restarts').notNull().default(0),
    uploadId: text('upload_id'),
    /** The video that waits for it, if a publish or an edit started it. */
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
