import type { User } from '../accounts/auth'
import type { Category } from '../shared/lists'
import type { Video } from '../videos/videos'
import type { PublicSettings } from './settings'

/** One page of a list as the API answers it: the array, and the cursor from its `Link` header. */
export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** What the worker writes into the HTML, so that the first paint asks the API for nothing. */
export interface Boot {
  settings: PublicSettings
  viewer: User | null
  /** False until the visitor passed the gate; then the fields below are absent. */
  ageVerified: boolean
  categories?: Category[]
  /** Answers of GETs that the first screen needs, by the path and query it would ask. */
  lists?: Record<string, Page<Video>>
  video?: Video
  /** An id that the caller may not know of. */
  missingVideo?: number
}
