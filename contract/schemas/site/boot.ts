import type { User } from '../accounts/auth'
import type { Shop } from '../payments/shop'
import type { Category } from '../videos/categories'
import type { Profile } from '../videos/profiles'
import type { TagPage } from '../videos/tags'
import type { Video } from '../videos/video'
import type { PublicSettings } from './settings'

/** One page of a list as the API returns it: the array, and the cursor from its `Link` header. */
export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** Boot data that the worker writes into the HTML, so that the first paint needs no API call. */
export interface Boot {
  settings: PublicSettings
  /** Absent if the database didn't respond; the app then asks again. */
  viewer?: User | null
  /** False until the visitor has passed the gate; until then the fields below are absent. */
  ageVerified: boolean
  categories?: Category[]
  /** Responses to the GETs that the first screen needs, by path and query. */
  lists?: Record<string, Page<Video>>
  /** For pages that may sell Premium. */
  shop?: Shop
  video?: Video
  /**
   * The uploader's page, by the name in its URL or, on a public video's page, by the uploader's name; null if
   * it isn't shown.
   */
  profile?: { name: string; profile: Profile | null }
  /** A tag, by the slug in its page's URL; null if there is none. */
  tag?: { slug: string; found: TagPage | null }
  /** An ID that doesn't exist or that the caller may not know of. */
  missingVideo?: number
}
