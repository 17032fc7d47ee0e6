import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillRemovals, fillReports } from '#bench/fill/cases'
import { fillHidden, fillOwned, fillUsers, fillVideos } from '#bench/fill/catalogue'
import { fillComments } from '#bench/fill/comments'
import { fillFeed, fillFollowers, fillLibrary, fillLists, fillNotices } from '#bench/fill/library'
import { fillPayments } from '#bench/fill/payments'
import { fillEntries, fillJobs, fillMails } from '#bench/fill/records'
import { wrangler } from '#tools/programs/wrangler'
import { ensureSecrets, local } from '#tools/site/local'
import { migrate } from '#tools/site/steps'

/**
 * `npm run db:fill -- --videos 100000 --users 100000 --payments 100000`: fills the local database with
 * synthetic rows for measuring. They have no files, and no one can sign in to their accounts.
 *
 * Payments, lists and followers belong to these accounts, which follow `creator` and comment on the first
 * video. Reports, removal requests, removals, and the library, feed and notices of the account `viewer` use
 * the videos that exist. Hidden videos are those of `creator` that no one else may see; owned ones are old
 * videos of that account in every state.
 *
 * With `--after 1000` the rows go on after the first 1,000 of each, from an earlier run.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    videos: { type: 'string', default: '100000' },
    payments: { type: 'string', default: '0' },
    reports: { type: 'string', default: '0' },
    removals: { type: 'string', default: '0' },
    mails: { type: 'string', default: '0' },
    entries: { type: 'string', default: '0' },
    jobs: { type: 'string', default: '0' },
    library: { type: 'string', default: '0' },
    followers: { type: 'string', default: '0' },
    feed: { type: 'string', default: '0' },
    notices: { type: 'string', default: '0' },
    lists: { type: 'string', default: '0' },
    comments: { type: 'string', default: '0' },
    hidden: { type: 'string', default: '0' },
    owned: { type: 'string', default: '0' },
    after: { type: 'string', default: '0' },
  },
})
const chunk = 10_000

type Kind = Exclude<keyof typeof values, 'after'>

/** In this order, since later rows reference earlier ones. */
const fillers: Record<Kind, (from: number, to: number) => string[]> = {
  users: fillUsers,
  videos: (from, to) => fillVideos(from, to, amount('users')),
  payments: fillPayments,
  reports: fillReports,
  removals: fillRemovals,
  mails: fillMails,
  entries: fillEntries,
  jobs: fillJobs,
  library: fillLibrary,
  followers: fillFollowers,
  feed: fillFeed,
  notices: fillNotices,
  lists: fillLists,
  comments: fillComments,
  hidden: fillHidden,
  owned: fillOwned,
}
const kinds = Object.keys(fillers) as Kind[]

const statements = kinds.flatMap((kind) =>
  chunks(amount('after'), amount(kind)).flatMap(([from, to]) => fillers[kind](from, to)),
)
ensureSecrets()
await migrate()
const folder = mkdtempSync(join(tmpdir(), 'nocturne-fill-'))
try {
  const file = join(folder, 'fill.sql')
  writeFileSync(file, statements.join('\n'))
  await wrangler([
    'd1',
    'execute',
    'nocturne',
    '--local',
    '--persist-to',
    local.stateDir,
    '--file',
    file,
    '--yes',
  ])
} finally {
  rmSync(folder, { recursive: true })
}
const added = kinds.map((kind) => `${amount(kind)} ${kind}`).join(', ')
process.stdout.write(`Added to ${local.stateDir}: ${added}.\n`)

function amount(kind: keyof typeof values): number {
  const number = Number(values[kind])
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${kind} takes a whole number`)
  return number
}

function chunks(after: number, total: number): [number, number][] {
  const count = Math.max(0, Math.ceil((total - after) / chunk))
  return Array.from({ length: count }, (_, index) => [
    after + index * chunk + 1,
    Math.min(total, after + (index + 1) * chunk),
  ])
}
