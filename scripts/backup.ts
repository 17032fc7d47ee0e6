import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openSite } from '#tools/backup/open-site'
import { listSecrets } from '#tools/backup/secrets'
import { backUp, refreshCatchUp } from '#tools/backup/take'
import { environmentNamed } from '#tools/deploy/environment'
import { runScript } from '#tools/programs/process'
import { local } from '#tools/site/local'

/**
 * `npm run backup -- --to FOLDER [--remote [--env staging]]`: copies the site's rows, files and settings into
 * a folder. Files of earlier backups there aren't fetched again. `--only-catch-up` records only the erasures,
 * removals, blocks and bans, so that a restore doesn't undo them. docs/operating.md says how often to run
 * either.
 */
const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    remote: { type: 'boolean', default: false },
    env: { type: 'string' },
    'only-catch-up': { type: 'boolean', default: false },
    'other-site': { type: 'boolean', default: false },
    'went-back': { type: 'boolean', default: false },
  },
})
const { to, remote, env } = values
// Staging is at Cloudflare: taking the local site instead would be a silent mistake.
if (to === undefined || (env !== undefined && !remote)) {
  process.stderr.write(
    'Usage: npm run backup -- --to FOLDER [--remote [--env staging]] [--only-catch-up] [--other-site] [--went-back]\n',
  )
  process.exit(2)
}
runScript(async () => {
  const say = (text: string) => void process.stdout.write(`${text}\n`)
  const place = remote ? { environment: environmentNamed(env) } : { stateDir: local.stateDir }
  const site = await openSite(place)
  try {
    const now = Date.now()
    const expected = { otherSite: values['other-site'], wentBack: values['went-back'] }
    if (values['only-catch-up']) {
      const { isLate } = await refreshCatchUp(site, to, { ...expected, now, say })
      if (isLate) throw new Error('That is more than two days ago: run this without --only-catch-up.')
      return
    }
    const secrets = listSecrets(
      readFileSync('.dev.vars.example', 'utf8'),
      readFileSync('docs/operating.md', 'utf8'),
    )
    await backUp(site, to, { ...expected, secrets, now, say })
    say(`${to} has a whole backup. It doesn't hold these secrets:`)
    for (const { name, ifLost } of secrets) say(`  ${name}: ${ifLost}`)
  } finally {
    await site.close()
  }
})
