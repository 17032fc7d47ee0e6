import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { brief, type Sum } from './phases.ts'

/** The variable that names the file for the sum. */
export const sumFile = 'TEST_SUM_FILE'

/**
 * Writes the sum of a vitest run. Vitest's own JSON report leaves out errors that belong to no test, although
 * each of them fails the run.
 */
export default class SumReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strays: readonly SerializedError[]): void {
    const sum: Sum = {
      passed: modules.flatMap(({ children }) => [...children.allTests('passed')]).length,
      faults: [...modules.flatMap(faultsOf), ...strays.map(strayOf)],
    }
    writeFileSync(process.env[sumFile] as string, JSON.stringify(sum))
  }
}

function faultsOf(module: TestModule): string[] {
  const where = relative(process.cwd(), module.moduleId)
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${where}: ${test.fullName}: ${brief(test.result().errors?.[0]?.message)}`,
  )
  // Imports and hooks fail outside tests, and keep those around them from running.
  const others = [module, ...module.children.allSuites()]
    .flatMap((suite) => suite.errors())
    .map(({ message }) => `${where}: ${brief(message)}`)
  return [...tests, ...others]
}

/** Says what was thrown while no test waited for it, with the first line of its stack that is ours. */
function strayOf({ name, message, stack }: SerializedError): string {
  const place = stack
    ?.split('\n')
    .find((line) => line.includes(process.cwd()) && !line.includes('node_modules'))
  return `outside all tests: ${name ?? 'Error'}: ${brief(message)} ${place?.trim() ?? ''}`.trimEnd()
}
