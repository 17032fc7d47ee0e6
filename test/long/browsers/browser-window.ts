import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Driver, FramePath } from './driver'

/** Finds elements as the other browser tests do: by the words that people read and hear. */
const library = readFileSync('node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js', 'utf8')

/**
 * Something on the page: an element by its role and name, a form's field by its label, or a text. The first,
 * if there are several.
 */
export interface Target {
  role?: string
  label?: string | RegExp
  text?: string | RegExp
  name?: string | RegExp
  level?: number
}

/** Milliseconds that a page gets for each expectation, on a machine that is busy with other things. */
const patience = 90_000

/** A window of a browser, or a frame in it. */
export class BrowserWindow {
  constructor(
    readonly driver: Driver,
    readonly origin: string,
    readonly frame: FramePath = [],
  ) {}

  /** Returns a frame within this one. */
  within(selector: string): BrowserWindow {
    return new BrowserWindow(this.driver, this.origin, [...this.frame, selector])
  }

  async open(path: string): Promise<void> {
    await this.driver.open(new URL(path, this.origin).href)
  }

  async run<Args extends unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const answer = await this.driver.call(this.frame, String(script), args)
    return (answer === null ? undefined : JSON.parse(answer)) as Awaited<Result>
  }

  /** Returns how many such elements there are. */
  async count(target: Target): Promise<number> {
    return (await this.#look(target, false)).count
  }

  async see(target: Target): Promise<void> {
    await this.#until(`${wordsOf(target)} should be there`, async () => (await this.count(target)) > 0)
  }

  async seeOneOf(...targets: Target[]): Promise<void> {
    const counts = () => Promise.all(targets.map((target) => this.count(target)))
    await this.#until(`${targets.map(wordsOf).join(' or ')} should be there`, async () =>
      (await counts()).some((count) => count > 0),
    )
  }

  async seeNo(target: Target): Promise<void> {
    await this.#until(`${wordsOf(target)} should be gone`, async () => (await this.count(target)) === 0)
  }

  async seePath(path: string): Promise<void> {
    await this.until(
      `the page should be ${path}`,
      () => location.pathname + location.search,
      (is) => is === path,
    )
  }

  /** Clicks where a person would: on an element that is enabled, in view, at rest, and not covered. */
  async click(target: Target): Promise<void> {
    let found: Sight | undefined
    await this.#until(
      `${wordsOf(target)} should be there to click`,
      async () => {
        found = (await this.#look(target, true)).first
        return found?.state ?? 'missing'
      },
      'ready',
    )
    if (found) await this.driver.clickAt(this.frame, found.x, found.y)
  }

  async fill(label: string | RegExp, text: string): Promise<void> {
    // The form moves under the pointer while a file is being read.
    await this.#until(`${label} should have the focus`, async () => {
      await this.click({ label })
      return (await this.#look({ label }, false)).first?.hasFocus
    })
    await this.driver.type(this.frame, text)
    await this.#until(
      `${label} should hold what was typed`,
      async () => (await this.#look({ label }, false)).first?.value,
      text,
    )
  }

  /** Picks an option by its text. */
  async select(label: string, option: string): Promise<void> {
    await this.see({ label })
    await this.#load()
    await this.run(
      (name, wanted) => {
        const { screen } = (window as unknown as { TestingLibraryDom: Library }).TestingLibraryDom
        const [field] = screen.queryAllByLabelText(name) as unknown as HTMLSelectElement[]
        const chosen = [...(field?.options ?? [])].find(({ label }) => label === wanted)
        if (!field || !chosen) throw new Error(`There is no ${wanted}`)
        field.value = chosen.value
        field.dispatchEvent(new Event('change', { bubbles: true }))
      },
      label,
      option,
    )
  }

  /** Waits until a value of the page is right. */
  async until<Result>(
    message: string,
    script: () => Result,
    isRight: (value: Awaited<Result>) => boolean,
  ): Promise<void> {
    await this.#until(message, async () => isRight(await this.run(script)))
  }

  /** Repeats a question until the answer is right. A document that is being left doesn't answer. */
  async #until<Answer>(
    message: string,
    ask: () => Promise<Answer>,
    right: Answer | true = true,
  ): Promise<void> {
    const answer = () => ask().catch((error) => String(error))
    await expect.poll(answer, { timeout: patience, message }).toBe(right)
  }

  /** Looks for a target. `aim` scrolls the first one into view, and checks whether it is at rest. */
  async #look({ name, label, text, ...rest }: Target, aim: boolean): Promise<Look> {
    await this.#load()
    const target = { ...rest, name: plain(name), label: plain(label), text: plain(text), aim }
    return this.run(lookFor, target)
  }

  async #load(): Promise<void> {
    const has = await this.run(() => 'TestingLibraryDom' in window)
    if (!has) await this.driver.call(this.frame, `() => { ${library} }`, [])
  }
}

interface Sight {
  x: number
  y: number
  state: 'ready' | 'disabled' | 'covered' | 'moving'
  hasFocus: boolean
  value?: string
}

interface Look {
  count: number
  first?: Sight
}

/** A text, or the parts of a regular expression, which JSON can hold. */
type Words = string | { source: string; flags: string } | undefined

interface PlainTarget {
  role?: string
  level?: number
  label: Words
  text: Words
  name: Words
  aim: boolean
}

interface Library {
  screen: {
    queryAllByRole(role: string, options: object): HTMLElement[]
    queryAllByLabelText(label: string | RegExp): HTMLElement[]
    queryAllByText(text: string | RegExp): HTMLElement[]
  }
}

/** Runs in the page. */
async function lookFor({ role, level, label, text, name, aim }: PlainTarget): Promise<Look> {
  const { screen } = (window as unknown as { TestingLibraryDom: Library }).TestingLibraryDom
  const read = (words: Words) => (typeof words === 'object' ? new RegExp(words.source, words.flags) : words)
  const all = role
    ? screen.queryAllByRole(role, { name: read(name), level })
    : label
      ? screen.queryAllByLabelText(read(label) ?? '')
      : screen.queryAllByText(read(text) ?? '')
  const shown = all.filter((element) => element.getClientRects().length > 0)
  const [element] = shown
  if (!element) return { count: 0 }
  const middle = () => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  }
  const isHit = () => {
    const { x, y } = middle()
    const top = document.elementFromPoint(x, y)
    // A hidden field lies beneath its own label.
    return top !== null && (element.contains(top) || top.closest('label')?.contains(element) === true)
  }
  let isStill = true
  if (aim) {
    // It is outside the window, or beneath a bar.
    if (!isHit()) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const before = middle()
    // Waits for two frames, regardless of how long a busy machine takes, and then long enough for movements
    // by timers.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve, 200))
    isStill = before.x === middle().x && before.y === middle().y
  }
  const { x, y } = middle()
  const state = element.matches(':disabled')
    ? 'disabled'
    : !isHit()
      ? 'covered'
      : isStill
        ? 'ready'
        : 'moving'
  const hasFocus = element === document.activeElement
  return {
    count: shown.length,
    first: { x, y, state, hasFocus, ...('value' in element && { value: String(element.value) }) },
  }
}

function plain(words: string | RegExp | undefined): Words {
  return words instanceof RegExp ? { source: words.source, flags: words.flags } : words
}

function wordsOf({ role, label, text, name }: Target): string {
  return [role, label, text, name].filter((word) => word !== undefined).join(' ')
}
