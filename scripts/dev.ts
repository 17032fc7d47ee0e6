import { buildWeb } from '#build/web/build-once'
import { bins, endTogether, runScript, start, stop, watch } from '#tools/programs/process'
import { ensureSecrets, local, siteOrigin } from '#tools/site/local'
import { startSite } from '#tools/site/start'
import { checkConfig, migrate, seed } from '#tools/site/steps'

/** `npm run dev`: the worker as in `npm start`, and Vite with hot reload in front of it. */
async function main(): Promise<void> {
  endTogether(0)
  ensureSecrets()
  await checkConfig()
  await migrate()
  await seed()
  // The worker's own pages need a build. Vite serves the web app's pages from their sources.
  await buildWeb()
  const web = `http://localhost:${local.webPort}`
  // Writes come from Vite's origin, so it is the site's origin here.
  const site = await startSite({ SITE_ORIGIN: web })
  const vite = start('Vite', process.execPath, [bins.vite])
  process.stdout.write(`\nHot reload at ${web}, the worker at ${siteOrigin}. Stop with Ctrl+C.\n`)
  try {
    await watch([...site.services, vite])
  } finally {
    await Promise.all([stop(vite), site.stop()])
  }
}

runScript(main)
