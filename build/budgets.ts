interface PageBudget {
  path: string
  /** The page's name in the build manifest. Its parts are named the same way. */
  module: string
  /** Parts that it loads without being asked, once it is there. */
  later: string[]
  /** Parts that it loads once their place is near the window. */
  inView: string[]
  /** kB of brotli until the page is there; on the video page until the first frame. */
  script: number
  style: number
  /** Script files in all, with the parts, for a signed-in viewer, in every window. */
  requests: number
}

/**
 * kB of styles that every page has. Over the goal of 14 by the header's line of uploads, the docked mini player
 * and Tailwind's fallbacks for browsers without `@property`.
 */
const style = 14.7

const shell = [
  'app/layouts/member-actions.tsx',
  'app/parts/videos-ahead.tsx',
  'features/visit/shell/footer.tsx',
  'features/visit/shell/mobile-panel.tsx',
  'ui/feedback/toast-card.tsx',
]

/** Parts that follow on every page with a list of videos. */
export const listParts = [...shell, 'entities/video/saved/save-button.tsx']

/** Parts that follow on the video page alone. */
export const videoParts = [
  'app/parts/video-actions.tsx',
  'entities/uploader/uploader-extras.tsx',
  'features/visit/comments/comments-below.tsx',
  'features/visit/watch/watch-extras.tsx',
  'player/dom/watchdog.ts',
  'player/ui/player-extras.tsx',
  'player/ui/seek/storyboard-tip.tsx',
]

/** Limits of a first visit to a page. */
export const pageBudgets: PageBudget[] = [
  {
    path: '/',
    module: 'app/pages/visit/home.tsx',
    later: listParts,
    inView: [],
    script: 118,
    style,
    requests: 8,
  },
  {
    path: '/video/1',
    module: 'app/pages/visit/video.tsx',
    later: [...listParts, ...videoParts],
    inView: ['features/visit/comments/comment-section.tsx'],
    script: 125,
    style,
    requests: 12,
  },
  {
    path: '/premium',
    module: 'app/pages/premium/premium.tsx',
    later: listParts,
    inView: ['features/premium/pay/payment-area.tsx'],
    script: 125,
    style,
    requests: 8,
  },
  {
    path: '/checkout',
    module: 'checkout/checkout.tsx',
    later: ['ui/feedback/toast-card.tsx'],
    inView: [],
    script: 125,
    style,
    requests: 8,
  },
  {
    path: '/signin',
    module: 'app/pages/account/sign-in.tsx',
    later: [...shell, 'features/account/sign-in/passkey-button.tsx'],
    inView: [],
    script: 110,
    style,
    requests: 8,
  },
  {
    path: '/categories',
    module: 'app/pages/visit/category.tsx',
    later: listParts,
    inView: [],
    script: 118,
    style,
    requests: 8,
  },
]

/** The script of a page whose visit is measured, in kB of brotli. */
export const fieldScriptBudget = 5

/** Size of the worker that the edge loads at startup, in kB of gzip. The platform takes 3 MB, or 10 MB of a paid plan. */
export const workerBudget = 1000

/** How many times the CPU of the reference (tools/checks/start-up.ts) the worker may take to start. */
export const startUpBudget = 4.5
