import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TestCase, TestModule, Vitest } from 'vitest/node'

export type Verdict = 'noticed' | 'survived'

/**
 * Runs tests again and again in one vitest, which reads only the changed file anew. Works in the current
 * folder, whose files it changes. The worker's tests run in Node, as for Stryker.
 */
export class Session {
  #vitest: Vitest | undefined
  /** The tests that fail without a change, since Node lacks what they need; they don't count. */
  readonly #broken = new Set<string>()
  readonly #known = new Set<string>()
  #isKnown = false
  #isNoticed = false
  readonly #pattern: string

  /** `pattern` is of all tests that may be asked for. */
  constructor(pattern: string) {
    this.#pattern = pattern
  }

  /** Returns whether a test notices that a file has another text. */
  async verdictOf(file: string, changed: string, tests: readonly string[]): Promise<Verdict> {
    this.#isKnown = false
    const unknown = tests.filter((test) => !this.#known.has(test))
    if (unknown.length > 0) await this.#run(unknown)
    for (const test of unknown) this.#known.add(test)

    this.#isKnown = true
    this.#isNoticed = false
    const before = readFileSync(file, 'utf8')
    try {
      await this.#put(file, changed)
      // One after the other, so that a fault found early ends it.
      for (const test of tests) {
        if (!this.#isNoticed) await this.#run([test])
      }
    } finally {
      await this.#put(file, before)
    }
    return this.#isNoticed ? 'noticed' : 'survived'
  }

  async close(): Promise<void> {
    await this.#vitest?.close()
  }

  async #put(file: string, text: string): Promise<void> {
    writeFileSync(file, text)
    const vitest = await this.#begun()
    vitest.invalidateFile(resolve(file))
  }

  async #run(tests: readonly string[]): Promise<void> {
    const vitest = await this.#begun()
    await vitest.runTestSpecifications(tests.flatMap((test) => vitest.getModuleSpecifications(resolve(test))))
  }

  async #begun(): Promise<Vitest> {
    if (this.#vitest) return this.#vitest
    // The config reads it.
    process.env.MUTATION_TESTS = this.#pattern
    const { createVitest } = await import('vitest/node')
    const reporter = {
      onTestCaseResult: (test: TestCase) => {
        if (test.result().state === 'failed') this.#fail(`${test.module.relativeModuleId} ${test.fullName}`)
      },
      // A file that can't be loaded, or whose hook fails, has no failed test.
      onTestModuleEnd: (test: TestModule) => {
        if (test.errors().length > 0) this.#fail(test.relativeModuleId)
      },
    }
    this.#vitest = await createVitest('test', {
      config: 'test/mutation/vitest.config.ts',
      watch: false,
      maxWorkers: 1,
      reporters: [reporter],
    })
    await this.#vitest.globTestSpecifications()
    return this.#vitest
  }

  #fail(test: string): void {
    if (!this.#isKnown) this.#broken.add(test)
    else if (!this.#broken.has(test) && !this.#isNoticed) {
      this.#isNoticed = true
      void this.#vitest?.cancelCurrentRun('test-failure')
    }
  }
}
