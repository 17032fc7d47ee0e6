import type { Hono } from 'hono'
import type { Clock } from './clock.ts'
import type { Outbox, WebhookEvent } from './webhooks/outbox.ts'

/** The parts of a twin. */
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

/** A notice with its headers, ready to be sent. */
export interface Delivery {
  headers: Record<string, string>
  body: string
  query?: string
  /** Path after the processor's own webhook URL: `/SECRET`. */
  path?: string
}

/** A processor in the sandbox. Tests and `/__ctl/<id>/` call its other methods by name. */
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

/** A kind of twin, before one runs. */
export interface TwinKind<State extends object, Running extends Twin> {
  empty(): State
  create(parts: TwinParts<State>): Running
  /**
   * Defects of its notices, for tests: `bytes`, a byte changed after signing; `unsigned`; `otherSecret`,
   * signed with another secret; `otherAccount`, validly signed for another account; and others that only this
   * processor has. The site grants nothing for any of them.
   */
  defects: readonly string[]
  /** Returns the file of its pages/ that is shown at a path below its URL; null for none. */
  page?(path: string, query: URLSearchParams): string | null
}

/**
 * A processor's variables, for the sandbox and for production. Scripts read them before anything is
 * installed, so they import nothing.
 */
export interface TwinVars {
  /** Keys that work in the sandbox alone: production refuses its URL. */
  keys: Readonly<Record<string, string>>
  /** Returns the variables that hold URLs, for the twin at `base`. */
  urls(base: string): Readonly<Record<string, string>>
  /** Every variable that an operator sets, with a value that production accepts. */
  live: Readonly<Record<string, string>>
  /** Variables that are named like secrets but not checked like them, each with the reason. */
  unjudged?: Readonly<Record<string, string>>
}
