import { checks, runChecks } from '#tools/checks/list'

/**
 * `npm run check`: everything that needs no running site; tools/checks/list.ts lists it. With words, as in
 * `npm run check -- types arrows`, it runs the checks that have one of them in their name.
 */
const words = process.argv.slice(2)
const unknown = words.find((word) => !checks.some(({ name }) => name.includes(word)))
if (unknown === undefined) {
  const chosen = checks.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const { faults } = await runChecks(chosen)
  process.exitCode = faults.length === 0 ? 0 : 1
} else {
  const names = checks.map(({ name }) => `\n  ${name}`).join('')
  process.stderr.write(`No check has "${unknown}" in its name. The checks:${names}\n`)
  process.exitCode = 1
}
