import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A video's daily figures by its viewers' country, whose code is empty if unknown. No viewer is stored. */
export const videoDays = sqliteTable(
  'video_days',
  {
    videoId: integer('video_id').notNull(),
    /** Days since 1970, in UTC. */
    day: integer('day').notNull(),
    country: text('country').notNull(),
    views: integer('views').notNull().default(0),
    /** Number of these views by members. */
    memberViews: integer('member_views').notNull().default(0),
    /**
     * Number of these views from the site's search, from other sites' pages that embed the video, and from a
     * link elsewhere.
     */
    searchViews: integer('search_views').notNull().default(0),
    embedViews: integer('embed_views').notNull().default(0),
    linkViews: integer('link_views').notNull().default(0),
    /** Likes minus likes taken back; with an empty country. */
    likes: integer('likes').notNull().default(0),
    saves: integer('saves').notNull().default(0),
    /** Premium bought from its locked page; also with an empty country. */
    sales: integer('sales').notNull().default(0),
    /** Curves that viewers sent, and how many parts they saw in all; also with an empty country. */
    reports: integer('reports').notNull().default(0),
    seenParts: integer('seen_parts').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.day, table.country] })],
)

const part = (index: number) => integer(`part_${index}`).notNull().default(0)

/**
 * How far a sample of a day's viewers watched: `part0` to `part19` count the viewers who saw that twentieth.
 */
export const videoCurves = sqliteTable(
  'video_curves',
  {
    videoId: integer('video_id').notNull(),
    day: integer('day').notNull(),
    /** Views in the sample. */
    reports: integer('reports').notNull().default(0),
    part0: part(0),
    part1: part(1),
    part2: part(2),
    part3: part(3),
    part4: part(4),
    part5: part(5),
    part6: part(6),
    part7: part(7),
    part8: part(8),
    part9: part(9),
    part10: part(10),
    part11: part(11),
    part12: part(12),
    part13: part(13),
    part14: part(14),
    part15: part(15),
    part16: part(16),
    part17: part(17),
    part18: part(18),
    part19: part(19),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.day] })],
)

/** An owner's daily figures over all of their videos. */
export const ownerDays = sqliteTable(
  'owner_days',
  {
    userId: integer('user_id').notNull(),
    day: integer('day').notNull(),
    /** Added by cron, two minutes late. */
    views: integer('views').notNull().default(0),
    likes: integer('likes').notNull().default(0),
    saves: integer('saves').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
)

/**
 * Daily counts of the reports by sampled browsers: how many visits of a page had a figure in a bucket. The
 * size is limited by design, since no column takes text from a sender.
 */
export const fieldCounts = sqliteTable(
  'field_counts',
  {
    day: integer('day').notNull(),
    metric: text('metric').notNull(),
    route: text('route').notNull(),
    bucket: text('bucket').notNull(),
    count: integer('count').notNull(),
  },
  // The day's visits, which limit all else, are stored next to each other.
  (table) => [primaryKey({ columns: [table.day, table.metric, table.route, table.bucket] })],
)
