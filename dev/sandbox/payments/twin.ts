import type { Hono } from 'hono'
import type { Clock } from './clock.ts'
import type { Outbox, WebhookEvent } from './webhooks/outbox.ts'

/** What a twin is made of. */
export interface TwinParts<State> {
  /** Its URL on the sandbox. */
  base: string
  /** The site that it sells for. */
  siteOrigin: string
  /** Its books: plain data, which a local sandbox keeps over a restart. */
  state: State
  clock: Clock
  outbox: Outbox
}

/** A notice as it is sent. */
export interface Delivery {
  headers: Record<string, string>
  body: string
  query?: string
  /** What follows the processor's own webhook URL: `/SECRET`. */
  path?: string
}

/** A processor as the sandbox runs it. Whatever else it can do, tests and `/__ctl/<id>/` call by name. */
export interface Twin {
  /** Answers every request below its URL, the buyers' pages included. */
  readonly app: Hono
  /** Generates signing keys. */
  ready?(): Promise<void>
  /** Returns a notice signed, with one of its `defects` or none. */
  delivery(event: WebhookEvent, wrong?: string): Delivery | Promise<Delivery>
  /** Called after each try of a notice that the site didn't accept. */
  unanswered?(event: WebhookEvent): void
}

/** What the sandbox knows of a twin before it runs. */
export interface TwinKind<State extends object, Running extends Twin> {
  empty(): State
  create(parts: TwinParts<State>): Running
  /**
   * Defects that its notices can have, for tests: `bytes`, one changed after signing; `unsigned`; `otherSecret`, signed with another
   * secret; `otherAccount`, validly signed for another account; and what only it can have. The site grants nothing for any of them.
   */
  defects: readonly string[]
  /** The file of its pages/ that is shown at a path below its URL; null for none. */
  page?(path: string, query: URLSearchParams): string | null
}

/** A processor's variables, in three dresses. Scripts read them before anything is installed, so they import nothing. */
export interface TwinVars {
  /** Keys that work at the sandbox alone: production refuses its address. */
  keys: Readonly<Record<string, string>>
  /** Variables that hold addresses, with the twin at `base`. */
  urls(base: string): Readonly<Record<string, string>>
  /** Every variable that an operator sets, with a value that production takes. */
  live: Readonly<Record<string, string>>
  /** Variables that are named like secrets and aren't judged as such, each with the reason. */
  unjudged?: Readonly<Record<string, string>>
}
