import * as z from 'zod'
import { listNameFault } from '../../values/videos/lists'
import { pageQuery } from '../shared/lists'
import { line, time } from '../shared/parts'
import type { Video } from './video'
import { video, videoIds } from './video'

const listName = line
  .overwrite((text) => text.replace(/\s+/g, ' '))
  .superRefine((text, check) => {
    const message = listNameFault(text)
    if (message !== null) check.addIssue({ code: 'custom', message })
  })

export const createListInput = z.strictObject({ name: listName })

export const updateListInput = z.strictObject({
  name: listName.optional(),
  /** Whether everyone with its link can open it. */
  isShared: z.boolean().optional(),
})
export type UpdateList = z.infer<typeof updateListInput>

/** A list, for its owner. */
export const videoList = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The key in its link; null while it is private. */
  linkKey: z.string().nullable(),
  /** Staff closed its link: it can't be shared until they allow it again. */
  isClosed: z.boolean(),
  /** Number of videos in it, including those that are unavailable now. */
  count: z.number().int(),
  updatedAt: time,
})
export type VideoList = z.infer<typeof videoList>

/** One of an account's lists, with the poster of its first video. */
export const shownList = videoList.extend({
  posterUrl: z.string().nullable(),
  poster: video.shape.poster,
})
export type ShownList = z.infer<typeof shownList>

/** A list, and whether it holds a video. */
export interface ListChoice extends VideoList {
  holds: boolean
}

/** A list's entry, for its owner. */
export interface ListItem {
  videoId: number
  /** Null while the owner of the list may not see it. */
  video: Video | null
  addedAt: string
}

/** A page of a list's entries or, with `ids`, the entries of these videos. */
export const listItemsQuery = pageQuery.extend({ ids: videoIds.optional() })
export type ListItemsQuery = z.infer<typeof listItemsQuery>

/** A list, for everyone who has its link. Nothing in it reveals its owner. */
export interface SharedList {
  name: string
}

/** A video that can be played, in the order of a list: just enough to go to it. */
export interface ListStep {
  id: number
  isPremium: boolean
  userId: number
  /** The key of an unlisted video, for the owner of the list. */
  key: string | null
}

export const listItemParam = z.object({
  id: z.coerce.number().int().positive(),
  videoId: z.coerce.number().int().positive().max(1e15),
})

/** A video's new place in a list: before another one or, with null, at the end. */
export const moveItemInput = z.strictObject({ before: z.number().int().positive().nullable() })

/** Malformed keys become empty: they open nothing, like the key of no list. */
export const listKeyParam = z.object({
  key: z.string().transform((text) => (/^[\w-]{22}$/.test(text) ? text : '')),
})
