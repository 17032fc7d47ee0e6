/** Videos of the account whose lists are measured: more than most accounts ever have. */
export const ownedVideos = 5000

/**
 * Rows that a page of My Videos may read: each of the account's videos, and the rows that a search reads for
 * its matches.
 */
export const ownRowsAtMost = ownedVideos + 400

/** Every tab of My Videos, each order, and the common pairs. */
export const ownLists = [
  '',
  'tab=public',
  'tab=unlisted',
  'tab=scheduled',
  'tab=private',
  'tab=premium',
  'tab=free',
  'tab=processing',
  'tab=pending',
  'tab=rejected',
  'tab=failed',
  'tab=deleted',
  'order=asc',
  'sort=views',
  'sort=likes',
  'sort=length&order=asc',
  'tab=public&sort=views',
  'tab=rejected&sort=length',
  'q=own',
  'q=own+4321',
  'q=own&tab=private&sort=likes',
].map((query) => `my-videos?${query}`)
