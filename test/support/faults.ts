import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { forgetAll } from '#worker/isolate-state'
import { EnvClient } from './env-client'

/** A fault that replaces an act, or comes on top of it. */
export type Fault =
  | { kind: 'throws'; message: string; when: 'before' | 'after' }
  | { kind: 'hangs' }
  /** The act happens when the test opens the gate. */
  | { kind: 'late'; gate: Promise<void> }
  | { kind: 'answers'; value: unknown }

/** The acts that a rule applies to: `times` of them, all by default, after the first `skip`. */
interface Span {
  skip?: number
  times?: number
}

interface Rule extends Required<Span> {
  /** Matched with the act's name: `DB select …`, `MEDIA get k/…`, `SETTINGS get settings`, `ASSETS fetch …`, `JOBS send {…}`. */
  acts: RegExp
  fault: Fault
}

/** The rules of a site whose platform fails. */
export class Faults {
  #rules: Rule[] = []
  #hanging = 0
  /** Names of all acts since the start or the last `clear()`, in their order. */
  readonly acts: string[] = []

  /** Fails acts of a name: all, or `times` after `skip`. The first rule that matches counts. */
  add(acts: RegExp, fault: Fault, { skip = 0, times = Number.POSITIVE_INFINITY }: Span = {}): this {
    this.#rules.push({ acts, fault, skip, times })
    return this
  }

  throws(
    acts: RegExp,
    message: string,
    { when = 'before', ...span }: Span & { when?: 'before' | 'after' } = {},
  ): this {
    return this.add(acts, { kind: 'throws', message, when }, span)
  }

  hangs(acts: RegExp, span: Span = {}): this {
    return this.add(acts, { kind: 'hangs' }, span)
  }

  answers(acts: RegExp, value: unknown, span: Span = {}): this {
    return this.add(acts, { kind: 'answers', value }, span)
  }

  /** Makes the platform work again. */
  clear(): void {
    this.#rules = []
    this.acts.length = 0
  }

  /** Waits until something hangs, for tests that then let the caller's patience run out. */
  async untilHanging(): Promise<void> {
    const before = this.#hanging
    while (this.#hanging === before) await scheduler.wait(1)
  }

  /** Does something. Each time that it hangs, the milliseconds of the caller's patience pass at once. */
  async outwait<T>(ms: number, act: () => Promise<T>): Promise<T> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let isOver = false
      let seen = this.#hanging
      const end = () => {
        isOver = true
      }
      const acting = act()
      acting.then(end, end)
      while (!isOver) {
        const hanging = this.#hanging
        if (hanging > seen) await vi.advanceTimersByTimeAsync(ms)
        seen = hanging
        await scheduler.wait(1)
      }
      return await acting
    } finally {
      vi.useRealTimers()
    }
  }

  /** Returns how many acts had such a name. */
  count(acts: RegExp): number {
    return this.acts.filter((name) => acts.test(name)).length
  }

  /** Runs an act under the rules. */
  async run<T>(name: string, act: () => Promise<T>): Promise<T> {
    this.acts.push(name)
    const rule = this.#rules.find(({ acts, times }) => times > 0 && acts.test(name))
    if (!rule) return act()
    if (rule.skip > 0) {
      rule.skip -= 1
      return act()
    }
    rule.times -= 1
    const { fault } = rule
    if (fault.kind === 'answers') return fault.value as T
    if (fault.kind === 'hangs') {
      this.#hanging += 1
      return new Promise<T>(() => undefined)
    }
    if (fault.kind === 'late') await fault.gate
    if (fault.kind === 'throws' && fault.when === 'before') throw new Error(fault.message)
    const done = await act()
    if (fault.kind === 'throws') throw new Error(fault.message)
    return done
  }
}

/** Returns the bindings, with all their acts subject to the rules. */
export function faultyEnv(faults: Faults): typeof env {
  const { ASSETS, DB, MEDIA, SETTINGS, JOBS, IMPORTS, API_LIMIT, AUTH_LIMIT, MAIL } = env
  return {
    ...env,
    ASSETS: acting(faults, 'ASSETS', ASSETS),
    DB: faultyD1(faults, DB),
    MEDIA: faultyR2(faults, MEDIA),
    SETTINGS: acting(faults, 'SETTINGS', SETTINGS),
    JOBS: acting(faults, 'JOBS', JOBS),
    IMPORTS: acting(faults, 'IMPORTS', IMPORTS),
    API_LIMIT: acting(faults, 'API_LIMIT', API_LIMIT),
    AUTH_LIMIT: acting(faults, 'AUTH_LIMIT', AUTH_LIMIT),
    MAIL: acting(faults, 'MAIL', MAIL),
  }
}

/** A browser of a site with bindings of its own, in a new isolate. */
export class FaultyClient extends EnvClient {
  constructor(readonly faults = new Faults()) {
    forgetAll()
    super(faultyEnv(faults), false)
  }
}

/** Returns a binding each of whose methods is an act, named by it and its first argument. */
function acting<T extends object>(faults: Faults, binding: string, target: T, more: Partial<T> = {}): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(more, name) ?? Reflect.get(target, name)
      if (typeof value !== 'function' || name in more) return value
      return (...args: unknown[]) => {
        const first = typeof args[0] === 'string' ? args[0] : JSON.stringify(args[0])
        return faults.run(`${binding} ${String(name)} ${first}`, () => value.apply(target, args))
      }
    },
  })
}

function faultyR2(faults: Faults, bucket: R2Bucket): R2Bucket {
  const upload = (of: R2MultipartUpload): R2MultipartUpload => acting(faults, `MEDIA ${of.key}`, of)
  return acting(faults, 'MEDIA', bucket, {
    resumeMultipartUpload: (key, uploadId) => upload(bucket.resumeMultipartUpload(key, uploadId)),
  })
}

const inner = Symbol('inner')

type Statement = D1PreparedStatement & { [inner]: D1PreparedStatement; query: string }

/**
 * Returns a database each of whose queries is an act, named by its text; a batch is named by its texts, one a
 * line.
 */
function faultyD1(faults: Faults, d1: D1Database): D1Database {
  const access = <T extends D1Database | D1DatabaseSession>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        if (name === 'prepare')
          return (query: string) => faultyStatement(faults, query, target.prepare(query))
        if (name === 'batch')
          return (statements: Statement[]) =>
            faults.run(`DB ${statements.map(({ query }) => query).join('\n')}`, () =>
              target.batch(statements.map((statement) => statement[inner])),
            )
        const value: unknown = Reflect.get(target, name)
        if (name === 'withSession')
          return (...args: [string]) => access((target as D1Database).withSession(...args))
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return access(d1)
}

function faultyStatement(faults: Faults, query: string, statement: D1PreparedStatement): Statement {
  return {
    [inner]: statement,
    query,
    bind: (...values: unknown[]) => faultyStatement(faults, query, statement.bind(...values)),
    all: () => faults.run(`DB ${query}`, () => statement.all()),
    run: () => faults.run(`DB ${query}`, () => statement.run()),
  } as unknown as Statement
}
