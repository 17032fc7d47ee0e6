import { dirname } from 'node:path'
import { whileLocked } from '#tools/backup/lock'
import { deletePartial } from '#tools/backup/prune'
import { runScript } from '#tools/programs/process'
import { runWatched } from '#tools/programs/watched'
import type { WatchedWork } from './watched-work.ts'

// Watches the work in a process of its own, while it holds the lock of the folder, as `npm run backup` does.

const [base = ''] = process.argv.slice(2)
const path = dirname(base)
const work: WatchedWork = { base, does: 'wait' }
runScript(async () => {
  process.exitCode = await whileLocked(
    path,
    (signal) =>
      runWatched('test/support/programs/watched-work.ts', work, { name: 'work', limit: 600_000, signal }),
    () => deletePartial({ path }),
  )
})
