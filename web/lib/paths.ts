import { isOpenDocument, type LegalPage, type MailPage } from '../../contract/values/site/legal'

/** Every address of the site's pages is built here; what stands behind the control panel's, in admin-paths.ts. */
export const paths = {
  home: '/',
  categories: '/categories',
  category: (slug: string) => `/categories/${slug}`,
  premium: '/premium',
  search: (query: string) => `/search?q=${encodeURIComponent(query)}`,
  video: (id: number) => `/video/${id}`,
  videoAt: (id: number, second: number) => `/video/${id}?t=${second}`,
  /** Plays only what lies between two seconds. */
  videoPart: (id: number, start: number, end: number) => `/video/${id}?t=${range(start, end)}`,
  signIn: '/signin',
  signUp: '/signup',
  account: '/account',
  subscription: '/account?tab=subscription',
  history: '/account?tab=history',
  settings: '/account?tab=settings',
  receipt: (paymentId: string) => `/account/receipts/${paymentId}`,
  /** The premium page with a choice made, for somebody who had to go away in between. */
  premiumChoice: (choice: { plan: string; currency: string; method: string }) =>
    `/premium?${new URLSearchParams(choice)}`,
  /** A document of its own: opened in a frame or by a plain link, never by the router. */
  checkout: (order: { method: string; plan: string; currency: string; bank?: string; from?: string }) =>
    `/checkout?${new URLSearchParams(order)}`,
  uploadVideo: '/upload-video',
  myVideos: '/my-videos',
  editVideo: (id: number) => `/edit-video/${id}`,
  /** The same with a part of the video chosen to be kept. */
  trimVideo: (id: number, start: number, end: number) => `/edit-video/${id}?trim=${range(start, end)}`,
  admin: '/admin',
  legal: (page: LegalPage) => `/${page}`,
  mail: (page: MailPage) => `/${page}`,
  /** The form for a video, with its address filled in. */
  askRemoval: (videoId: number) => `/removal?video=${videoId}`,
  removalReceipt: (token: string) => `/removal/${token}`,
  reportReceipt: (code: string) => `/reports/${code}`,
  /** What the uploader of a removed video reads of it. */
  ownRemoval: (id: number | ':id') => `/removals/${id}`,
} as const

/** Two seconds as addresses have them, to the millisecond: `12.5,20`. */
function range(start: number, end: number): string {
  return [start, end].map((second) => Number(second.toFixed(3))).join(',')
}

/** An id as an address or a person writes it; null for what can't be one. */
export function readId(text: string | null | undefined): number | null {
  const id = text?.trim() ?? ''
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
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

/** Where the age gate stands: what it leaves out shows no video. */
export function isGated(pathname: string): boolean {
  return !signing.includes(pathname.replace(/\/+$/, '')) && !isOpenDocument(pathname)
}
