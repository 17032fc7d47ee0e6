/**
 * What a first visit to a page may load, brotli, in kB: to the first frame on the video page. `module` is the page's
 * module as the build's manifest names it.
 */
export const pageBudgets = [
  { path: '/', module: 'app/pages/visit/home.tsx', script: 110, style: 14 },
  { path: '/video/1', module: 'app/pages/visit/video.tsx', script: 115, style: 14 },
  { path: '/signin', module: 'app/pages/account/sign-in.tsx', script: 100, style: 14 },
  { path: '/categories', module: 'app/pages/visit/category.tsx', script: 110, style: 14 },
] as const

/** What the edge loads to start the worker, gzip, in kB. */
export const workerBudget = 400
