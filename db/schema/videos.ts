import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { StoredPictures } from '#contract/values/uploads/upload'
import { holds, posterStyles, reviews, videoStatuses } from '#contract/values/videos/video'
import { condition } from '../conditions'
import { users } from './accounts'
import { flag, time } from './columns'

/** Videos that an account has saved. */
export const savedVideos = sqliteTable(
  'saved_videos',
  {
    userId: integer('user_id').notNull(),
    videoId: integer('video_id').notNull(),
    savedAt: time('saved_at').notNull(),
    /** The account's own order, highest first; a move writes the midpoint between two neighbours. */
    place: real('place').notNull(),
    /** Key of an unlisted video, as the account had it when it saved it. */
    linkKey: text('link_key'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.videoId] }),
    index('saved_videos_place').on(table.userId, table.place, table.videoId),
    index('saved_videos_recent').on(table.userId, table.savedAt, table.videoId),
    index('saved_videos_video').on(table.videoId),
  ],
)

export const categories = sqliteTable(
  'categories',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    /** As the search index has it. */
    nameFolded: text('name_folded').notNull(),
    slug: text('slug').notNull(),
    position: integer('position').notNull().default(0),
    /** Publicly visible videos; kept by trigger. */
    videoCount: integer('video_count').notNull().default(0),
    /** It was renamed: the video up to which the search index has the new name, by time and ID. */
    reindexing: text('reindexing', { mode: 'json' }).$type<[createdAt: number, id: number]>(),
    /** Pending deletion: hidden, while a job moves its videos to Uncategorized. */
    pendingDeletionSince: time('pending_deletion_since'),
  },
  (table) => [uniqueIndex('categories_slug').on(table.slug)],
)

/** The only definition of "the public sees it"; in the partial indices and every public list. */
export const wherePublic = condition(
  sql.raw(`status = 'ready' and review = 'approved' and is_public = 1 and hold is null`),
)

/**
 * The only definition of a reviewer's work: videos that wait, can be played, and aren't held for another
 * reason.
 */
export const whereReviewable = condition(sql.raw(`review = 'pending' and status = 'ready' and hold is null`))

/** The only definition of My Videos: the videos that their owner may know of. */
export const whereShownToOwner = condition(sql.raw(`(hold is null or hold = 'quarantine')`))

/** The only definition of "unlisted": not public, but open to those who have the key in its link. */
export const whereUnlisted = condition(sql.raw(`is_public = 0 and unlisted_key is not null`))

/** Private, until the time comes at which its owner wants it public. */
export const whereScheduled = condition(sql.raw(`is_public = 0 and publish_at is not null`))

/** Whether a video is in 4K; as SQLite compares it with the index, this is a column of it. */
export const is4k = sql.raw('(min(width, height) >= 2160)')

/** Videos that offer members something more: a download, or 4K. */
export const whereOffered = condition(sql`(allow_download = 1 or ${is4k} = 1)`)

/**
 * What its state keeps from the public, whatever its owner wants. As SQLite compares it: an index over these serves a
 * list only if the list holds to the whole of it.
 */
export const whereWithheld = condition(
  sql.raw(`(status <> 'ready' or review <> 'approved' or hold is not null)`),
)

/** Videos whose owner deleted them; a case or a removal comes before. */
export const whereTrashed = condition(sql.raw(`hold = 'trash'`))

/** Scheduled videos that nothing but their time keeps from the public. */
export const wherePublishable = condition(
  sql.raw(
    `is_public = 0 and publish_at is not null and status = 'ready' and review = 'approved' and hold is null`,
  ),
)

/**
 * The only definition of "changed since approval": public as approved, with other texts than staff approved. What
 * moderators can't open isn't theirs to look at, and counts once it is public.
 */
export const whereTextsChanged = condition(
  sql.raw(`changed_since is not null and is_public = 1 and review = 'approved' and hold is null`),
)

export const videos = sqliteTable(
  'videos',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    /** Folded for the prefix search. */
    titleFolded: text('title_folded').notNull(),
    description: text('description').notNull().default(''),
    /** Slugs, in the uploader's order. Some may have been merged or blocked since. */
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull().default([]),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    isPremium: flag('is_premium').notNull().default(false),
    isPublic: flag('is_public').notNull().default(true),
    /** In the link of an unlisted video: see `whereUnlisted`. */
    unlistedKey: text('unlisted_key'),
    /** When cron makes a private video public. */
    publishAt: time('publish_at'),
    allowDownload: flag('allow_download').notNull().default(false),
    /** What its uploader wants; the site decides whether there are any at all. */
    allowComments: flag('allow_comments').notNull().default(true),

    status: text('status', { enum: videoStatuses }).notNull().default('processing'),
    review: text('review', { enum: reviews }).notNull().default('approved'),
    hold: text('hold', { enum: holds }),
    /** Since when it has been waiting for review. */
    waitingSince: time('waiting_since'),
    /** `isPublic` before a rejection hid the video; an approval restores it. */
    publicBefore: flag('public_before'),
    /** Since when its texts differ from those that staff approved; null while they don't, or no one has. */
    changedSince: time('changed_since'),
    /** Kept by trigger. */
    openReports: integer('open_reports').notNull().default(0),
    /** Why review or processing refused it; shown to the owner. */
    reason: text('reason'),
    /** Raised by every hide, hold, replacement and change of class: URLs signed before are refused. */
    revision: integer('revision').notNull().default(1),

    /** Source that staff looked at when they dismissed a grave case: strangers can't have it hidden again. */
    clearedKey: text('cleared_key'),
    /** Object key of the top quality; null while an import is under way. */
    sourceKey: text('source_key'),
    sourceType: text('source_type', { enum: ['mp4', 'webm'] }),
    sourceBytes: integer('source_bytes'),
    duration: real('duration'),
    width: integer('width'),
    height: integer('height'),
    posterKey: text('poster_key'),
    posterType: text('poster_type', { enum: ['jpg', 'png', 'webp'] }),
    posterBytes: integer('poster_bytes'),
    /** What is in the poster's object, where it has several widths. */
    posterPictures: text('poster_pictures', { mode: 'json' }).$type<StoredPictures>(),
    /** How a premium video's poster looks to those who can't play it. Before there was a choice: blurred. */
    posterStyle: text('poster_style', { enum: posterStyles }).notNull().default('blurred'),
    /** The poster, blurred by its uploader's browser; null until one has done that. Always a JPEG. */
    blurredKey: text('blurred_key'),
    blurredBytes: integer('blurred_bytes'),
    previewKey: text('preview_key'),
    previewBytes: integer('preview_bytes'),
    trailerKey: text('trailer_key'),
    trailerBytes: integer('trailer_bytes'),
    storyboardKey: text('storyboard_key'),
    storyboardBytes: integer('storyboard_bytes'),
    storyboardRows: integer('storyboard_rows'),

    latitude: real('latitude'),
    longitude: real('longitude'),

    views: integer('views').notNull().default(0),
    likes: integer('likes').notNull().default(0),
    /** Shown comments and replies; kept by trigger. */
    comments: integer('comments').notNull().default(0),
    /** Updated by cron for watched videos, so that a view touches no index. */
    popularity: integer('popularity').notNull().default(0),
    /** Views and likes as My Videos sorts by them; updated with the popularity. */
    viewsListed: integer('views_listed').notNull().default(0),
    likesListed: integer('likes_listed').notNull().default(0),
    /** Recent views, each worth less by the day; rewritten by cron where it changes. */
    trending: integer('trending').notNull().default(0),
    /** The day of the last rewrite, in days since 1970: a new one makes all views worth less. */
    trendingDay: integer('trending_day').notNull().default(0),
    /** When its owner deleted it. Only under the hold `trash`, a quarantine or a removal. */
    trashedAt: time('trashed_at'),
    /** When it was published: a scheduled video's time, or as an import says. */
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    // Each with its list and the rows that it reads in docs/decisions/004-an-index-per-list.md.
    //
    // One partial index per public list: newest and popular, each as a whole, by class, by category, and by
    // both. Only publicly visible rows are in them.
    index('videos_public_new').on(table.createdAt, table.id).where(wherePublic),
    index('videos_public_class_new').on(table.isPremium, table.createdAt, table.id).where(wherePublic),
    index('videos_public_category_new').on(table.categoryId, table.createdAt, table.id).where(wherePublic),
    index('videos_public_category_class_new')
      .on(table.categoryId, table.isPremium, table.createdAt, table.id)
      .where(wherePublic),
    index('videos_public_popular').on(table.popularity, table.id).where(wherePublic),
    index('videos_public_class_popular').on(table.isPremium, table.popularity, table.id).where(wherePublic),
    index('videos_public_category_popular')
      .on(table.categoryId, table.popularity, table.id)
      .where(wherePublic),
    index('videos_public_category_class_popular')
      .on(table.categoryId, table.isPremium, table.popularity, table.id)
      .where(wherePublic),
    // An uploader's page, and what is trending.
    index('videos_public_owner_new').on(table.userId, table.createdAt, table.id).where(wherePublic),
    index('videos_public_owner_popular').on(table.userId, table.popularity, table.id).where(wherePublic),
    index('videos_public_trending').on(table.trending, table.id).where(sql`${wherePublic} and trending > 0`),
    // What cron rewrites on a new day.
    index('videos_trending_day').on(table.trendingDay).where(sql`trending > 0`),
    // For sitemaps, whose pages keep their videos.
    index('videos_public').on(table.id).where(wherePublic),
    // Whether any video may be downloaded, or is in 4K: what the premium pitch promises.
    index('videos_public_offer').on(table.allowDownload, is4k).where(sql`${wherePublic} and ${whereOffered}`),
    // Search by prefix of the title.
    index('videos_public_title').on(table.titleFolded, table.id).where(wherePublic),
    // My Videos: every tab and order, since an account has thousands of videos at most. And those that a ban or a
    // deletion has to hold.
    index('videos_owner').on(table.userId, table.createdAt, table.id).where(whereShownToOwner),
    // What goes through all of an account's videos, those that staff removed and the deleted ones included.
    index('videos_of_owner').on(table.userId, table.createdAt, table.id),
    // The trash as cron empties it, and the videos that a ban or a deletion holds, by account: those have no other time.
    index('videos_held').on(table.hold, table.trashedAt, table.userId).where(sql`hold is not null`),
    // What cron publishes, soonest first.
    index('videos_due').on(table.publishAt).where(wherePublishable),
    // The reviewers' queue, longest waiting first.
    index('videos_waiting').on(table.waitingSince, table.id).where(whereReviewable),
    // Changed since approval, longest first.
    index('videos_changed').on(table.changedSince, table.id).where(whereTextsChanged),
    // All content, by date: as a whole, and what is left of it by the filters that leave few.
    index('videos_new').on(table.createdAt, table.id),
    index('videos_category').on(table.categoryId, table.createdAt, table.id),
    index('videos_withheld').on(table.createdAt, table.id).where(whereWithheld),
    index('videos_private').on(table.createdAt, table.id).where(sql`is_public = 0`),
    index('videos_reported').on(table.createdAt, table.id).where(sql`open_reports > 0`),
    // All content in another order.
    index('videos_title').on(table.titleFolded, table.id),
    index('videos_views').on(table.viewsListed, table.id),
    index('videos_length').on(sql`coalesce(duration, 0)`, table.id),
    // Files that wait to be read, for the status page and for jobs that look for work after a crash.
    index('videos_processing').on(table.id).where(sql`status = 'processing'`),
  ],
)

/** Each a column of `videos`, or a table of several files. */
export const filePlaces = [
  'source',
  'poster',
  'blurred',
  'preview',
  'trailer',
  'storyboard',
  'rendition',
  'caption',
  'approved-caption',
  'replaced',
] as const

export type FilePlace = (typeof filePlaces)[number]

/**
 * The video of each object; kept by trigger. Hiding, holding, replacing and deleting all go by this table.
 * One object, one video; but a CMAF source is a rendition as well, and so is a caption track that was
 * approved.
 */
export const videoFiles = sqliteTable(
  'video_files',
  {
    objectKey: text('object_key').notNull(),
    place: text('place', { enum: filePlaces }).notNull(),
    videoId: integer('video_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.objectKey, table.place] }),
    index('video_files_video').on(table.videoId, table.place),
  ],
)

export const replacedPlaces = [
  'source',
  'poster',
  'blurred',
  'preview',
  'trailer',
  'storyboard',
  'rendition',
] as const

export type ReplacedPlace = (typeof replacedPlaces)[number]

/**
 * What a video shows again when its new file is refused: each file, with the columns that go with it. Until the new
 * file is read, or as long as the video is evidence.
 */
export const replacedFiles = sqliteTable(
  'replaced_files',
  {
    /** A CMAF source is one of its own renditions. */
    objectKey: text('object_key').notNull(),
    place: text('place', { enum: replacedPlaces }).notNull(),
    videoId: integer('video_id').notNull(),
    /** As JSON, by the columns' names. */
    columns: text('columns').notNull(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.place, table.objectKey] })],
)

/** Tab counts of My Videos, and the totals of an uploader's page; kept by trigger. */
export const ownerCounts = sqliteTable('owner_counts', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  total: integer('total').notNull().default(0),
  public: integer('public').notNull().default(0),
  premium: integer('premium').notNull().default(0),
  unlisted: integer('unlisted').notNull().default(0),
  scheduled: integer('scheduled').notNull().default(0),
  /** Publicly visible videos, and their views as `viewsListed` has them. */
  visible: integer('visible').notNull().default(0),
  views: integer('views').notNull().default(0),
  followers: integer('followers').notNull().default(0),
})

export const likes = sqliteTable(
  'likes',
  {
    userId: integer('user_id').notNull(),
    videoId: integer('video_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.videoId] }), index('likes_video').on(table.videoId)],
)

/**
 * Renditions of a video's ladder: CMAF objects, each with a segment index. A CMAF source is one of its own
 * renditions.
 */
export const renditions = sqliteTable(
  'renditions',
  {
    videoId: integer('video_id').notNull(),
    /** The shorter side, as qualities are named. */
    quality: integer('quality').notNull(),
    objectKey: text('object_key').notNull(),
    bytes: integer('bytes').notNull(),
    /** Bits per second on average. */
    bandwidth: integer('bandwidth').notNull(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.quality] })],
)

export const captions = sqliteTable(
  'captions',
  {
    videoId: integer('video_id').notNull(),
    /** BCP 47. */
    language: text('language').notNull(),
    objectKey: text('object_key').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.language] })],
)

/** What a person approved of a video last: whether there is a row tells whether anyone ever has. */
export const approvedTexts = sqliteTable('approved_texts', {
  videoId: integer('video_id').primaryKey(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  /** Slugs, like `tags` of the video. */
  tags: text('tags', { mode: 'json' }).$type<string[]>().notNull().default([]),
  approvedAt: time('approved_at').notNull(),
  /** Keys of the files that were looked at; null for an approval from before they were kept. */
  files: text('files', { mode: 'json' }).$type<string[]>(),
  /** Raised by each change of either side: a decision about an earlier state is refused. */
  changes: integer('changes').notNull().default(0),
})

/** The caption tracks as they were approved. Their objects stay until something else is approved. */
export const approvedCaptions = sqliteTable(
  'approved_captions',
  {
    videoId: integer('video_id').notNull(),
    language: text('language').notNull(),
    objectKey: text('object_key').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.language] })],
)

/** An account's resume points and last watched videos. */
export const watchHistory = sqliteTable(
  'watch_history',
  {
    userId: integer('user_id').notNull(),
    videoId: integer('video_id').notNull(),
    /** Seconds; 0 once watched to the end. */
    position: real('position').notNull(),
    watchedAt: time('watched_at').notNull(),
    /** Key of an unlisted video, as the account last opened it. */
    linkKey: text('link_key'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.videoId] }),
    index('watch_history_recent').on(table.userId, table.watchedAt),
    // Continue watching.
    index('watch_history_unfinished').on(table.userId, table.watchedAt).where(sql`position > 0`),
    index('watch_history_video').on(table.videoId),
  ],
)

/** Last counted view of a viewer on a video; rows older than the window are cleared by cron. */
export const viewsSeen = sqliteTable(
  'views_seen',
  {
    videoId: integer('video_id').notNull(),
    /** An account, or a keyed hash of the network address and the video. */
    viewer: text('viewer').notNull(),
    /** 0 for an address from which only accounts have watched. */
    at: time('at').notNull(),
    /** For an address: when its current hour began, and its counted views since, those of accounts included. */
    hourSince: time('hour_from'),
    hourCount: integer('hour_count'),
    /** Which counted view told how far it watched, by its `at`. */
    curveOf: integer('curve_of'),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.viewer] }), index('views_seen_at').on(table.at)],
)
