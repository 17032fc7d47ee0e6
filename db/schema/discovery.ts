import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { condition } from '../conditions'
import { time } from './columns'

// The full-text index itself, `video_search`, is a virtual table, which drizzle can't describe: see the
// migration for videos, and decision 040.

/** The only definition of a tag that public pages name, by the columns' bare names. */
export const whereTagListed = condition(
  sql.raw('video_count > 0 and blocked_at is null and merged_into is null'),
)

/** Tags that a video has ever had, by their folded form. */
export const tags = sqliteTable(
  'tags',
  {
    /** As in `/tag/{slug}`. */
    slug: text('slug').primaryKey(),
    /** As shown. */
    name: text('name').notNull(),
    /** The name as in the search index. */
    nameFolded: text('name_folded').notNull(),
    /** Number of publicly visible videos in its list. */
    videoCount: integer('video_count').notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** Time from which no one can use it and no public page names it. */
    blockedAt: time('blocked_at'),
    /** The tag that replaced it; never a merged tag itself. */
    mergedInto: text('merged_into'),
    /** Number of times that cron failed to remove it from its videos, or to replace it there. */
    retagTries: integer('retag_tries').notNull().default(0),
    /** Time from which cron tries again. */
    retagDueAt: time('retag_due_at').notNull().default(0),
  },
  (table) => [
    index('tags_count').on(table.videoCount, table.slug),
    index('tags_blocked').on(table.slug).where(sql`blocked_at is not null`),
    index('tags_merged').on(table.slug).where(sql`merged_into is not null`),
    index('tags_target').on(table.mergedInto).where(sql`merged_into is not null`),
    // Covers the suggestions made while typing.
    index('tags_suggested').on(table.slug, table.videoCount, table.name).where(whereTagListed),
  ],
)

/**
 * Tags of publicly visible videos, merged tags under their replacement; written by cron from `videos.tags`,
 * deleted by trigger.
 */
export const videoTags = sqliteTable(
  'video_tags',
  {
    slug: text('slug').notNull(),
    /** When the video was published, by which a tag's list is sorted. */
    createdAt: time('created_at').notNull(),
    videoId: integer('video_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.slug, table.createdAt, table.videoId] }),
    index('video_tags_video').on(table.videoId),
  ],
)

/**
 * Words of titles, tags, categories and uploaders' names, folded. Some may come from videos that the public
 * can't see any more.
 */
export const searchWords = sqliteTable('search_words', { word: text('word').primaryKey() })

/**
 * Each word of four or more letters without one of its letters: the part that it shares with its
 * misspellings.
 */
export const searchTypos = sqliteTable(
  'search_typos',
  { typo: text('typo').notNull(), word: text('word').notNull() },
  (table) => [primaryKey({ columns: [table.typo, table.word] })],
)

/**
 * Videos to list under their tags, and whose words to learn: a row for each change, inserted by trigger and
 * deleted by cron.
 */
export const searchBacklog = sqliteTable('search_backlog', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  videoId: integer('video_id').notNull(),
})

/** Counts of refusals by the list of blocked terms, by term and place, without names. */
export const refusedTerms = sqliteTable(
  'refused_terms',
  {
    term: text('term').notNull(),
    place: text('place').notNull(),
    count: integer('count').notNull().default(0),
    lastAt: time('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.term, table.place] }),
    index('refused_terms_last').on(table.lastAt),
  ],
)
