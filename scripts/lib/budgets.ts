interface PageBudget {
  path: string
  /** Its name in the build manifest, as those of the parts. */
  module: string
  /** Parts that it loads by itself once it is there. */
  later: string[]
  /** Parts that it loads once their place is near the window. */
  inView: string[]
  /** kB of brotli until the page is there; on the video page until the first frame. */
  script: number
  style: number
  /** Script files in all, with the parts, for whoever is signed in and in every window. */
  requests: number
}

const shell = [
  'app/parts/videos-ahead.tsx',
  'features/visit/shell/bell.tsx',
  'features/visit/shell/footer.tsx',
  'features/visit/shell/mobile-panel.tsx',
  'ui/feedback/toast-card.tsx',
]
const lists = [...shell, 'entities/video/save-button.tsx']

/** Limits of a first visit to a page. The build joins files by them. */
export const pageBudgets: PageBudget[] = [
  {
    path: '/',
    module: 'app/pages/visit/home.tsx',
    later: lists,
    inView: [],
    script: 110,
    style: 14,
    requests: 8,
  },
  {
    path: '/video/1',
    module: 'app/pages/visit/video.tsx',
    later: [
      ...lists,
      'app/parts/video-actions.tsx',
      'entities/uploader/uploader-extras.tsx',
      'features/visit/comments/comments-below.tsx',
      'features/visit/watch/watch-extras.tsx',
      'player/dom/captions.ts',
      'player/dom/watchdog.ts',
      'player/ui/player-extras.tsx',
      'player/ui/seek/storyboard-tip.tsx',
    ],
    inView: ['features/visit/comments/comment-section.tsx'],
    script: 115,
    style: 14,
    requests: 12,
  },
  {
    path: '/premium',
    module: 'app/pages/premium/premium.tsx',
    later: lists,
    inView: ['features/premium/pay/payment-area.tsx'],
    script: 115,
    style: 14,
    requests: 8,
  },
  {
    path: '/signin',
    module: 'app/pages/account/sign-in.tsx',
    later: [...shell, 'features/account/sign-in/passkey-button.tsx'],
    inView: [],
    script: 100,
    style: 14,
    requests: 8,
  },
  {
    path: '/categories',
    module: 'app/pages/visit/category.tsx',
    later: lists,
    inView: [],
    script: 110,
    style: 14,
    requests: 8,
  },
]

/** The script of a page whose visit is measured, in kB of brotli. */
export const fieldScriptBudget = 5

/** Size of the worker that the edge loads at startup, in kB of gzip. */
export const workerBudget = 1000
