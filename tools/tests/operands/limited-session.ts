import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Service, start, stop } from '../../programs/process.ts'
import type { Ask } from './child.ts'
import type { Finding } from './session.ts'

const child = resolve(import.meta.dirname, 'child.ts')
/** A change that makes a loop endless is noticed by this. */
const mostMs = 3 * 60_000

/** A session in a process of its own, which can be ended in an endless loop. */
export class LimitedSession {
  #service: Service | undefined
  readonly #known = new Set<string>()
  readonly #folder: string
  readonly #pattern: string
  readonly #mostMs: number

  /** `pattern` is of all tests that may be asked for. */
  constructor(folder: string, pattern: string, limitMs = mostMs) {
    this.#folder = folder
    this.#pattern = pattern
    this.#mostMs = limitMs
  }

  /** Returns the tests that fail as they are and weren't run before; null if the time is up. */
  async learn(tests: readonly string[], restMs: number): Promise<string[] | null> {
    const unknown = tests.filter((test) => !this.#known.has(test))
    if (unknown.length === 0) return []
    const broken = await this.#ask<string[]>({ tests: unknown }, restMs)
    if (broken) for (const test of unknown) this.#known.add(test)
    return broken
  }

  /** Returns what the tests find of a changed file; null if the whole run's time is up. */
  async findingOf(
    file: string,
    text: string,
    tests: readonly string[],
    restMs: number,
  ): Promise<Finding | null> {
    const path = join(this.#folder, file)
    const before = readFileSync(path, 'utf8')
    const limitMs = Math.min(restMs, this.#mostMs)
    const finding = await this.#ask<Finding>({ tests, change: { file, text } }, limitMs)
    if (finding) return finding
    writeFileSync(path, before)
    return limitMs < restMs ? { verdict: 'noticed', by: 'timeout' } : null
  }

  async close(): Promise<void> {
    const service = this.#service
    this.#service = undefined
    this.#known.clear()
    if (service) await stop(service)
  }

  async #ask<Answer>(ask: Ask, limitMs: number): Promise<Answer | null> {
    const service = this.#begun()
    const ended = new AbortController()
    const answer = once(service.child, 'message', { signal: ended.signal })
    service.child.send(ask)
    try {
      const reached = await Promise.race([
        answer,
        service.exit.then((code) => code),
        setTimeout(limitMs, null, { signal: ended.signal }),
      ])
      if (Array.isArray(reached)) return reached[0]
      if (reached !== null) throw new Error(`The tests ended with ${reached}`)
      await this.close()
      return null
    } finally {
      answer.catch(() => undefined)
      ended.abort()
    }
  }

  #begun(): Service {
    this.#service ??= start('operands', process.execPath, [child, this.#pattern], {
      cwd: this.#folder,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    return this.#service
  }
}
