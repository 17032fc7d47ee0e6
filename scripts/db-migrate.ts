import { runScript } from '#tools/programs/process'
import { ensureSecrets, local } from '#tools/site/local'
import { checkConfig, migrate, seed } from '#tools/site/steps'

/** `npm run db:migrate`: migrates the local database, and fills it when it is empty. */
runScript(async () => {
  ensureSecrets()
  await checkConfig()
  await migrate()
  const seeded = await seed()
  process.stdout.write(
    `${local.stateDir} is up to date${seeded === 'nothing' ? '' : `, and ${seeded} with demo content`}.\n`,
  )
})
