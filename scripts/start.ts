import { buildWeb } from '#build/web/build-once'
import { endTogether, runScript, watch } from '#tools/programs/process'
import { ensureSecrets, local, siteOrigin } from '#tools/site/local'
import { requireFreePorts, startSite } from '#tools/site/start'
import { checkConfig, migrate, seed } from '#tools/site/steps'

/** `npm start`: sets up the folder, whatever its state, and starts the site. */
async function main(): Promise<void> {
  endTogether(0)
  await requireFreePorts()
  if (ensureSecrets()) say('Made .dev.vars with random secrets.')
  await checkConfig()
  await Promise.all([migrateAndSeed(), buildWeb()])
  // Every page reports how it loaded, so that the panel has something to show.
  const site = await startSite({ FIELD_SHARE: process.env.FIELD_SHARE ?? '1' })

  say(`
Nocturne is running at ${siteOrigin}

  Demo accounts, all with the password nocturne-demo:
    viewer    free
    member    premium
    creator   premium, owns most videos
    moderator moderator
    support   support
    admin     site owner

  State is kept in ${local.stateDir}. Stop with Ctrl+C.
`)
  try {
    await watch(site.services)
  } finally {
    await site.stop()
  }
}

async function migrateAndSeed(): Promise<void> {
  await migrate()
  const seeded = await seed()
  if (seeded === 'filled') say('Filled the empty database with demo content.')
  if (seeded === 'completed') say('Completed the demo content, of which an earlier run had left some out.')
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

runScript(main)
