import { readFileSync } from 'node:fs'
import { doWatched } from '../programs/watched.ts'
import type { Expected } from './expected.ts'
import { openSite, type Place, silenceLocks } from './open-site.ts'
import { requireBackupKey } from './proof/seal.ts'
import { listSecrets } from './secrets.ts'
import { backUp, refreshCatchUp } from './take.ts'

// The process that does the work of `npm run backup`, watched by scripts/backup.ts.

export interface BackupRun extends Expected {
  to: string
  place: Place
  onlyCatchUp: boolean
}

doWatched<BackupRun>(async ({ to, place, onlyCatchUp, ...expected }) => {
  const say = (text: string) => void process.stdout.write(`${text}\n`)
  const key = requireBackupKey(to)
  silenceLocks()
  const site = await openSite(place)
  try {
    const now = Date.now()
    if (onlyCatchUp) {
      const { isLate } = await refreshCatchUp(site, to, { ...expected, key, now, say })
      if (isLate) throw new Error('That is more than two days ago: run this without --only-catch-up.')
      return
    }
    const secrets = listSecrets(
      readFileSync('.dev.vars.example', 'utf8'),
      readFileSync('docs/operating.md', 'utf8'),
    )
    await backUp(site, to, { ...expected, secrets, key, now, say })
    say(`${to} has a whole backup. It doesn't hold these secrets:`)
    for (const { name, ifLost } of secrets) say(`  ${name}: ${ifLost}`)
  } finally {
    await site.close()
  }
})
