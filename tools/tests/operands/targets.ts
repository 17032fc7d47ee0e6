/** Code on which access depends. */
export interface Target {
  /** A pattern of files. */
  files: string
  /** Patterns of tests to run besides those that are found by name. */
  tests?: readonly string[]
}

/**
 * In the order in which they are tried: what decides most comes first. What `npm run test:mutation` changes is left out,
 * as all of `worker/policy/` and media tokens: it leaves out their operands, too.
 */
export const targets: readonly Target[] = [
  {
    files: 'contract/values/accounts/{permissions,roles,appointments}.ts',
    tests: ['test/unit/policy/permissions.test.ts'],
  },
  {
    files: 'db/queries/shared/account-{standing,hold}.ts',
    tests: [
      'test/worker/{leaving/account-deletion,videos/library/lists,moderation/staff/users/roles}.test.ts',
      'test/worker/{moderation/staff/bans/*,moderation/cases/comments-desk,videos/comments}.test.ts',
    ],
  },
  {
    files: 'db/queries/videos/{visibility,holds}.ts',
    tests: [
      'test/worker/videos/{unlisted,publishing/{scheduled,delete}}.test.ts',
      'test/worker/moderation/cases/{quarantine,quarantine-limits,reports-decide,takedown}.test.ts',
      'test/worker/moderation/removal/{removal-case,removal-decisions}.test.ts',
    ],
  },
  {
    files: 'db/schema/videos.ts',
    tests: [
      'test/worker/videos/{unlisted,publishing/scheduled,browse/{my-videos,search},playback/downloads}.test.ts',
      'test/worker/moderation/staff/{review/{queue,decisions,again},content/{list,bulk}}.test.ts',
    ],
  },
  { files: 'db/queries/videos/library/{lists,follows,saved,likes,watch-history,feed,own-order}.ts' },
  { files: 'db/queries/accounts/*.ts', tests: ['test/worker/accounts/sessions/*.test.ts'] },
  {
    files: 'worker/{http/{guards/*,routers,identity,session-cookie},services/accounts/sessions/*}.ts',
    tests: ['test/worker/accounts/sessions/*.test.ts'],
  },
  {
    files: 'worker/services/videos/model/*.ts',
    tests: ['test/worker/videos/{unlisted,publishing/edit}.test.ts'],
  },
  { files: 'worker/{routes/**/*,services/videos/{playback,downloads,embed}/*}.ts' },
  { files: 'db/queries/moderation/*.ts' },
  { files: 'db/queries/leaving/{account-deletion,delete-account,tombstone}.ts' },
  {
    files:
      'db/queries/payments/{claims,claim-queue,claim-standing,entitlements,gift-codes,gifts,orders,subscription}.ts',
  },
  { files: 'db/queries/videos/{comments,profiles,captions,publishing/*}.ts' },
  { files: 'db/queries/uploads/*.ts' },
  { files: 'db/queries/site/{notices,newsletter}.ts' },
  { files: 'db/queries/videos/{video,own-videos,views,renditions}.ts' },
  { files: 'db/queries/shared/{revocations,comments-away,kept-by-case}.ts' },
  { files: 'worker/storage/revocations.ts' },
  { files: 'worker/services/moderation/{users-admin/roles,quarantine/*}.ts' },
]
