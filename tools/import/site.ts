import type { APIRequestContext, APIResponse } from '@playwright/test'
import type { Problem } from '#contract/values/shared/errors'
import type { Puzzle } from '#contract/values/shared/proof-of-work'
import { ask } from './ask.ts'
import { solvePuzzle } from './solve-puzzle.ts'

export interface Credentials {
  username: string
  password: string
}

/** Milliseconds after which the password is confirmed again; the site asks for it after half an hour. */
const confirmedFor = 10 * 60_000

/** The site that an import writes to, as the signed-in administrator. Cookies are the browser's. */
export class Site {
  readonly origin: string
  readonly #request: APIRequestContext
  readonly #credentials: Credentials
  account = 0
  #confirmedAt = 0

  constructor(origin: string, request: APIRequestContext, credentials: Credentials) {
    this.origin = origin
    this.#request = request
    this.#credentials = credentials
  }

  /** Signs in, asking for the code of a second factor. Throws a sentence when the account may not import. */
  async signIn(): Promise<void> {
    const { username, password } = this.#credentials
    let user = await this.#login({ username, password })
    if (user.ticket !== undefined) {
      const code = process.env.IMPORT_CODE ?? (await ask(`Code of the authenticator app of ${username}: `))
      user = await this.#post<Account>('/api/auth/second-factor', { ticket: user.ticket, code })
    }
    if (!user.isAdmin) throw new Error(`${username} isn't an administrator, and can't import.`)
    this.account = user.id
    this.#confirmedAt = Date.now()
  }

  /**
   * Signs in again if the session has ended, else confirms the password if that was long ago. Ignores a site
   * that can't be reached: the caller waits and tries again.
   */
  async renew(): Promise<void> {
    const response = await this.#request.get(`${this.origin}/api/auth/me`).catch(() => null)
    if (!response) return
    const isEnded = response.status() === 401
    if (!isEnded && Date.now() - this.#confirmedAt < confirmedFor) return
    await (isEnded ? this.signIn() : this.#confirm()).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) throw error
    })
  }

  /** Solves up to three puzzles that the site asks for while many sign in, as the page does. */
  #login(json: object, puzzlesLeft = 3): Promise<Account> {
    return this.#post<Account>('/api/auth/login', json).catch(async (error: unknown) => {
      if (!(error instanceof ProofNeeded) || puzzlesLeft === 0) throw error
      return this.#login({ ...json, proof: await solvePuzzle(error.puzzle) }, puzzlesLeft - 1)
    })
  }

  async #confirm(): Promise<void> {
    await this.#post('/api/auth/confirm', { password: this.#credentials.password })
    this.#confirmedAt = Date.now()
  }

  async get<Answer>(path: string): Promise<Answer> {
    return this.#answer<Answer>(() => this.#request.get(this.origin + path))
  }

  #post<Answer>(path: string, data: object): Promise<Answer> {
    const headers = { origin: this.origin }
    return this.#answer<Answer>(() => this.#request.post(this.origin + path, { data, headers }))
  }

  /**
   * Returns the answer to a call, after waiting where the site asks for it. Throws the site's own sentence.
   */
  async #answer<Answer>(call: () => Promise<APIResponse>): Promise<Answer> {
    for (;;) {
      const response = await call().catch(() => {
        // The browser's own message lists the request's headers.
        throw new Unreachable(`Couldn't reach ${this.origin}.`)
      })
      if (response.status() === 204) return undefined as Answer
      if (response.ok()) return (await response.json()) as Answer
      const { detail, puzzle } = (await response.json().catch(() => ({}))) as Partial<Problem>
      if (puzzle) throw new ProofNeeded(puzzle)
      const seconds = Number(response.headers()['retry-after'])
      // A lock after wrong passwords lasts longer, and a silent wait would help no one.
      const isShort = [429, 503].includes(response.status()) && seconds > 0 && seconds <= 90
      if (!isShort) throw new Error(detail ?? `${this.origin} answered ${response.status()}.`)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
}

class ProofNeeded extends Error {
  override readonly name = 'ProofNeeded'
  readonly puzzle: Puzzle

  constructor(puzzle: Puzzle) {
    super('The site asks for a proof of work.')
    this.puzzle = puzzle
  }
}

class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

interface Account {
  id: number
  isAdmin: boolean
  /** Present instead of the account if a code is needed. */
  ticket?: string
}
