import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from './columns'

/** An account's named lists of videos. */
export const lists = sqliteTable(
  'lists',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    name: text('name').notNull(),
    /** The folded name, which is unique for the account. */
    nameFolded: text('name_folded').notNull(),
    /** The key in its link, which everyone can open; null while it is private. */
    linkKey: text('link_key'),
    /** When staff closed its link: it can't be shared until they allow it again. */
    closedAt: time('closed_at'),
    /** Number of its entries; kept by trigger. */
    itemCount: integer('item_count').notNull().default(0),
    createdAt: time('created_at').notNull(),
    /** When a video was last added or removed, or its name changed. */
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    index('lists_recent').on(table.userId, table.updatedAt, table.id),
    uniqueIndex('lists_name').on(table.userId, table.nameFolded),
    uniqueIndex('lists_link').on(table.linkKey).where(sql`link_key is not null`),
  ],
)

/** The videos of lists. */
export const listItems = sqliteTable(
  'list_items',
  {
    listId: integer('list_id').notNull(),
    videoId: integer('video_id').notNull(),
    /** The list's order, lowest first; a move writes the midpoint between two neighbours. */
    place: real('place').notNull(),
    addedAt: time('added_at').notNull(),
    /** Key of an unlisted video, as the account had it when it added it. */
    linkKey: text('link_key'),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.videoId] }),
    index('list_items_place').on(table.listId, table.place, table.videoId),
    index('list_items_video').on(table.videoId),
  ],
)
