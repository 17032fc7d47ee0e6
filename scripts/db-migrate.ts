import { ensureSecrets, local } from './lib/local.ts'
import { runScript } from './lib/process.ts'
import { checkConfig, migrate, seed } from './lib/steps.ts'

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
