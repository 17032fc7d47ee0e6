import { runScript } from './lib/process.ts'
import { buildWeb } from './lib/steps.ts'

/** `npm run build`: the web app, and what the worker imports of it. Wrangler runs this before it bundles the worker. */
runScript(buildWeb)
