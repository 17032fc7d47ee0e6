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
    /** The name as in the search index. */
    nameFolded: text('name_folded').notNull(),
    slug: text('slug').notNull(),
    position: integer('position').notNull().default(0),
    /** Publicly visible videos; kept by trigger. */
    videoCount: integer('video_count').notNull().default(0),
    /** Those of them that are premium, and their length in whole seconds: see `premiumStock`. */
    premiumCount: integer('premium_count').notNull().default(0),
    premiumSeconds: integer('premium_seconds').notNull().default(0),
    /** After a renaming: the time and ID of the video up to which the search index has the new name. */
    reindexing: text('reindexing', { mode: 'json' }).$type<[createdAt: number, id: number]>(),
    /** Time from which it is pending deletion: hidden, while a job moves its videos to Uncategorized. */
    pendingDeletionSince: time('pending_deletion_since'),
  },
  (table) => [uniqueIndex('categories_slug').on(table.slug)],
)

/** The only definition of "the public sees it", in the partial indices and every public list. */
export const wherePublic = condition(
  sql.raw(`status = 'ready' and review = 'approved' and is_public = 1 and hold is null`),
)

/**
 * The only definition of a reviewer's work: videos that await review, can be played, and aren't held for
 * another reason.
 */
export const whereReviewable = condition(sql.raw(`review = 'pending' and status = 'ready' and hold is null`))

/** The only definition of My Videos: the videos that their owner may know of. */
export const whereShownToOwner = condition(sql.raw(`(hold is null or hold = 'quarantine')`))

/** The only definition of "unlisted": not public, but open to viewers who have the key in its link. */
export const whereUnlisted = condition(sql.raw(`is_public = 0 and unlisted_key is not null`))

/** The only definition of "scheduled": private until the time at which its owner wants it public. */
export const whereScheduled = condition(sql.raw(`is_public = 0 and publish_at is not null`))

/** Whether a video is in 4K. SQLite compares the expression with the index, of which it is a column. */
export const is4k = sql.raw('(min(width, height) >= 2160)')

/** Holds for videos that offer members more: a download, or 4K. */
export const whereOffered = condition(sql`(allow_download = 1 or ${is4k} = 1)`)

/**
 * Holds for videos that their state keeps from the public, whatever their owner wants. It is used unchanged,
 * since an index with this condition serves a list only if the list has all of it.
 */
export const whereWithheld = condition(
  sql.raw(`(status <> 'ready' or review <> 'approved' or hold is not null)`),
)

/** Holds for videos that their owner deleted; a hold by a case or a removal takes precedence. */
export const whereTrashed = condition(sql.raw(`hold = 'trash'`))

/** Holds for scheduled videos that only their time keeps from the public. */
export const wherePublishable = condition(
  sql.raw(
    `is_public = 0 and publish_at is not null and status = 'ready' and review = 'approved' and hold is null`,
  ),
)

/**
 * The only definition of "changed since approval": public as approved, with texts other than those staff
 * approved. A video that moderators can't open isn't for them to check, and counts once it is public.
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
    /** What else the search index has of the title, such as the pairs of its runs: see `searchForms`. */
    titleForms: text('title_forms').notNull().default(''),
    description: text('description').notNull().default(''),
    /** Slugs, in the uploader's order. Some may have been merged or blocked since. */
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull().default([]),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    isPremium: flag('is_premium').notNull().default(false),
    isPublic: flag('is_public').notNull().default(true),
    /** The key in the link of an unlisted video: see `whereUnlisted`. */
    unlistedKey: text('unlisted_key'),
    /** When cron makes a private video public. */
    publishAt: time('publish_at'),
    allowDownload: flag('allow_download').notNull().default(false),
    /** The uploader's choice; the site decides whether there are comments at all. */
    allowComments: flag('allow_comments').notNull().default(true),

    status: text('status', { enum: videoStatuses }).notNull().default('processing'),
    review: text('review', { enum: reviews }).notNull().default('approved'),
    hold: text('hold', { enum: holds }),
    /** Time from which it has been waiting for review. */
    waitingSince: time('waiting_since'),
    /** `isPublic` before a rejection hid the video; an approval restores it. */
    publicBefore: flag('public_before'),
    /**
     * Time from which its texts have differed from the approved ones; null if they don't, or no one has
     * approved any.
     */
    changedSince: time('changed_since'),
    /** Kept by trigger. */
    openReports: integer('open_reports').notNull().default(0),
    /** The reason why review or processing refused it; shown to the owner. */
    reason: text('reason'),
    /** Raised by every hide, hold, replacement and change of class: URLs signed before are refused. */
    revision: integer('revision').notNull().default(1),

    /**
     * The source at which staff looked when they dismissed a grave case: strangers can't get it hidden again.
     */
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
    /** The pictures in the poster's object, if it has several widths. */
    posterPictures: text('poster_pictures', { mode: 'json' }).$type<StoredPictures>(),
    /**
     * Appearance of a premium video's poster to viewers who can't play it. Videos from before there was a
     * choice are blurred.
     */
    posterStyle: text('poster_style', { enum: posterStyles }).notNull().default('blurred'),
    /** The poster, blurred by its uploader's browser; null until a browser has done so. Always a JPEG. */
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
    /** Updated by cron for watched videos, so that a view changes no index. */
    popularity: integer('popularity').notNull().default(0),
    /** Views and likes as My Videos sorts by them; updated with the popularity. */
    viewsListed: integer('views_listed').notNull().default(0),
    likesListed: integer('likes_listed').notNull().default(0),
    /** Score of recent views, each worth less day by day; rewritten by cron when it changes. */
    trending: integer('trending').notNull().default(0),
    /** The day of the last rewrite, in days since 1970: a new one makes all views worth less. */
    trendingDay: integer('trending_day').notNull().default(0),
    /** When its owner deleted it. Only set under the hold `trash`, a quarantine or a removal. */
    trashedAt: time('trashed_at'),
    /** When its title or description last changed; null if neither has. */
    editedAt: time('edited_at'),
    /** When it was published; for a scheduled video that time, for an imported one the date given. */
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    // docs/decisions/004-an-index-per-list.md names each index with its list and the number of rows it reads.
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
    // An uploader's page, and the trending list.
    index('videos_public_owner_new').on(table.userId, table.createdAt, table.id).where(wherePublic),
    index('videos_public_owner_popular').on(table.userId, table.popularity, table.id).where(wherePublic),
    index('videos_public_trending').on(table.trending, table.id).where(sql`${wherePublic} and trending > 0`),
    // Videos to rewrite by cron on a new day.
    index('videos_trending_day').on(table.trendingDay).where(sql`trending > 0`),
    // For sitemaps, whose pages keep their videos.
    index('videos_public').on(table.id).where(wherePublic),
    // Whether any video can be downloaded or is in 4K, as the premium pitch promises.
    index('videos_public_offer').on(table.allowDownload, is4k).where(sql`${wherePublic} and ${whereOffered}`),
    // Search by prefix of the title.
    index('videos_public_title').on(table.titleFolded, table.id).where(wherePublic),
    // My Videos: every tab and order, since an account has at most a few thousand videos. Also the videos
    // that a ban or a deletion has to hold.
    index('videos_owner').on(table.userId, table.createdAt, table.id).where(whereShownToOwner),
    // All of an account's videos, including removed and deleted ones.
    index('videos_of_owner').on(table.userId, table.createdAt, table.id),
    // The trash in the order in which cron empties it, and the videos held by a ban or a deletion, by
    // account, which have no such time.
    index('videos_held').on(table.hold, table.trashedAt, table.userId).where(sql`hold is not null`),
    // Videos to be published by cron, soonest first.
    index('videos_due').on(table.publishAt).where(wherePublishable),
    // The reviewers' queue, the longest waiting first.
    index('videos_waiting').on(table.waitingSince, table.id).where(whereReviewable),
    // Videos changed since approval, the longest changed first.
    index('videos_changed').on(table.changedSince, table.id).where(whereTextsChanged),
    // All content by date: as a whole, and by the filters that leave few rows.
    index('videos_new').on(table.createdAt, table.id),
    index('videos_category').on(table.categoryId, table.createdAt, table.id),
    index('videos_withheld').on(table.createdAt, table.id).where(whereWithheld),
    index('videos_private').on(table.createdAt, table.id).where(sql`is_public = 0`),
    index('videos_reported').on(table.createdAt, table.id).where(sql`open_reports > 0`),
    // All content in another order.
    index('videos_title').on(table.titleFolded, table.id),
    index('videos_views').on(table.viewsListed, table.id),
    index('videos_length').on(sql`coalesce(duration, 0)`, table.id),
    // Videos whose files wait to be read, for the status page and for jobs that look for work after a crash.
    index('videos_processing').on(table.id).where(sql`status = 'processing'`),
  ],
)

/** Places of a file: each is a column of `videos`, or a table for several files. */
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
 * The video of each object; kept by trigger. Hiding, holding, replacing and deleting all use this table. Each
 * object has one video, but may have several places: a CMAF source is a rendition as well, and a shown
 * caption track may also be the approved one.
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
 * The files that a video shows again when its new file is refused, each with the columns that belong to it.
 * They are kept until the new file is read, or as long as the video is evidence.
 */
export const replacedFiles = sqliteTable(
  'replaced_files',
  {
    /** A CMAF source is one of its own renditions. */
    objectKey: text('object_key').notNull(),
    place: text('place', { enum: replacedPlaces }).notNull(),
    videoId: integer('video_id').notNull(),
    /** The columns' values by name, as JSON. */
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
  /** Number of publicly visible videos, and their views according to `viewsListed`. */
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
    /** The shorter side in pixels, after which qualities are named. */
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

/** The texts of a video that a person approved last; no row if no one ever has. */
export const approvedTexts = sqliteTable('approved_texts', {
  videoId: integer('video_id').primaryKey(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  /** Slugs, like `tags` of the video. */
  tags: text('tags', { mode: 'json' }).$type<string[]>().notNull().default([]),
  approvedAt: time('approved_at').notNull(),
  /** Keys of the reviewed files; null for an approval from before they were recorded. */
  files: text('files', { mode: 'json' }).$type<string[]>(),
  /** Raised by each change on either side, so that a decision about an earlier state is refused. */
  changes: integer('changes').notNull().default(0),
})

/** The caption tracks as approved. Their objects stay until other ones are approved. */
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

/** The last counted view of a viewer on a video; cron deletes rows older than the window. */
export const viewsSeen = sqliteTable(
  'views_seen',
  {
    videoId: integer('video_id').notNull(),
    /** An account, or a keyed hash of the network address and the video. */
    viewer: text('viewer').notNull(),
    /** 0 for an address from which only accounts have watched. */
    at: time('at').notNull(),
    /**
     * For an address: when its current hour began, and the number of its counted views since then, including
     * those of accounts.
     */
    hourSince: time('hour_from'),
    hourCount: integer('hour_count'),
    /** The counted view whose curve was received, by its `at`. */
    curveOf: integer('curve_of'),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.viewer] }), index('views_seen_at').on(table.at)],
)
