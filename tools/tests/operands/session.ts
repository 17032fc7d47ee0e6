import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TestCase, TestModule, Vitest } from 'vitest/node'

/** `unrun`: none of the tests passes as it is, so that they say nothing. */
export type Verdict = 'noticed' | 'survived' | 'unrun'

export interface Finding {
  verdict: Verdict
  /** The test that noticed. */
  by: string | null
}

/**
 * Runs tests again and again in one vitest, which reads only the changed file anew. Works in the current
 * folder, whose files it changes. The worker's tests run in Node, as for Stryker.
 */
export class Session {
  #vitest: Vitest | undefined
  /** The tests that fail without a change, since Node lacks what they need; they don't count. */
  readonly #broken = new Set<string>()
  /** Files with a test that passes without a change. */
  readonly #working = new Set<string>()
  /** The file whose test noticed last: it often notices the next operand, too. */
  #sharpest = ''
  #isKnown = false
  #by: string | null = null
  readonly #pattern: string

  /** `pattern` is of all tests that may be asked for. */
  constructor(pattern: string) {
    this.#pattern = pattern
  }

  /** Runs tests as they are, which comes first. Returns those that fail. */
  async learn(tests: readonly string[]): Promise<string[]> {
    this.#isKnown = false
    const before = new Set(this.#broken)
    await this.#run(tests)
    this.#isKnown = true
    return [...this.#broken].filter((test) => !before.has(test))
  }

  /** Returns whether a test notices that a file has another text. */
  async findingOf(file: string, changed: string, tests: readonly string[]): Promise<Finding> {
    const working = tests
      .filter((test) => this.#working.has(test))
      .sort((one, other) => Number(other === this.#sharpest) - Number(one === this.#sharpest))
    if (working.length === 0) return { verdict: 'unrun', by: null }
    this.#by = null
    const before = readFileSync(file, 'utf8')
    try {
      await this.#put(file, changed)
      // One after the other, so that a fault found early ends it.
      for (const test of working) {
        await this.#run([test])
        if (this.#by === null) continue
        this.#sharpest = test
        break
      }
    } finally {
      await this.#put(file, before)
    }
    return { verdict: this.#by === null ? 'survived' : 'noticed', by: this.#by }
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
        const { state } = test.result()
        if (state === 'passed' && !this.#isKnown) this.#working.add(test.module.relativeModuleId)
        if (state === 'failed') this.#fail(`${test.module.relativeModuleId} ${test.fullName}`)
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
    else if (!this.#broken.has(test) && this.#by === null) {
      this.#by = test
      void this.#vitest?.cancelCurrentRun('test-failure')
    }
  }
}
