import { runChecks } from './lib/checks.ts'

/** `npm run check`: types, lint and the rules about migrations. */
const { failed } = await runChecks()
process.exitCode = failed === 0 ? 0 : 1
