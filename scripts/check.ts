import { runChecks } from './lib/checks.ts'

/** `npm run check`: types, lint and the rules about migrations. */
const { faults } = await runChecks()
process.exitCode = faults.length === 0 ? 0 : 1
