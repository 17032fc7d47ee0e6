import type { SortOrder } from '#contract/schemas/shared/lists'
import type { CommentQueue } from '#contract/values/moderation/comments'
import type { LegalPage } from '#contract/values/site/legal'
import type { CommentSort } from '#contract/values/videos/comments'
import type { SavedOrder } from '#contract/values/videos/library'
import type { StatisticsDays } from '#contract/values/videos/statistics'

/** Search terms and filters by name. */
type Search = Readonly<Record<string, string>>

/**
 * A key of the query cache, from the area down to a single response. Keys that become stale together share a
 * prefix. `site` is the same for everyone and survives a change of the viewer.
 */
type Key =
  | readonly ['viewer']
  // Categories become stale with `videos` too, since they count them: invalidateVideos() does both.
  | readonly ['site', 'settings' | 'categories']
  | readonly ['site', 'legal', LegalPage]
  // A list by the address that names it in the boot data: one page of it, or page after page.
  | readonly ['videos', 'page' | 'list', string]
  /** A search by its parameters, and the suggestions for a text. */
  | readonly ['videos', 'search', Search]
  | readonly ['videos', 'suggestions', string]
  | readonly ['videos', 'one', number]
  | readonly ['videos', 'profile', string]
  /** Whether an account follows an uploader. */
  | readonly ['videos', 'follow', number, number]
  | readonly ['videos', 'tag' | 'suggested tags', string]
  /** Whether an account saved a video. */
  | readonly ['videos', 'saved', number, number]
  /** The stock of premium videos, and how it is sold. */
  | readonly ['videos', 'shop']
  | readonly ['videos', 'own', Search]
  | readonly ['videos', 'own counts']
  | readonly ['videos', 'corrections', number]
  | readonly ['videos', 'statistics', number | 'all', StatisticsDays]
  | readonly ['account', 'warnings' | 'follows' | 'profile']
  /** The outcome of an order on a provider's page. */
  | readonly ['account', 'returned order', string]
  /** The account's notifications: page after page, and the latest of them. */
  | readonly ['account', 'notices', 'list' | 'latest']
  | readonly ['admin', 'factor resets' | 'gifts' | 'gift codes']
  | readonly ['admin', 'care' | 'gifts to' | 'unpaid orders', number]
  | readonly ['account', 'continue' | 'sessions' | 'security' | 'preferences' | 'subscription' | 'removals']
  | readonly ['account', 'history', string]
  | readonly ['account', 'saved', SavedOrder]
  // An account's lists, the contents and the order of one, and the lists that hold a video. A list by its ID
  // or its link's key.
  | readonly ['lists', 'all']
  /** The video whose lists were to be chosen before the sign-in. */
  | readonly ['lists', 'wanted']
  | readonly ['lists', 'one' | 'items' | 'steps' | 'shared' | 'shared items', string]
  | readonly ['lists', 'for', number]
  /** Some videos of a list, by their IDs. */
  | readonly ['lists', 'some', string, string]
  | readonly ['account', 'payment' | 'removal' | 'reset offer', string]
  | readonly [
      'admin',
      (
        | 'overview'
        | 'status'
        | 'field data'
        | 'waiting'
        | 'changed'
        | 'claims'
        | 'alerts'
        | 'appeals'
        | 'news'
        | 'settings'
        | 'storage'
        | 'refused terms'
        | 'card rules'
      ),
    ]
  | readonly [
      'admin',
      'content' | 'payments' | 'reports' | 'requests' | 'users' | 'audit' | 'mail' | 'jobs' | 'tags',
      Search,
    ]
  /** The review queue by its order. */
  | readonly ['admin', 'pending', SortOrder]
  | readonly ['admin', 'find', string]
  | readonly ['admin', 'copies' | 'user' | 'uploader' | 'report' | 'request' | 'removal', number]
  | readonly ['admin', 'legal', LegalPage]
  | readonly ['admin', 'legal version', LegalPage, number]
  | readonly ['admin', 'orphans', string]
  /** A track of a video that changed, by its language and the count of changes. */
  | readonly ['admin', 'changed track', number, string, number]
  // No area of theirs: only a change of the viewer drops them. `payment` would ask the provider again, and
  // `reviewed` reload the video under its player.
  | readonly ['payment' | 'report' | 'removal request', string]
  | readonly ['reviewed', number, number]
  | readonly ['case', number]
  | readonly ['import', string | null]
  /** Comments below a video, by their order, or replies by the comment. */
  | readonly ['comments', number, CommentSort | number]
  | readonly ['account', 'comment blocks']
  | readonly ['admin', 'comments', CommentQueue]
  | readonly ['payment options']

type Beginning<Parts extends readonly unknown[]> = Parts extends readonly [...infer Start, unknown]
  ? Start extends readonly []
    ? never
    : Readonly<Start> | Beginning<Start>
  : never

/** Returns a key, or a prefix that matches all keys below it. */
export function key<const Parts extends Key | Beginning<Key>>(...parts: Parts): Parts {
  return parts
}

/** Keys that a query shares with the boot data. */
export const bootKeys = {
  viewer: key('viewer'),
  settings: key('site', 'settings'),
  categories: key('site', 'categories'),
  unfinished: key('account', 'continue'),
  page: (path: string) => key('videos', 'page', path),
  list: (path: string) => key('videos', 'list', path),
  shop: key('videos', 'shop'),
  video: (id: number) => key('videos', 'one', id),
  profile: (username: string) => key('videos', 'profile', username),
}

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key
  }
}
