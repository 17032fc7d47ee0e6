import { Observed } from '../engine/observed'
import { lockFreed, withTabLock } from '../store/tab-lock'
import type { Work } from './work'

/** What a tab tells the others: its work, or that it wants to know theirs. */
type Message = { account: number; tab: string; work: Work | null } | { account: number; ask: true }

/** The work of one other tab of the account that is signed in, as far as it is known. */
export const workElsewhere = new Observed<Work | null>(null)

/** Milliseconds between two reports. */
const reportEvery = 1000

/** Shows an account's tabs each other's work: only one of them does it. */
export class OtherTabs {
  /** The work of the tabs that have any, by their IDs. */
  readonly works = new Observed<ReadonlyMap<string, Work>>(new Map())
  readonly #account: number
  readonly #tab = crypto.randomUUID()
  readonly #controller = new AbortController()
  readonly #channel = new BroadcastChannel('work on uploads')
  #own: Work | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(account: number) {
    this.#account = account
    // The others notice by it when this tab is gone.
    void holdUntil(this.#controller.signal, lockOf(this.#tab))
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#receive(data))
    this.#post({ account, ask: true })
  }

  /** Reports this tab's work, soon. */
  report(work: Work | null): void {
    if (JSON.stringify(work) === JSON.stringify(this.#own)) return
    this.#own = work
    this.#timer ??= setTimeout(() => this.#reportNow(), reportEvery)
  }

  /** Takes back what this tab reported, and ends. */
  end(): void {
    this.#own = null
    this.#reportNow()
    this.#controller.abort(new DOMException('Ended.', 'AbortError'))
    this.#channel.close()
  }

  #reportNow(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#post({ account: this.#account, tab: this.#tab, work: this.#own })
  }

  #receive(message: Message): void {
    if (message.account !== this.#account) return
    if ('ask' in message) this.#reportNow()
    else this.#note(message.tab, message.work)
  }

  #note(tab: string, work: Work | null): void {
    const isNew = !this.works.get().has(tab)
    this.#set(tab, work)
    if (!work || !isNew) return
    lockFreed(lockOf(tab), this.#controller.signal).then(
      () => this.#set(tab, null),
      // It rejects only at the end.
      () => {},
    )
  }

  #set(tab: string, work: Work | null): void {
    const works = new Map(this.works.get())
    if (work) works.set(tab, work)
    else works.delete(tab)
    this.works.set(works)
  }

  #post(message: Message): void {
    this.#channel.postMessage(message)
  }
}

function holdUntil(signal: AbortSignal, name: string): Promise<void> {
  const ended = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  return withTabLock(name, { signal, onWait: () => {} }, ended)
}

function lockOf(tab: string): string {
  return `tab ${tab}`
}
