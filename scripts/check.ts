import { runChecks } from '#tools/checks/list'

/** `npm run check`: everything that needs no running site; tools/checks/list.ts lists it. */
const { faults } = await runChecks()
process.exitCode = faults.length === 0 ? 0 : 1
