import { runChecks } from './lib/checks.ts'

/** `npm run check`: everything that needs no running site; scripts/lib/checks.ts lists it. */
const { faults } = await runChecks()
process.exitCode = faults.length === 0 ? 0 : 1
