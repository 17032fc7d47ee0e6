import { isOpenDocument, type LegalPage, type MailPage } from '#contract/values/site/legal'

/** The key in an unlisted video's link; other videos have none. */
export type LinkKey = string | null | undefined

/** ID of the player, or of what is in its place, for the link that skips to it. */
export const playerId = 'player'

/**
 * Builds every address of the site's pages; those inside the control panel are in admin-paths.ts, those of a purchase in
 * pay-paths.ts.
 */
export const paths = {
  home: '/',
  categories: '/categories',
  category: (slug: string) => `/categories/${slug}`,
  tag: (slug: string) => `/tag/${slug}`,
  premium: '/premium',
  /** The most viewed free videos. */
  popularFree: '/categories?class=free&sort=views',
  search: (query: string) => `/search?q=${encodeURIComponent(query)}`,
  video: (id: number, key?: LinkKey) => withKey(`/video/${id}`, key),
  videoAt: (id: number, second: number, key?: LinkKey) => withKey(`/video/${id}?t=${second}`, key),
  /** Plays only the part between two seconds. */
  videoPart: (id: number, start: number, end: number, key?: LinkKey) =>
    withKey(`/video/${id}?t=${range(start, end)}`, key),
  trending: '/trending',
  following: '/following',
  notifications: '/notifications',
  lists: '/account?tab=lists',
  list: (id: number) => `/lists/${id}`,
  /** A list for everyone who has its link. */
  sharedList: (key: string) => `/list/${key}`,
  /** An uploader's page. */
  profile: (username: string) => `/u/${encodeURIComponent(username)}`,
  signIn: '/signin',
  signUp: '/signup',
  account: '/account',
  subscription: '/account?tab=subscription',
  history: '/account?tab=history',
  settings: '/account?tab=settings',
  receipt: (paymentId: string) => `/account/receipts/${paymentId}`,
  uploadVideo: '/upload-video',
  myVideos: '/my-videos',
  statistics: '/stats',
  videoStatistics: (id: number | ':id') => `/my-videos/${id}/stats`,
  editVideo: (id: number) => `/edit-video/${id}`,
  /** The editor, with a part of the video selected to be kept. */
  trimVideo: (id: number, start: number, end: number) => `/edit-video/${id}?trim=${range(start, end)}`,
  admin: '/admin',
  legal: (page: LegalPage) => `/${page}`,
  mail: (page: MailPage) => `/${page}`,
  /** The request form, with the video's address filled in. */
  askRemoval: (videoId: number, key: LinkKey) => withKey(`/removal?video=${videoId}`, key),
  /** The request form, with a shared list filled in. */
  askListRemoval: (key: string) => `/removal?list=${key}`,
  removalReceipt: (token: string) => `/removal/${token}`,
  /** With the key of an unlisted video, which the request form asks for. */
  reportReceipt: (code: string, key: LinkKey) => withKey(`/reports/${code}`, key),
  /** The page of a removal, for the uploader of the removed video. */
  ownRemoval: (id: number | ':id') => `/removals/${id}`,
} as const

/** Adds the key of an unlisted video to an address. */
export function withKey(path: string, key: LinkKey): string {
  return key ? `${path}${path.includes('?') ? '&' : '?'}key=${key}` : path
}

/** Formats two seconds for an address, to the millisecond: `12.5,20`. */
function range(start: number, end: number): string {
  return [start, end].map((second) => Number(second.toFixed(3))).join(',')
}

/** Parses an id from an address or typed text; null if it can't be one. */
export function readId(text: string | null | undefined): number | null {
  const id = text?.trim() ?? ''
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}

/** Returns the key of an unlisted video or a shared list from an address; null if it can't be one. */
export function readKey(text: string | null): string | null {
  return text !== null && /^[\w-]{22}$/.test(text) ? text : null
}

export const legalTitles: Record<LegalPage, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  '2257': '2257 Statement',
  dmca: 'DMCA',
  removal: 'Content Removal',
  contact: 'Contact',
}

const signing: readonly string[] = [paths.signIn, paths.signUp]

/** Returns whether the age gate applies. The pages left out show no video. */
export function isGated(pathname: string): boolean {
  return !signing.includes(pathname.replace(/\/+$/, '')) && !isOpenDocument(pathname)
}
