import { buildWeb, requireBuilt } from '#build/web/build-once'
import { runScript } from '#tools/programs/process'

/**
 * `npm run build`: the web app, and what the worker imports of it. Wrangler runs this before it bundles the worker; in a
 * deployment that was built before.
 */
runScript(async () => (process.env.DEPLOYING ? requireBuilt() : await buildWeb()))
