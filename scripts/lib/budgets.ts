/**
 * Limits of a first visit to a page, in kB of brotli; on the video page up to the first frame. `module` is
 * the page's name in the build manifest.
 */
export const pageBudgets = [
  { path: '/', module: 'app/pages/visit/home.tsx', script: 110, style: 14 },
  { path: '/video/1', module: 'app/pages/visit/video.tsx', script: 115, style: 14 },
  { path: '/signin', module: 'app/pages/account/sign-in.tsx', script: 100, style: 14 },
  { path: '/categories', module: 'app/pages/visit/category.tsx', script: 110, style: 14 },
] as const

/** Size of the worker that the edge loads at startup, in kB of gzip. */
export const workerBudget = 400
