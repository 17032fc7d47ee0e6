/** Every address of the site's pages is built here. */
export const paths = {
  home: '/',
  categories: '/categories',
  category: (slug: string) => `/categories/${slug}`,
  premium: '/premium',
  search: (query: string) => `/search?q=${encodeURIComponent(query)}`,
  video: (id: number) => `/video/${id}`,
  /** Plays only what lies between two seconds. */
  videoPart: (id: number, start: number, end: number) => `/video/${id}?t=${range(start, end)}`,
  signIn: '/signin',
  signUp: '/signup',
  account: '/account',
  subscription: '/account?tab=subscription',
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
} as const

/** Two seconds as addresses have them, to the millisecond: `12.5,20`. */
function range(start: number, end: number): string {
  return [start, end].map((second) => Number(second.toFixed(3))).join(',')
}

/** Pages of text that are open to everybody, in the order of the footer. */
export const legalPages = ['terms', 'privacy', '2257', 'dmca', 'removal', 'contact'] as const
export type LegalPage = (typeof legalPages)[number]

export const legalTitles: Record<LegalPage, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  '2257': '2257 Statement',
  dmca: 'DMCA',
  removal: 'Content Removal',
  contact: 'Contact',
}

/** Where the age gate doesn't stand: none of these shows a video. */
const ungated: readonly string[] = [paths.signIn, paths.signUp, ...legalPages.map(paths.legal)]

export function isGated(pathname: string): boolean {
  return !ungated.includes(pathname.replace(/(?<=.)\/+$/, ''))
}
