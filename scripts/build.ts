import { buildWeb, requireBuilt } from '#build/web/build-once'
import { runScript } from '#tools/programs/process'

/**
 * `npm run build`: builds the web app and the modules that the worker imports from it. Wrangler runs this
 * before it bundles the worker. In a deployment the build is already there, and is only checked.
 */
runScript(async () => (process.env.DEPLOYING ? requireBuilt() : await buildWeb()))
